import { errorOf, hear, heartbeatStatus, saysTheSame, type Signal } from '../../core/monitor/heartbeat.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { updateStatus } from '../monitor/update-status.ts';
import type { HeartbeatMonitor } from '../ports/heartbeats.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';
import type { Store } from '../ports/store.ts';
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

/** Others may call meanwhile, each with a change of its own. */
const MAX_TRIES = 10;

/**
 * Takes in what a job says of itself. The ping is stored first, in one short transaction; what follows from it is done next,
 * and by the sweep where the process dies in between or it fails. A result whose effects are still to come has them before
 * the next one is stored, so that no failure is made up for unseen. A ping that says the same as the last one, less than a
 * second later, is not stored again. Errors: `not_found` for a token that nobody has (any more).
 */
export async function receivePing(ctx: Context, ping: Ping): Promise<void> {
  const { token } = ping;
  const seen = isToken(token) ? await ctx.read.heartbeats.findByToken(token) : null;
  if (seen === null) throw unknownAddress();
  // Under a flood this look, which waits for nobody, is all that happens.
  if (await isSaidAgain(ctx.read, seen, ping, ctx.now)) return;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const stored = await store(ctx, ping, { isLastTry: tries === MAX_TRIES });
    if (stored.kind === 'stored') return stored.heard === null ? undefined : follow(ctx, stored.heard);
    await settle(ctx, stored.before);
  }
}

/** Whether a text may be a token; no other is looked for. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The same for an address that never was, one that was replaced, and one that is not even an address. */
export function unknownAddress(): AppError {
  return new AppError('not_found', 'This address belongs to no heartbeat');
}

type Heard = { readonly monitor: HeartbeatMonitor; readonly log: MonitorLog };

type Stored =
  /** `heard` is null where nothing follows from it. */
  | { readonly kind: 'stored'; readonly heard: Heard | null }
  /** Not stored yet: what came before has still to have its effects. */
  | { readonly kind: 'unsettled'; readonly before: HeartbeatMonitor };

const NOTHING_FOLLOWS: Stored = { kind: 'stored', heard: null };

async function store(ctx: Context, ping: Ping, { isLastTry }: { isLastTry: boolean }): Promise<Stored> {
  return transact(ctx, async (tx) => {
    const { heartbeats, monitors } = tx.store;
    const { token, signal, method, output } = ping;
    const monitor = await heartbeats.lockByToken(token);
    if (monitor === null) throw unknownAddress();
    const { paused } = monitor;
    if (await isSaidAgain(tx.store, monitor, ping, ctx.now)) return NOTHING_FOLLOWS;
    const { heartbeat, report } = hear(monitor.heartbeat, signal, { now: ctx.now, paused });
    if (report === null) {
      await heartbeats.save([saved(monitor, heartbeat)]);
      return NOTHING_FOLLOWS;
    }
    if (isUnsettled(monitor) && !isLastTry) return { kind: 'unsettled', before: monitor };
    const log = heartbeatLog(monitor, report, { id: ctx.ids.next('log'), at: ctx.now, method, output });
    await heartbeats.save([saved(monitor, heartbeat, paused ? undefined : log.id)]);
    await monitors.insertLogs([log]);
    await monitors.touch([monitor.id], ctx.now);
    return paused ? NOTHING_FOLLOWS : { kind: 'stored', heard: { monitor: { ...monitor, heartbeat }, log } };
  });
}

/** A failure that says anything new, by its code or its output, is none: no failure is ever lost. */
async function isSaidAgain(
  { monitors }: Pick<Store, 'monitors'>,
  { heartbeat, paused, logId }: HeartbeatMonitor,
  { signal, output }: Ping,
  now: EpochMs,
): Promise<boolean> {
  if (!saysTheSame(heartbeat, signal, { now, paused })) return false;
  if (signal.kind !== 'FAIL') return true;
  const last = logId === null || paused ? null : await monitors.findLog(logId);
  return last !== null && last.error === errorOf(signal) && last.responseBody === output;
}

function isUnsettled({ heartbeat, status, paused }: HeartbeatMonitor): boolean {
  return !paused && heartbeatStatus(heartbeat) !== status;
}

async function settle(ctx: Context, { id, logId }: HeartbeatMonitor): Promise<void> {
  await attempt(ctx, id, async () => {
    const cause = logId === null ? null : await ctx.read.monitors.findLog(logId);
    await updateStatus(ctx, { monitorId: id, cause });
  });
}

async function follow(ctx: Context, { monitor, log }: Heard): Promise<void> {
  const { id: monitorId, createMetric } = monitor;
  await attempt(ctx, monitorId, async () => {
    if (isUnsettled(monitor)) await updateStatus(ctx, { monitorId, cause: log });
    if (!createMetric || log.responseTime === null) return;
    const point = { id: `dp_${log.id}`, monitorId, at: log.createdAt, value: log.responseTime };
    await ctx.read.metrics.addMonitorData([point]);
  });
}

/** Whoever calls is heard: what fails here is no business of the job's, and is made up for by the sweep. */
async function attempt(ctx: Context, monitorId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.error(
      { err: error, monitorId },
      'what follows from a heartbeat could not be done; it is tried again',
    );
  }
}
