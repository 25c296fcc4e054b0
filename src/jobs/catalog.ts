import { z } from 'zod';
import { CHANNELS } from '../core/notification/channel.ts';

/*
 * Every job, once. A job is a hint: it names what may be due, whoever takes it reads the database for what is. Payloads
 * are ids; a field added later is optional for as long as older jobs may be waiting.
 */

export const JOBS = {
  /** Notifications of a channel may be due. */
  deliver: z.object({ channel: z.enum(CHANNELS) }),
  /** Something of an incident may be due: a rule, a pass, the end of a snooze. */
  advance: z.object({ incidentId: z.string() }),
  /** Promised work may be due: of one kind, or of any. */
  outbox: z.object({ of: z.string().optional() }),
  /** Events may wait to be published. */
  events: z.object({}),
  /** Checks to make at a location, claimed at `claimedAt` (epoch ms): an old batch is dropped, its checks come again. */
  check: z.object({ location: z.string(), monitorIds: z.array(z.string()), claimedAt: z.number() }),
  /** One check that somebody waits for. */
  checkNow: z.object({
    location: z.string(),
    monitorId: z.string(),
    logId: z.string(),
    isRetry: z.boolean(),
    retryOf: z.string().nullable(),
  }),
} as const;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.output<(typeof JOBS)[Name]>;
export type JobHandlers = { readonly [Name in JobName]: (payload: JobPayload<Name>) => Promise<void> };

/** The queue that carries hints about incidents and messages. */
export const WAKE_QUEUE = 'tocsin-wake';

/** The queue of the checks of one location: whoever checks from there works on it. */
export function checkQueue(location: string): string {
  return `tocsin-checks-${location.toLowerCase().replaceAll('_', '-')}`;
}
