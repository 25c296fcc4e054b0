import { afterFailure, MAX_ATTEMPTS } from '../../core/notification/retry.ts';
import { MINUTE_MS, plusMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../outbox/outcome.ts';
import type { OutboxEntry } from '../ports/outbox.ts';
import type { SendResult } from '../ports/sender.ts';
import type { SubscriberChannel } from '../ports/subscriber-sender.ts';

type Later = Extract<Outcome, { kind: 'later' }>;

/**
 * One SMS a second is what one number may send. What is given to Twilio faster waits there in one line with the pages, so
 * it waits here instead. A few may go at once.
 */
const SMS_SLOT = { key: 'subscriber.sms', intervalMs: SECOND_MS, burstMs: 5 * SECOND_MS } as const;
const TURN_PAUSE_MS = 2 * SECOND_MS;
/** Who has waited in line for long asks less often. */
const LONGEST_TURN_PAUSE_MS = 30 * SECOND_MS;
/** A provider that is down for longer than eight tries is asked that often, until the news is old. */
const DOWN_PAUSE_MS = 5 * MINUTE_MS;

/** Null where a message may go now; else when it comes again. */
export async function untilFree(
  ctx: Context,
  channel: SubscriberChannel,
  entry: OutboxEntry,
): Promise<Later | null> {
  if (channel !== 'SMS') return null;
  const now = ctx.clock.now();
  if ((await ctx.budget.reserve([SMS_SLOT], now, 0)) !== null) return null;
  const longest = Math.min(LONGEST_TURN_PAUSE_MS, Math.max(0, now - entry.createdAt));
  const at = plusMs(now, TURN_PAUSE_MS + ctx.random() * longest);
  return { kind: 'later', at, reason: 'not its turn', countsAsAttempt: false };
}

/** What follows a try that failed: another one, or none, and why. */
export function afterFailedTry(
  ctx: Context,
  { attempts, createdAt }: OutboxEntry,
  channel: SubscriberChannel,
  result: Exclude<SendResult, { kind: 'sent' }>,
): Later | { readonly kind: 'give-up'; readonly reason: string } {
  const { reason } = result;
  if (result.kind === 'rejected') return { kind: 'give-up', reason };
  const now = ctx.clock.now();
  const next = afterFailure({
    attempts,
    firstFailedAt: createdAt,
    now,
    random: ctx.random(),
    afterMs: result.kind === 'retry' ? result.afterMs : undefined,
    // There is no other channel that would have to start meanwhile, so nothing shortens the pauses.
    providerIsDown: true,
  });
  if (next.kind === 'retry') return { kind: 'later', at: next.at, reason, countsAsAttempt: true };
  // A provider of ours in trouble is no fault of the subscriber's.
  if (channel !== 'WEBHOOK' && result.unavailable === true) {
    const at = plusMs(now, DOWN_PAUSE_MS * (1 + ctx.random()));
    return { kind: 'later', at, reason, countsAsAttempt: false };
  }
  return { kind: 'give-up', reason: `${reason} It was tried ${MAX_ATTEMPTS} times.` };
}
