import type { Context } from '../context.ts';
import type { Outcome } from '../outbox/outcome.ts';
import type { OutboxEntry } from '../ports/outbox.ts';

/** So many at a time, that no statement of it takes long. */
const SETTLED_AT_ONCE = 1_000;

/**
 * Settles who hears of the announcement that is the entry's subject, and has each of them told by an entry of their own:
 * so each is tried again by itself, none waits for another, and whoever died in the middle is followed by somebody who
 * goes on with the rest.
 */
export async function sendAnnouncement(ctx: Context, { subjectId }: OutboxEntry): Promise<Outcome> {
  const now = ctx.clock.now();
  const settled = await ctx.read.announcements.settle(subjectId, { now, limit: SETTLED_AT_ONCE });
  if (settled > 0) ctx.wake.at([{ kind: 'outbox', at: now }]);
  if (settled < SETTLED_AT_ONCE) return { kind: 'done' };
  return { kind: 'later', at: now, reason: 'more are to hear of it', countsAsAttempt: false };
}
