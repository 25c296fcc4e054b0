import { afterDeafness } from '../../core/monitor/heartbeat.ts';
import { plusMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { rhythmOf, saved } from './rhythm.ts';

/**
 * Notes that this process can hear heartbeats; those of the api role call it every few seconds. While none could, because all
 * were stopped, or the machine slept, or the database was away, pings were refused, and a silence says nothing. So whoever can
 * hear again first gives the jobs that were expected meanwhile another chance (`afterDeafness`), in the transaction that notes
 * it; until then `judgeSilence` finds nothing overdue, whichever process runs it. The gap is measured by the clock of the
 * database, which all of them share. `starts`: the process did not hear until now, so any gap counts, not only half a minute.
 */
export async function noteHearing(ctx: Context, input: { starts: boolean }): Promise<{ moved: number }> {
  if (!input.starts && (await ctx.read.heartbeats.noteHearing())) return { moved: 0 };
  return transact(ctx, async ({ store }) => {
    const gapMs = await store.heartbeats.noteHearingAgain();
    const gap = { from: plusMs(ctx.now, -gapMs), to: ctx.now };
    const moved = (await store.heartbeats.lockAwaited()).flatMap((monitor) => {
      const heartbeat = afterDeafness(monitor.heartbeat, rhythmOf(monitor), gap);
      return heartbeat === monitor.heartbeat ? [] : [saved(monitor, heartbeat)];
    });
    await store.heartbeats.save(moved);
    return { moved: moved.length };
  });
}
