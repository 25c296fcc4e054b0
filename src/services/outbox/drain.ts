import { DAY_MS, plusMs, SECOND_MS } from '../../core/time/instant.ts';
import { syncIncident } from '../chat/sync-incident.ts';
import { contextOf, type Context } from '../context.ts';
import type { OutboxEntry } from '../ports/outbox.ts';

const LEASE_MS = 60 * SECOND_MS;
/** A chat that is away for longer has lost what it should have shown; until then nothing is dropped. */
const GIVE_UP_AFTER_MS = DAY_MS;

/** Does what transactions promised and what is due by now, at most `limit` things at once; answers how many it took. */
export async function drainOutbox(ctx: Context, { limit }: { limit: number }): Promise<{ claimed: number }> {
  const entries = await ctx.read.outbox.claim({
    now: ctx.now,
    leaseUntil: plusMs(ctx.now, LEASE_MS),
    leaseToken: ctx.ids.secret(16),
    limit,
  });
  await Promise.all(entries.map((entry) => doOne(ctx, entry)));
  return { claimed: entries.length };
}

async function doOne(ctx: Context, entry: OutboxEntry): Promise<void> {
  try {
    const synced = await syncIncident(ctx, {
      incidentId: entry.subjectId,
      attempt: entry.attempts,
      // A second attempt asks chat first what the first one left, so that no card comes twice.
      againSince: entry.attempts > 1 ? entry.createdAt : null,
    });
    const after = contextOf(ctx, ctx.actor);
    if (synced.kind === 'later' && after.now - entry.createdAt < GIVE_UP_AFTER_MS) {
      const { at, reason, countsAsAttempt } = synced;
      await ctx.read.outbox.postpone(entry, { until: at, error: reason, countsAsAttempt });
      ctx.wake.at([{ kind: 'outbox', at }]);
      return;
    }
    if (synced.kind === 'later')
      ctx.log.warn({ subjectId: entry.subjectId }, 'chat was not brought up to date');
    await ctx.read.outbox.finish(entry, after.now);
  } catch (error) {
    ctx.log.error({ err: error, kind: entry.kind, subjectId: entry.subjectId }, 'promised work failed');
    const until = plusMs(ctx.clock.now(), 5 * SECOND_MS);
    await ctx.read.outbox.postpone(entry, { until, error: 'failed', countsAsAttempt: true });
  }
}
