import { z } from 'zod';
import { MONITOR_STATUSES } from '../../core/monitor/status.ts';
import { invalid } from '../../services/errors.ts';
import { LOCATIONS } from '../../services/ports/monitor-config.ts';
import type { LogCondition, LogField, LogQuery } from '../../services/ports/monitor-logs.ts';
import { paging, windowOf } from './common.ts';
import { MonitorLogOut } from './monitor-logs.ts';
import { parseTimeSpan, QUERY_INSTANT_FORMS } from './query-instant.ts';

type Kind = 'text' | 'number' | 'count' | 'date' | 'boolean' | readonly string[];
type Bound = 'equals' | 'gte' | 'lte';
type Read = (text: string, bound: Bound) => Pick<LogCondition, 'comparison' | 'value'>[] | null;

/** Fields that can be filtered by, as the interface spells them. */
const FILTERS = {
  id: 'text',
  location: LOCATIONS,
  createdAt: 'date',
  isSuccessful: 'boolean',
  isSSLCheck: 'boolean',
  httpStatusCode: 'text',
  status: MONITOR_STATUSES,
  dnsTime: 'number',
  tcpTime: 'number',
  tlsTime: 'number',
  firstByteTime: 'number',
  downloadTime: 'number',
  responseTime: 'number',
  performanceTime: 'number',
  accessabilityScore: 'number',
  accessibilityScore: 'number',
  seoScore: 'number',
  bestPracticesScore: 'number',
  successfulAssertions: 'count',
  url: 'text',
  method: 'text',
  requestBody: 'text',
  responseBody: 'text',
  error: 'text',
  isRetry: 'boolean',
  retryOf: 'text',
} as const satisfies Record<string, Kind>;

const SPELLINGS: Readonly<Record<string, LogField>> = {
  isSSLCheck: 'isSslCheck',
  accessabilityScore: 'accessibilityScore',
  chronologically: 'createdAt',
};
/** Not stored with the logs. */
const DERIVED: readonly string[] = ['suppressedBy'];
const SORT_FIELDS: readonly string[] = [
  ...Object.keys(MonitorLogOut.shape).filter((field) => !DERIVED.includes(field)),
  'chronologically',
];
/** What a column of whole numbers holds. */
const MAX_COUNT = 2_147_483_647;
const DECIMAL = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const BOUNDS = ['gte', 'lte'] as const;

const filterParameters = Object.fromEntries(
  Object.entries(FILTERS).flatMap(([field, kind]) => {
    const names = hasBounds(kind) ? [field, ...BOUNDS.map((bound) => `${field}[${bound}]`)] : [field];
    // The words are for readers of the document: what is not one of them is refused by its own message.
    const words = typeof kind === 'string' ? {} : { enum: [...kind] };
    return names.map((name) => [name, z.string().max(1_000).optional().meta(words)] as const);
  }),
);

export const LogsQuery = z.object({
  ...paging,
  monitorId: z.string().max(255).optional(),
  sort: z.string().max(100).optional().meta({
    description: 'A field, with "-" in front for descending. Default: chronologically, which is createdAt',
  }),
  ...filterParameters,
});

/** What a query string asks of a monitor's logs. Throws `validation_error` naming the parameter. */
export function logQueryOf(query: z.output<typeof LogsQuery>, monitorId: string): LogQuery {
  if (query.monitorId !== undefined && query.monitorId !== monitorId) {
    throw invalid('monitorId', 'must be the monitor of the path');
  }
  // What the schema built from a table is known to hold texts.
  const sent = query as Readonly<Record<string, unknown>>;
  const conditions = Object.entries(FILTERS).flatMap(([field, kind]) => {
    const parameters = ['', '[gte]', '[lte]'].map((bound) => `${field}${bound}`);
    return parameters.flatMap((name) => {
      const text = sent[name];
      if (typeof text !== 'string') return [];
      const bound = name.endsWith('[gte]') ? 'gte' : name.endsWith('[lte]') ? 'lte' : 'equals';
      return conditionsOf({ field, kind, name, text, bound });
    });
  });
  const { offset, limit } = windowOf(query);
  return { monitorId, conditions, sort: sortOf(query.sort ?? 'chronologically'), offset, limit };
}

type Parameter = { field: string; kind: Kind; name: string; text: string; bound: Bound };

function conditionsOf({ field, kind, name, text, bound }: Parameter): LogCondition[] {
  const parts = bound === 'equals' && hasBounds(kind) ? boundsIn(text, name) : null;
  const read = parts ?? [{ bound, text }];
  return read.flatMap((part) => {
    const found = readerOf(kind)(part.text, part.bound);
    if (found === null) throw invalid(name, `must be ${expected(kind)}`);
    return found.map((condition) => ({ ...condition, field: internal(field) }));
  });
}

/** The bounds in an object as JSON text; null when it is no object at all. */
function boundsIn(text: string, name: string): { bound: Bound; text: string }[] | null {
  if (!text.trimStart().startsWith('{')) return null;
  const Value = z.union([z.string(), z.number()]).optional();
  const parsed = z.strictObject({ gte: Value, lte: Value }).safeParse(jsonOrNull(text));
  if (!parsed.success) throw invalid(name, 'must be an object with gte and lte, as JSON text');
  return BOUNDS.flatMap((bound) => {
    const value = parsed.data[bound];
    return value === undefined ? [] : [{ bound, text: String(value) }];
  });
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Holds for no log. */
const NONE = [
  { comparison: 'gte', value: 1 },
  { comparison: 'lte', value: 0 },
] as const satisfies ReturnType<Read>;

const readText: Read = (text, comparison) => [{ comparison, value: text }];

const readNumber: Read = (text, comparison) => {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? [{ comparison, value }] : null;
};

/** As numbers, but the column takes whole ones of its range only: what lies beyond holds for all or for none. */
const readCount: Read = (text, bound) => {
  const [condition] = readNumber(text, bound) ?? [];
  if (condition === undefined) return null;
  const sent = Number(condition.value);
  if (bound === 'equals') return Number.isInteger(sent) && Math.abs(sent) <= MAX_COUNT ? [condition] : NONE;
  const value = bound === 'gte' ? Math.ceil(sent) : Math.floor(sent);
  if (Math.abs(value) <= MAX_COUNT) return [{ comparison: bound, value }];
  return value > 0 === (bound === 'gte') ? NONE : [];
};

const readBoolean: Read = (text) =>
  text === 'true' || text === 'false' ? [{ comparison: 'equals', value: text === 'true' }] : null;

/** A bare date is the whole day, so its end is beyond the day. */
const readDate: Read = (text, bound) => {
  const span = parseTimeSpan(text);
  if (span === null) return null;
  const from = { comparison: 'gte', value: span.start } as const;
  const to = { comparison: 'lt', value: span.end } as const;
  return bound === 'equals' ? [from, to] : [bound === 'gte' ? from : to];
};

function readerOf(kind: Kind): Read {
  switch (kind) {
    case 'text':
      return readText;
    case 'number':
      return readNumber;
    case 'count':
      return readCount;
    case 'date':
      return readDate;
    case 'boolean':
      return readBoolean;
    default:
      return (text) => (kind.includes(text) ? [{ comparison: 'equals', value: text }] : null);
  }
}

function expected(kind: Kind): string {
  switch (kind) {
    case 'text':
      return 'a text';
    case 'number':
    case 'count':
      return 'a number';
    case 'date':
      return QUERY_INSTANT_FORMS;
    case 'boolean':
      return 'true or false';
    default:
      return `one of ${kind.join(', ')}`;
  }
}

function sortOf(text: string): LogQuery['sort'] {
  const descending = text.startsWith('-');
  const field = descending ? text.slice(1) : text;
  if (!SORT_FIELDS.includes(field)) throw invalid('sort', `must be one of ${SORT_FIELDS.join(', ')}`);
  return { field: internal(field), descending };
}

function internal(field: string): LogField {
  // Every field but the few that are spelled otherwise has one name on both sides.
  return SPELLINGS[field] ?? (field as LogField);
}

function hasBounds(kind: Kind): boolean {
  return typeof kind === 'string' && kind !== 'boolean';
}
