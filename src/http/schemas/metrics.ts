import { z } from 'zod';
import {
  DATAPOINTS_KEPT_DAYS,
  epochMsOfNumber,
  type Datapoint,
  type Metric,
} from '../../core/metric/metric.ts';
import { asEpochMs, type EpochMs } from '../../core/time/instant.ts';
import { NEWEST_DATA, type MetricWithData } from '../../services/metric/get.ts';
import type { DataWindow } from '../../services/ports/metrics.ts';
import type { Page } from '../../services/ports/pages.ts';
import { Id, InstantIn, InstantOut, isoOf, Name, PageParams, queryInt } from './common.ts';
import { parseTimeSpan, QUERY_INSTANT_FORMS } from './query-instant.ts';

/** The year 1 to the year 9999. */
const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_300_799_999;
const MAX_DATA = 10_000;
const MAX_ANSWERED = 1_000;
const EXAMPLE = { timestamp: 1_790_000_000_000, value: 123.4 };

const Suffix = z.string().max(255);
const settings = {
  name: Name.meta({ description: 'What it is called' }),
  suffix: Suffix.meta({ description: 'Its unit, as it stands behind its values; may be empty' }),
  active: z.boolean().meta({ description: 'Whether the page shows it; data is taken either way' }),
  order: z.number().int().min(0).max(1_000_000).meta({ description: 'Its place in lists, rising' }),
};

export const MetricChange = z
  .object(settings)
  .partial()
  .meta({ example: { name: 'Response time' } });
export const MetricCreate = z
  .object({
    ...settings,
    active: settings.active.default(true),
    order: settings.order.optional().meta({ description: 'Its place in lists, rising. Default: the last' }),
  })
  .meta({ example: { name: 'Response time', suffix: 'ms' } });

const TIMESTAMP_FORMS =
  'must be epoch milliseconds, epoch seconds or an ISO 8601 date-time of the years 1 to 9999';

const EpochNumber = z.number().transform((number, context): EpochMs => {
  const ms = epochMsOfNumber(number);
  if (ms >= FIRST_MS && ms <= LAST_MS) return asEpochMs(ms);
  context.addIssue({ code: 'custom', message: TIMESTAMP_FORMS });
  return z.NEVER;
});

/** When a value was measured. */
const Timestamp = z.union([EpochNumber, InstantIn], { error: TIMESTAMP_FORMS }).meta({
  description: `When it was measured: epoch milliseconds, epoch seconds (numbers below 100,000,000,000) or ISO 8601 with a zone. Data is kept ${DATAPOINTS_KEPT_DAYS} days from then on`,
});

export const DatapointIn = z
  .object({ timestamp: Timestamp, value: z.number().meta({ description: 'What was measured' }) })
  .meta({ example: EXAMPLE });

export const DatapointsIn = z
  .object({
    data: z
      .array(DatapointIn)
      .max(MAX_DATA)
      .default([])
      .meta({ description: `At most ${MAX_DATA} datapoints; all of them are added, or none` }),
  })
  .meta({ example: { data: [EXAMPLE] } });

export function newDataOf(sent: z.output<typeof DatapointIn>): Omit<Datapoint, 'id'> {
  return { at: sent.timestamp, value: sent.value };
}

export const MetricParams = PageParams.extend({ metric_id: Id.meta({ description: 'The metric' }) });

/** One end of a stretch in a query string; a bare date means all of its day, at either end. */
const bound = (end: 'start' | 'end') =>
  z
    .string()
    .transform((text, context): EpochMs => {
      const span = parseTimeSpan(text);
      if (span !== null) return end === 'start' ? span.start : asEpochMs(span.end - 1);
      context.addIssue({ code: 'custom', message: `must be ${QUERY_INSTANT_FORMS}` });
      return z.NEVER;
    })
    .optional();

export const DataQuery = z.object({
  from: bound('start').meta({ description: `No datapoints before it: ${QUERY_INSTANT_FORMS}` }),
  to: bound('end').meta({ description: `No datapoints after it: ${QUERY_INSTANT_FORMS}` }),
  limit: queryInt({ min: 1, max: MAX_ANSWERED })
    .meta({
      description: `How many datapoints at most, the newest of the stretch. Default: ${NEWEST_DATA.limit}`,
    })
    .optional(),
});

export function dataWindowOf({ from, to, limit }: z.output<typeof DataQuery>): DataWindow {
  return { from: from ?? null, to: to ?? null, limit: limit ?? NEWEST_DATA.limit };
}

export const DatapointOut = z
  .object({
    id: Id,
    timestamp: z.number().int().meta({ description: 'When it was measured, in epoch milliseconds' }),
    value: z.number().meta({ description: 'What was measured' }),
  })
  .meta({ id: 'Datapoint' });

export const MetricOut = z
  .object({
    id: Id,
    siteId: Id.meta({ description: 'The page that it belongs to' }),
    name: z.string().meta({ description: 'What it is called' }),
    active: z.boolean().meta({ description: 'Whether the page shows it' }),
    order: z.number().int().meta({ description: 'Its place in lists, rising' }),
    suffix: z.string().meta({ description: 'Its unit' }),
    monitorId: Id.nullable().meta({ description: 'The monitor whose checks feed it; null: none does' }),
    data: z.array(DatapointOut).meta({
      description: `Its newest datapoints, by rising timestamp: ${NEWEST_DATA.limit} where nothing else was asked for. They are kept ${DATAPOINTS_KEPT_DAYS} days`,
    }),
    createdAt: InstantOut.meta({ description: 'When it was made' }),
    updatedAt: InstantOut.meta({ description: 'When it last changed; new data is no change' }),
  })
  .meta({ id: 'Metric' });

export const MetricDeleted = z
  .object({ id: Id, name: z.string().meta({ description: 'What it was called' }) })
  .meta({ id: 'DeletedMetric' });

export const DatapointsDeleted = z
  .object({
    name: z.string().meta({ description: 'What the metric is called' }),
    order: z.number().int().meta({ description: 'Its place in lists, rising' }),
    suffix: z.string().meta({ description: 'Its unit' }),
    site: z
      .object({ id: Id, subdomain: z.string().meta({ description: 'Where the page is found' }) })
      .meta({ description: 'The page that it belongs to' }),
  })
  .meta({ id: 'DeletedDatapoints' });

export function datapointOut({ id, at, value }: Datapoint): z.input<typeof DatapointOut> {
  return { id, timestamp: at, value };
}

export function metricOut({ metric, data }: MetricWithData): z.input<typeof MetricOut> {
  const { pageId, createdAt, updatedAt, ...rest } = metric;
  return {
    ...rest,
    siteId: pageId,
    data: data.map(datapointOut),
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}

export function datapointsDeletedOut(metric: Metric, page: Page): z.input<typeof DatapointsDeleted> {
  const { name, order, suffix } = metric;
  return { name, order, suffix, site: { id: page.id, subdomain: page.subdomain } };
}
