import { hear, heartbeatStatus, saysTheSame, type Signal } from '../../core/monitor/heartbeat.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { updateStatus } from '../monitor/update-status.ts';
import type { HeartbeatMonitor } from '../ports/heartbeats.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';
import { transact } from '../transact.ts';
import { heartbeatLog } from './log-of.ts';
import { saved } from './rhythm.ts';

export type Ping = {
  readonly token: string;
  readonly signal: Signal;
  readonly method: string;
  /** What the job printed, its first 4 KiB; null: nothing. */
  readonly output: string | null;
};

/** What tokens are made of: anything else is no token, and some of it no text for a database. */
const TOKEN = /^[\w-]{1,255}$/;

/**
 * Takes in what a job says of itself. The ping is stored first, in one short transaction; what follows from it is done next,
 * and by the sweep where the process dies in between or it fails. A ping that says the same as the last one, less than a
 * second later, is not stored again. Errors: `not_found` for a token that nobody has (any more).
 */
export async function receivePing(ctx: Context, ping: Ping): Promise<void> {
  const { token, signal } = ping;
  const seen = TOKEN.test(token) ? await ctx.read.heartbeats.findByToken(token) : null;
  if (seen === null) throw unknownAddress();
  // Under a flood this look, which waits for nobody, is all that happens.
  if (saysTheSame(seen.heartbeat, signal, { now: ctx.now, paused: seen.paused })) return;
  const heard = await store(ctx, ping);
  if (heard !== null) await follow(ctx, heard);
}

/** The same for an address that never was, one that was replaced, and one that is not even an address. */
export function unknownAddress(): AppError {
  return new AppError('not_found', 'This address belongs to no heartbeat');
}

type Heard = { readonly monitor: HeartbeatMonitor; readonly log: MonitorLog };

/** Null where there is nothing to follow from it. */
async function store(ctx: Context, { token, signal, method, output }: Ping): Promise<Heard | null> {
  return transact(ctx, async (tx) => {
    const { heartbeats, monitors } = tx.store;
    const monitor = await heartbeats.lockByToken(token);
    if (monitor === null) throw unknownAddress();
    const heard = hear(monitor.heartbeat, signal, { now: ctx.now, paused: monitor.paused });
    if (heard === null) return null;
    const { heartbeat, report } = heard;
    if (report === null) {
      await heartbeats.save([saved(monitor, heartbeat)]);
      return null;
    }
    const log = heartbeatLog(monitor, report, { id: ctx.ids.next('log'), at: ctx.now, method, output });
    await heartbeats.save([saved(monitor, heartbeat, monitor.paused ? undefined : log.id)]);
    await monitors.insertLogs([log]);
    await monitors.touch([monitor.id], ctx.now);
    return monitor.paused ? null : { monitor: { ...monitor, heartbeat }, log };
  });
}

/** Whoever called has been heard: what fails here is no business of the job's, and is made up for by the sweep. */
async function follow(ctx: Context, { monitor, log }: Heard): Promise<void> {
  const { id: monitorId, createMetric, status, heartbeat } = monitor;
  try {
    if (heartbeatStatus(heartbeat) !== status) await updateStatus(ctx, { monitorId, cause: log });
    if (!createMetric || log.responseTime === null) return;
    const point = { id: `dp_${log.id}`, monitorId, at: log.createdAt, value: log.responseTime };
    await ctx.read.metrics.addMonitorData([point]);
  } catch (error) {
    ctx.log.error(
      { err: error, monitorId },
      'what follows from a heartbeat could not be done; it is tried again',
    );
  }
}
