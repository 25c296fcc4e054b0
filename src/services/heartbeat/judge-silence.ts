import { miss } from '../../core/monitor/heartbeat.ts';
import type { Context } from '../context.ts';
import { updateStatus } from '../monitor/update-status.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';
import { severalAtOnce } from '../several-at-once.ts';
import { transact } from '../transact.ts';
import { heartbeatLog } from './log-of.ts';
import { saved } from './rhythm.ts';

const LIMIT = 200;
const AT_ONCE = 4;

/**
 * Makes what is due and did not come a failure, once each however many processes look: with its log it is stored before
 * anything follows from it, so what a crash leaves undone `settleHeartbeats` finds. Answers how many there were.
 */
export async function judgeSilence(ctx: Context): Promise<{ missed: number }> {
  const logs = await transact(ctx, async ({ store }) => {
    const overdue = await store.heartbeats.lockOverdue(ctx.now, LIMIT);
    const missed = overdue.map((monitor) => {
      const { heartbeat, report } = miss(monitor.heartbeat, ctx.now);
      const ping = { id: ctx.ids.next('log'), at: ctx.now, method: null, output: null };
      const log = heartbeatLog(monitor, report, ping);
      return { log, row: saved(monitor, heartbeat, log.id) };
    });
    await store.heartbeats.save(missed.map(({ row }) => row));
    await store.monitors.insertLogs(missed.map(({ log }) => log));
    return missed.map(({ log }) => log);
  });
  await severalAtOnce(logs, AT_ONCE, (log) => settle(ctx, log.monitorId, log));
  return { missed: logs.length };
}

/**
 * Gives monitors the status that their last result says where a crash or an error kept that from happening. Harmless beside
 * any other process that does the same.
 */
export async function settleHeartbeats(ctx: Context): Promise<void> {
  const unsettled = await ctx.read.heartbeats.unsettled(LIMIT);
  await severalAtOnce(unsettled, AT_ONCE, async ({ monitorId, logId }) => {
    const cause = logId === null ? null : await ctx.read.monitors.findLog(logId);
    await settle(ctx, monitorId, cause);
  });
}

/** One that fails keeps none of the others from being told. */
async function settle(ctx: Context, monitorId: string, cause: MonitorLog | null): Promise<void> {
  try {
    await updateStatus(ctx, { monitorId, cause });
  } catch (error) {
    ctx.log.error(
      { err: error, monitorId },
      'what follows from a silence could not be done; it is tried again',
    );
  }
}
