import { heartbeatStatus } from '../../core/monitor/heartbeat.ts';
import { monitorStatus, type MonitorStatus } from '../../core/monitor/status.ts';
import { SECOND_MS } from '../../core/time/instant.ts';
import { asksForIncident, promiseChange } from '../alert/promise-change.ts';
import { contextOf, SYSTEM, type Context } from '../context.ts';
import { AppError, TryAgainError } from '../errors.ts';
import { followOutages } from '../outage/of-monitor.ts';
import { unlessOvertaken, type PreparedOpening } from '../incident/open.ts';
import type { EventType } from '../ports/events.ts';
import type { MonitorForCheck } from '../ports/monitor-checks.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';
import { suppressIncident } from '../maintenance/suppress.ts';
import { transact, type Tx } from '../transact.ts';
import { COMPONENT_STATUS } from './follow-component.ts';
import { openIncident, openingFor, resolveIncident } from './incident-of.ts';

/** A vote may be counted while another one comes in; each of them ends in a change of its own. */
const MAX_TRIES = 10;
const EVENTS: Record<MonitorStatus, EventType> = {
  UP: 'monitor.recovered',
  DOWN: 'monitor.down',
  DEGRADED: 'monitor.degraded',
  UNKNOWN: 'monitor.unknown',
};

type Input = { readonly monitorId: string; readonly cause: MonitorLog | null };

/**
 * Lets a monitor's locations vote, or its job's last word count, and, where the status changes, makes everything that follows from it hold in one
 * transaction: the status, its event, the component, the incident with all that makes somebody hear of it, what alerts
 * are to tell.
 */
export async function updateStatus(context: Context, input: Input): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const outcome = await unlessOvertaken(() => tryUpdate(contextOf(context, SYSTEM), input));
    if (outcome === 'settled') return;
  }
  throw new AppError('unavailable', 'the status of a monitor changes faster than it can be recorded');
}

/** `again`: the votes have changed since it was read what their change would open. */
async function tryUpdate(ctx: Context, { monitorId, cause }: Input): Promise<'settled' | 'again'> {
  const [seen] = await ctx.read.monitors.loadForCheck([monitorId]);
  if (seen === undefined || statusOf(seen, ctx) === seen.status) return 'settled';
  const opening = await openingOf(ctx, seen, cause);
  return transact(ctx, async (tx) => {
    if ((await tx.store.monitors.lock(monitorId)) === null) return 'settled';
    const [monitor] = await tx.store.monitors.loadForCheck([monitorId]);
    if (monitor === undefined) return 'settled';
    const from = monitor.status;
    const to = statusOf(monitor, ctx);
    if (from === to) return 'settled';
    if (from !== seen.status || to !== statusOf(seen, ctx)) return 'again';
    if (!(await tx.store.monitors.setStatus({ monitorId, from, to, now: ctx.now }))) return 'settled';
    await follow(ctx, tx, { monitor, from, to, cause, opening });
    return 'settled';
  });
}

type Change = {
  readonly monitor: MonitorForCheck;
  readonly from: MonitorStatus;
  readonly to: MonitorStatus;
  readonly cause: MonitorLog | null;
  readonly opening: PreparedOpening | null;
};

/** All that follows from a change that is stored. */
async function follow(ctx: Context, tx: Tx, change: Change): Promise<void> {
  const { monitor, from, to, cause, opening } = change;
  const eventId = tx.happened({
    type: EVENTS[to],
    pageId: monitor.pageId,
    monitorId: monitor.id,
    text: sentence(monitor, to, cause),
    data: { from, to, reason: cause?.error ?? null, logId: cause?.id ?? null },
  });
  const { opensIncident } = await promiseChange(ctx, tx, { monitor, from, to, eventId, cause });
  const isFailure = to === 'DOWN' || to === 'DEGRADED';
  const isWanted = isFailure && (opensIncident || createsIncident(monitor, to));
  if (isWanted && !(await isSuppressed(ctx, tx, change))) {
    if (opening === null) throw new TryAgainError('an incident is asked for since this very moment');
    await openIncident(ctx, tx, opening);
  }
  if (to === 'UP') await resolveIncident(ctx, tx, monitor);
  // Locks are taken in the order monitors, maintenances, incidents, components.
  await moveComponent(ctx, tx, monitor, to);
  await followOutages(ctx, tx.store, { monitor, to });
}

/** Whether a maintenance in progress keeps the incident of a change from opening. */
async function isSuppressed({ now }: Context, tx: Tx, { monitor, to, cause }: Change): Promise<boolean> {
  if (to !== 'DOWN' && to !== 'DEGRADED') return false;
  const reason = cause?.error ?? null;
  const logId = cause?.id ?? null;
  return suppressIncident(tx, { monitor, to, sentence: sentence(monitor, to, cause), reason, logId, now });
}

/** What a monitor's locations vote for now, or what its job said last. */
export function statusOf(monitor: MonitorForCheck, ctx: Pick<Context, 'now'>): MonitorStatus {
  if (monitor.heartbeat !== null) return monitor.paused ? monitor.status : heartbeatStatus(monitor.heartbeat);
  const votes = monitor.places.flatMap(({ location, state }) =>
    state.confirmedOutcome === null || state.confirmedAt === null
      ? []
      : [{ location, outcome: state.confirmedOutcome, at: state.confirmedAt }],
  );
  return monitorStatus(votes, {
    configuredLocations: monitor.locations,
    now: ctx.now,
    intervalMs: monitor.checksIntervalS * SECOND_MS,
  });
}

/** What the change would open; null where it opens nothing. */
async function openingOf(
  ctx: Context,
  monitor: MonitorForCheck,
  cause: MonitorLog | null,
): Promise<PreparedOpening | null> {
  const to = statusOf(monitor, ctx);
  if (to !== 'DOWN' && to !== 'DEGRADED') return null;
  const isWanted = createsIncident(monitor, to) || (await asksForIncident(ctx, monitor, to));
  return isWanted ? openingFor(ctx, monitor, { to, cause }) : null;
}

function createsIncident(monitor: MonitorForCheck, to: MonitorStatus): boolean {
  return to === 'DOWN' && monitor.onFail.createIncident;
}

async function moveComponent(
  ctx: Context,
  tx: Tx,
  monitor: MonitorForCheck,
  to: MonitorStatus,
): Promise<void> {
  if (!monitor.createComponent || monitor.componentId === null || to === 'UNKNOWN') return;
  await tx.store.components.setStatus([monitor.componentId], COMPONENT_STATUS[to], ctx.now);
}

function sentence(monitor: MonitorForCheck, to: MonitorStatus, cause: MonitorLog | null): string {
  const because = cause?.error === null || cause === null ? '' : `: ${cause.error}`;
  switch (to) {
    case 'UP':
      return `${monitor.name} is up.`;
    case 'DOWN':
      return `${monitor.name} is down${because}`;
    case 'DEGRADED':
      return `${monitor.name} is degraded${because}`;
    case 'UNKNOWN':
      if (monitor.type === 'HEARTBEAT') return `${monitor.name} waits for its first heartbeat.`;
      return `No result of ${monitor.name} has come for three intervals: its status is unknown.`;
  }
}
