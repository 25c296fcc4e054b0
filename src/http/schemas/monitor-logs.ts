import { z } from 'zod';
import { ASSERTION_TYPES } from '../../core/monitor/assertion.ts';
import { MONITOR_STATUSES } from '../../core/monitor/status.ts';
import { COMPARISONS } from '../../core/routing/comparison.ts';
import { LOCATIONS } from '../../services/ports/monitor-config.ts';
import type { MonitorLog } from '../../services/ports/monitor-logs.ts';
import { Id, InstantOut, isoOf } from './common.ts';

const Time = z.number().nullable().meta({ description: 'Milliseconds; null where it did not happen' });
const Score = z.number().nullable();
const Headers = z.record(z.string(), z.string()).nullable();

export const MonitorLogOut = z
  .object({
    id: Id,
    monitorId: Id,
    location: z.string().meta({
      enum: [...LOCATIONS],
      description: 'Where it was checked from; of a HEARTBEAT the first location, which means nothing',
    }),
    createdAt: InstantOut,
    isSuccessful: z.boolean(),
    isSSLCheck: z.boolean(),
    httpStatusCode: z.string().nullable(),
    status: z.enum(MONITOR_STATUSES),
    dnsTime: Time,
    tcpTime: Time,
    tlsTime: Time,
    firstByteTime: Time,
    downloadTime: Time,
    responseTime: Time,
    performanceTime: Time,
    accessibilityScore: Score,
    accessabilityScore: Score,
    seoScore: Score,
    bestPracticesScore: Score,
    successfulAssertions: z.number().int(),
    assertions: z.array(
      z.object({
        type: z.enum(ASSERTION_TYPES),
        comparison: z.enum(COMPARISONS),
        selector: z.string().nullable(),
        value: z.string(),
        actual: z.string().nullable(),
        success: z.boolean(),
      }),
    ),
    url: z.string().nullable(),
    method: z.string().nullable(),
    requestHeaders: Headers,
    requestBody: z.string().nullable(),
    responseHeaders: Headers,
    responseBody: z.string().nullable(),
    error: z.string().nullable(),
    sslDetails: z
      .object({
        issuer: z.string(),
        subject: z.string(),
        validFrom: InstantOut,
        validTo: InstantOut,
        daysUntilExpiration: z.number().int(),
      })
      .nullable(),
    isRetry: z.boolean(),
    retryOf: Id.nullable(),
    suppressedBy: z
      .object({ id: Id, name: z.string().meta({ description: 'What is done' }) })
      .nullable()
      .meta({ description: 'The maintenance that kept the incident of this check from opening; null: none' }),
  })
  .meta({ id: 'MonitorLog' });

/** `suppressedBy` is the maintenance that kept its incident from opening; null: none did. */
export function monitorLogOut(
  log: MonitorLog,
  suppressedBy: { readonly id: string; readonly name: string } | null,
): z.input<typeof MonitorLogOut> {
  const { isSslCheck, sslDetails, createdAt, ...rest } = log;
  return {
    ...rest,
    suppressedBy,
    createdAt: isoOf(createdAt),
    isSSLCheck: isSslCheck,
    accessabilityScore: log.accessibilityScore,
    assertions: log.assertions.map((assertion) => ({ ...assertion })),
    requestHeaders: log.requestHeaders && { ...log.requestHeaders },
    responseHeaders: log.responseHeaders && { ...log.responseHeaders },
    sslDetails: sslDetails && {
      ...sslDetails,
      validFrom: isoOf(sslDetails.validFrom),
      validTo: isoOf(sslDetails.validTo),
    },
  };
}
