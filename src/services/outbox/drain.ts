import { DAY_MS, plusMs, SECOND_MS } from '../../core/time/instant.ts';
import { sendAlert } from '../alert/send.ts';
import { deliverAnnouncement } from '../announcement/deliver.ts';
import { sendAnnouncement } from '../announcement/send.ts';
import { syncIncident } from '../chat/sync-incident.ts';
import type { Context } from '../context.ts';
import { sendNotice } from '../notice/send.ts';
import type { OutboxEntry, OutboxKind } from '../ports/outbox.ts';
import { askToConfirm } from '../subscriber/ask-to-confirm.ts';
import { OUTBOX_LEASE_MS } from './lease.ts';
import type { Outcome } from './outcome.ts';

/** A chat that is away for longer has lost what it should have shown; until then nothing is dropped. */
const GIVE_UP_AFTER_MS = DAY_MS;

/** How long cards wait for pages before they look again. */
const CARDS_LOOK_AGAIN_MS = 500;

/** Does what transactions promised of one kind and what is due by now, at most `limit` things at once; answers how many it took. */
export async function drainOutbox(
  ctx: Context,
  { kind, limit }: { kind: OutboxKind; limit: number },
): Promise<{ claimed: number }> {
  if (kind === 'chat.sync' && (await doPagesWait(ctx))) return { claimed: 0 };
  const entries = await ctx.read.outbox.claim({
    kind,
    now: ctx.now,
    leaseUntil: plusMs(ctx.now, OUTBOX_LEASE_MS),
    leaseToken: ctx.ids.secret(16),
    limit,
  });
  await Promise.all(entries.map((entry) => doOne(ctx, entry)));
  return { claimed: entries.length };
}

/** Pages go first. Cards that were taken now would be put back one by one. */
async function doPagesWait(ctx: Context): Promise<boolean> {
  if (!(await ctx.read.notifications.isAnyDue('CHAT', ctx.now))) return false;
  ctx.wake.at([{ kind: 'outbox', of: 'chat.sync', at: plusMs(ctx.now, CARDS_LOOK_AGAIN_MS) }]);
  return true;
}

async function doOne(ctx: Context, entry: OutboxEntry): Promise<void> {
  try {
    const outcome = await doWork(ctx, entry);
    if (outcome.kind === 'later') {
      const { at, reason, countsAsAttempt } = outcome;
      await ctx.read.outbox.postpone(entry, { until: at, error: reason, countsAsAttempt });
      ctx.wake.at([{ kind: 'outbox', of: entry.kind, at }]);
      return;
    }
    await ctx.read.outbox.finish(entry, ctx.clock.now());
  } catch (error) {
    ctx.log.error({ err: error, kind: entry.kind, subjectId: entry.subjectId }, 'promised work failed');
    const until = plusMs(ctx.clock.now(), 5 * SECOND_MS);
    await ctx.read.outbox.postpone(entry, { until, error: 'failed', countsAsAttempt: true });
  }
}

function doWork(ctx: Context, entry: OutboxEntry): Promise<Outcome> {
  switch (entry.kind) {
    case 'chat.sync':
      return syncChat(ctx, entry);
    case 'notice.send':
      return sendNotice(ctx, entry);
    case 'alert.send':
      return sendAlert(ctx, entry);
    case 'announcement.send':
      return sendAnnouncement(ctx, entry);
    case 'announcement.deliver':
    case 'announcement.sms':
    case 'announcement.webhook':
      return deliverAnnouncement(ctx, entry);
    case 'subscriber.confirm':
      return askToConfirm(ctx, entry);
  }
}

async function syncChat(ctx: Context, entry: OutboxEntry): Promise<Outcome> {
  const synced = await syncIncident(ctx, {
    incidentId: entry.subjectId,
    attempt: entry.attempts,
    // A second attempt asks chat first what the first one left, so that no card comes twice.
    againSince: entry.attempts > 1 ? entry.createdAt : null,
  });
  if (synced.kind === 'later' && ctx.clock.now() - entry.createdAt >= GIVE_UP_AFTER_MS) {
    ctx.log.warn({ subjectId: entry.subjectId }, 'chat was not brought up to date');
    return { kind: 'done' };
  }
  return synced;
}
