import { slackPlaceOf } from '../../core/monitor/alert-recipient.ts';
import { afterFailure, MAX_ATTEMPTS } from '../../core/notification/retry.ts';
import { plusMs, SECOND_MS } from '../../core/time/instant.ts';
import { postingTo } from '../chat/budgets.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../outbox/outcome.ts';
import type { AlertMessage } from '../ports/alert-messages.ts';
import type { OutboxEntry } from '../ports/outbox.ts';
import type { SendResult } from '../ports/sender.ts';

const TURN_PAUSE_MS = SECOND_MS;
/** Who has waited in line for long asks less often: a thousand who ask every second would keep everybody else waiting. */
const LONGEST_TURN_PAUSE_MS = 30 * SECOND_MS;
const DONE: Outcome = { kind: 'done' };

/**
 * Sends the message of an alert that is the entry's subject, at least once: eight tries with growing pauses. One that
 * is refused for good, or has run out of tries or time, is given up, and its row says why.
 */
export async function sendAlert(ctx: Context, entry: OutboxEntry): Promise<Outcome> {
  const message = await ctx.read.alertMessages.find(entry.subjectId);
  if (message === null || message.sentAt !== null || message.failedAt !== null) return DONE;
  const now = ctx.clock.now();
  if (message.expiresAt <= now) return giveUp(ctx, entry, message, 'It could not be sent in time.');
  if (!(await isTurnFree(ctx, message))) {
    const longest = Math.min(LONGEST_TURN_PAUSE_MS, Math.max(0, now - message.createdAt));
    const at = plusMs(now, TURN_PAUSE_MS + ctx.random() * longest);
    return { kind: 'later', at, reason: 'not its turn', countsAsAttempt: false };
  }
  const { id, alertId, type, recipient, view, createdAt } = message;
  const againSince = entry.attempts > 1 ? createdAt : null;
  const result = await ctx.alerts.send({
    key: id,
    alertId,
    type,
    recipient,
    view,
    againSince,
    now,
  });
  return result.kind === 'sent' ? sent(ctx, message, result.externalId) : failed(ctx, entry, message, result);
}

/** What the bot posts counts with what it pages by: taken only when a turn is free, because pages go first. */
async function isTurnFree(ctx: Context, message: AlertMessage): Promise<boolean> {
  if (!isByBot(message)) return true;
  return (await ctx.budget.reserve(postingTo(ctx, message.recipient), ctx.clock.now(), 0)) !== null;
}

function isByBot({ type, recipient }: AlertMessage): boolean {
  return type === 'SLACK' && slackPlaceOf(recipient) !== 'webhook';
}

async function sent(ctx: Context, message: AlertMessage, externalId: string | null): Promise<Outcome> {
  await ctx.read.alertMessages.recordSent(message.id, { externalId, at: ctx.clock.now() });
  ctx.log.info(namesOf(message), 'an alert was sent');
  return DONE;
}

async function failed(
  ctx: Context,
  entry: OutboxEntry,
  message: AlertMessage,
  result: Exclude<SendResult, { kind: 'sent' }>,
): Promise<Outcome> {
  const { reason } = result;
  if (result.kind === 'rejected') return giveUp(ctx, entry, message, reason);
  const now = ctx.clock.now();
  const afterMs = result.kind === 'retry' ? result.afterMs : undefined;
  if (afterMs !== undefined && isByBot(message)) {
    await ctx.budget.holdUntil('slack.post', plusMs(now, afterMs));
  }
  const next = afterFailure({
    attempts: entry.attempts,
    firstFailedAt: message.createdAt,
    now,
    random: ctx.random(),
    afterMs,
    // There is no other channel that would have to start meanwhile, so nothing shortens the pauses.
    providerIsDown: true,
  });
  if (next.kind === 'give-up') {
    return giveUp(ctx, entry, message, `${reason} It was tried ${MAX_ATTEMPTS} times.`);
  }
  return { kind: 'later', at: next.at, reason, countsAsAttempt: true };
}

async function giveUp(
  ctx: Context,
  entry: OutboxEntry,
  message: AlertMessage,
  reason: string,
): Promise<Outcome> {
  await ctx.read.alertMessages.recordFailed(message.id, entry, { reason, at: ctx.clock.now() });
  ctx.log.warn({ ...namesOf(message), reason }, 'an alert was not sent');
  return DONE;
}

/** What logs name it by; a recipient may be a secret address. */
function namesOf({ id, alertId, monitorId, type }: AlertMessage) {
  return { messageId: id, alertId, monitorId, type };
}
