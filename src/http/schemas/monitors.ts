import { z } from 'zod';
import { ASSERTION_TYPES, normalizeAssertionType } from '../../core/monitor/assertion.ts';
import { DNS_RECORD_TYPES } from '../../core/monitor/target.ts';
import { MONITOR_STATUSES } from '../../core/monitor/status.ts';
import { COMPARISONS, readsTarget } from '../../core/routing/comparison.ts';
import { heartbeatUrl } from '../../services/heartbeat/address.ts';
import type { NewMonitor } from '../../services/monitor/create.ts';
import { urlProblem, type MonitorSettings } from '../../services/monitor/monitor-input.ts';
import { HTTP_METHODS, LOCATIONS, MONITOR_TYPES, type Monitor } from '../../services/ports/monitor-config.ts';
import type { Changes } from '../../services/with-changes.ts';
import { Id, InstantOut, isoOf, isoOrNull, Name, paging, Text } from './common.ts';
import { ElementId, MAX_ELEMENTS } from './elements.ts';

/** Stands for a stored password in answers; sent back, it keeps the stored one. */
export const PASSWORD_MASK = '********';

export const Location = z.enum(LOCATIONS);
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What may not stand in a header's value: control characters but the tab, and what is beyond Latin-1. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const AssertionIn = z
  .object({
    id: ElementId,
    type: z
      .string()
      .transform((spelling, context) => {
        const type = normalizeAssertionType(spelling);
        if (type !== null) return type;
        context.addIssue({ code: 'custom', message: `must be one of ${ASSERTION_TYPES.join(', ')}` });
        return z.NEVER;
      })
      .meta({
        enum: [...ASSERTION_TYPES, 'STATUSCODE', 'RESPONSETIME', 'JSONBODY'],
        description:
          'What is looked at: AVAILABLE (true or false) and RESPONSE_TIME (ms) of every check; PING (the round trip, ms), TCP (true once connected) and DNS (the set of answers) of monitors of that type; the others of HTTP. What a check does not have is null',
      }),
    comparison: z.enum(COMPARISONS),
    selector: Text.nullish(),
    target: Text.nullish().meta({
      description:
        'What is expected. EQUALS of DNS: exactly these answers, separated by commas, in any order; CONTAINS: one of them is this',
    }),
    value: Text.nullish().meta({ description: 'Another name of target' }),
  })
  .transform(({ id, type, comparison, selector, target, value }, context) => {
    const refuse = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
      return z.NEVER;
    };
    if (target != null && value != null && target !== value) {
      return refuse('value', 'is another name of target: they must be equal');
    }
    const sent = target ?? value ?? null;
    if (sent === null && readsTarget(comparison)) return refuse('target', `is needed by ${comparison}`);
    return { id, type, comparison, selector: selector ?? null, value: sent ?? '' };
  });

const Locations = z
  .union([
    Location,
    z
      .array(Location)
      .min(1)
      .max(LOCATIONS.length * 2),
  ])
  .transform((sent) => [...new Set([sent].flat())]);

const Flags = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<Name, z.ZodBoolean>);
const OnFail = Flags(['createIncident', 'createOutageDuration', 'publishIncident', 'notifySubscribers']);
const OnRecover = Flags(['resolveIncident', 'resolveOutageDuration', 'publishIncident', 'notifySubscribers']);

const GraceSeconds = z.number().int().min(0).max(86_400).meta({
  description: 'Of HEARTBEAT only: seconds, 0 to 86400, that a heartbeat may come after checksInterval',
});

const settings = {
  type: z.enum(MONITOR_TYPES).meta({
    description:
      'How it is checked: HTTP and HTTP_API by a request, PING by an echo, TCP by connecting, DNS by asking for a name; HEARTBEAT is not checked, its job calls. What is of HTTP only is kept and not used by the others',
  }),
  name: Name,
  url: z
    .string()
    .min(1)
    .max(2_000)
    .nullable()
    .meta({
      description: `By type: an http(s) URL; a host (PING); host:port or tcp://host:port, an IPv6 address in brackets (TCP); a host, asked of the system's resolver, or dns://resolver/host, both with ?type= ${DNS_RECORD_TYPES.join(', ')}, default A (DNS); HEARTBEAT needs none`,
    }),
  httpMethod: z.enum(HTTP_METHODS),
  body: Text.nullable(),
  headers: z.record(
    z.string().regex(HEADER_NAME, 'is no header name'),
    Text.regex(HEADER_VALUE, 'must be Latin text without control characters'),
  ),
  queryParams: z.record(z.string().max(255), Text),
  basicAuth: z
    .object({ username: z.string().max(255), password: Text.optional() })
    .nullable()
    .meta({ description: `The password is answered as ${PASSWORD_MASK}, which sent back keeps it` }),
  assertions: z.array(AssertionIn).max(MAX_ELEMENTS),
  alerts: z.array(Id).max(MAX_ELEMENTS),
  locations: Locations,
  checksInterval: z.number().int().min(5).max(86_400).meta({ description: 'Seconds' }),
  failureConfirmations: z
    .number()
    .int()
    .min(0)
    .max(10)
    .meta({ description: 'Immediate retries that confirm a new outcome; 0 turns them off' }),
  graceSeconds: GraceSeconds,
  createComponent: z.boolean(),
  createMetric: z.boolean(),
  onFail: OnFail.partial(),
  onRecover: OnRecover.partial(),
  paused: z.boolean(),
};

export const MonitorCreate = z
  .object({
    pageId: Id,
    ...settings,
    type: settings.type.default('HTTP'),
    name: settings.name.nullable().default(null).meta({ description: 'Default: the host of the url' }),
    url: settings.url.optional(),
    httpMethod: settings.httpMethod.default('GET'),
    body: settings.body.default(null),
    headers: settings.headers.default({}),
    queryParams: settings.queryParams.default({}),
    basicAuth: settings.basicAuth.default(null),
    assertions: settings.assertions.default([]),
    alerts: settings.alerts.default([]),
    locations: settings.locations.default(['US_EAST_1']),
    checksInterval: settings.checksInterval.default(60),
    failureConfirmations: settings.failureConfirmations.default(1),
    graceSeconds: settings.graceSeconds.default(60),
    createComponent: settings.createComponent.default(false),
    createMetric: settings.createMetric.default(false),
    onFail: settings.onFail.default({}),
    onRecover: settings.onRecover.default({}),
    paused: settings.paused.default(false),
  })
  .superRefine(({ type, url }, context) => {
    const problem = urlProblem(type, url);
    if (problem !== null) context.addIssue({ code: 'custom', path: ['url'], message: problem });
  });

export const MonitorChange = z.object({ pageId: Id, siteId: Id, ...settings }).partial();

export const MonitorsQuery = z.object({
  ...paging,
  search: z.string().max(255).optional().meta({ description: 'Part of the name or the url' }),
  status: z.enum(MONITOR_STATUSES).optional(),
});

export const MonitorOut = z
  .object({
    id: Id,
    pageId: Id,
    siteId: Id,
    type: z.enum(MONITOR_TYPES),
    name: z.string(),
    url: z.string().nullable(),
    httpMethod: z.enum(HTTP_METHODS),
    body: z.string().nullable(),
    headers: z.record(z.string(), z.string()),
    queryParams: z.record(z.string(), z.string()),
    basicAuth: z.object({ username: z.string(), password: z.string() }).nullable(),
    assertions: z.array(
      z.object({
        id: Id,
        type: z.enum(ASSERTION_TYPES),
        comparison: z.enum(COMPARISONS),
        selector: z.string().nullable(),
        target: z.string(),
        value: z.string(),
      }),
    ),
    alerts: z.array(Id),
    locations: z
      .union([Location, z.array(Location)])
      .meta({ description: 'One: a string; several: an array' }),
    checksInterval: z.number().int(),
    failureConfirmations: z.number().int(),
    graceSeconds: GraceSeconds,
    heartbeatUrl: z.string().nullable().meta({
      format: 'uri',
      description:
        'Of HEARTBEAT only, else null: what its job calls; whoever has this address can speak for the job',
    }),
    createComponent: z.boolean(),
    componentId: Id.nullable(),
    createMetric: z.boolean(),
    onFail: OnFail,
    onRecover: OnRecover,
    groupId: Id.nullable(),
    paused: z.boolean(),
    status: z.enum(MONITOR_STATUSES),
    lastCheckedAt: InstantOut.nullable(),
    createdAt: InstantOut,
    updatedAt: InstantOut,
  })
  .meta({ id: 'Monitor' });

export function newMonitorOf(body: z.output<typeof MonitorCreate>): NewMonitor {
  const { checksInterval, url, basicAuth, ...rest } = body;
  return {
    ...rest,
    url: url ?? null,
    checksIntervalS: checksInterval,
    basicAuth: basicAuth && { username: basicAuth.username, password: basicAuth.password ?? null },
    onFail: sentFlags(rest.onFail),
    onRecover: sentFlags(rest.onRecover),
  };
}

export function monitorChangesOf(body: z.output<typeof MonitorChange>): Changes<MonitorSettings> {
  const { checksInterval, basicAuth, onFail, onRecover, pageId: _page, siteId: _site, ...rest } = body;
  const password = basicAuth?.password === PASSWORD_MASK ? null : (basicAuth?.password ?? null);
  return {
    ...rest,
    checksIntervalS: checksInterval,
    basicAuth: basicAuth && { username: basicAuth.username, password },
    onFail: onFail && sentFlags(onFail),
    onRecover: onRecover && sentFlags(onRecover),
  };
}

function sentFlags<Flags extends object>(
  flags: Flags,
): { [K in keyof Flags]?: Exclude<Flags[K], undefined> } {
  const sent = Object.entries(flags).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as { [K in keyof Flags]?: Exclude<Flags[K], undefined> };
}

export function monitorOut(
  services: Parameters<typeof heartbeatUrl>[0],
  monitor: Monitor,
): z.input<typeof MonitorOut> {
  const { heartbeatToken: _token, basicAuth, assertions, locations, checksIntervalS, ...rest } = monitor;
  const [only, ...others] = locations;
  return {
    ...rest,
    siteId: monitor.pageId,
    heartbeatUrl: heartbeatUrl(services, monitor),
    headers: { ...monitor.headers },
    queryParams: { ...monitor.queryParams },
    basicAuth: basicAuth && { username: basicAuth.username, password: PASSWORD_MASK },
    assertions: assertions.map((assertion) => ({ ...assertion, target: assertion.value })),
    alerts: [...monitor.alerts],
    locations: only !== undefined && others.length === 0 ? only : [...locations],
    checksInterval: checksIntervalS,
    lastCheckedAt: isoOrNull(monitor.lastCheckedAt),
    createdAt: isoOf(monitor.createdAt),
    updatedAt: isoOf(monitor.updatedAt),
  };
}
