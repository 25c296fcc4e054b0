import { monitorStatus, type MonitorStatus } from '../../core/monitor/status.ts';
import type { Impact } from '../../core/incident/types.ts';
import { cut } from '../../core/notification/message.ts';
import { SECOND_MS } from '../../core/time/instant.ts';
import { contextOf, SYSTEM, type Context } from '../context.ts';
import { actLocked } from '../incident/act.ts';
import { openWithin, prepareOpening, type PreparedOpening } from '../incident/open.ts';
import { resolved } from '../incident/wordings.ts';
import { TryAgainError } from '../errors.ts';
import type { EventType } from '../ports/events.ts';
import type { MonitorForCheck } from '../ports/monitor-checks.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';
import { transact, type Tx } from '../transact.ts';

const MAX_NAME = 255;
const EVENTS: Record<MonitorStatus, EventType> = {
  UP: 'monitor.recovered',
  DOWN: 'monitor.down',
  DEGRADED: 'monitor.degraded',
  UNKNOWN: 'monitor.unknown',
};
const COMPONENT_STATUS: Record<Exclude<MonitorStatus, 'UNKNOWN'>, Impact> = {
  UP: 'OPERATIONAL',
  DEGRADED: 'DEGRADEDPERFORMANCE',
  DOWN: 'MAJOROUTAGE',
};

/**
 * Lets a monitor's locations vote and, where the status changes, makes everything that follows from it hold in one
 * transaction: the status, its event, the component, the incident with all that makes somebody hear of it.
 */
export async function updateStatus(
  context: Context,
  input: { monitorId: string; cause: MonitorLog | null },
): Promise<void> {
  const ctx = contextOf(context, SYSTEM);
  const [seen] = await ctx.read.monitors.loadForCheck([input.monitorId]);
  if (seen === undefined || statusOf(seen, ctx) === seen.status) return;
  const opening = await openingFor(ctx, seen, input.cause);
  await transact(ctx, async (tx) => {
    if ((await tx.store.monitors.lock(input.monitorId)) === null) return;
    const [monitor] = await tx.store.monitors.loadForCheck([input.monitorId]);
    if (monitor === undefined) return;
    const from = monitor.status;
    const to = statusOf(monitor, ctx);
    const change = { monitorId: monitor.id, from, to, now: ctx.now };
    if (from === to || !(await tx.store.monitors.setStatus(change))) return;
    tx.happened({
      type: EVENTS[to],
      pageId: monitor.pageId,
      monitorId: monitor.id,
      text: sentence(monitor, to, input.cause),
      data: { from, to, reason: input.cause?.error ?? null, logId: input.cause?.id ?? null },
    });
    await moveComponent(ctx, tx, monitor, to);
    if (to === 'DOWN' && opening !== null) await openIncident(ctx, tx, opening);
    if (to === 'UP') await resolveIncident(ctx, tx, monitor);
  });
}

function statusOf(monitor: MonitorForCheck, ctx: Context): MonitorStatus {
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

/** What a change to DOWN would open; read before the transaction, because routing reads a good deal. */
async function openingFor(
  ctx: Context,
  monitor: MonitorForCheck,
  cause: MonitorLog | null,
): Promise<PreparedOpening | null> {
  if (!monitor.onFail.createIncident) return null;
  return prepareOpening(ctx, {
    pageId: monitor.pageId,
    name: `${cut(monitor.name, MAX_NAME - ' is down'.length)} is down`,
    description: cause?.error ?? '',
    impact: 'MAJOROUTAGE',
    components: monitor.componentId === null ? [] : [monitor.componentId],
    source: 'MONITOR',
    dedupKey: dedupKeyOf(monitor),
    monitorId: monitor.id,
    published: monitor.onFail.publishIncident,
    notify: monitor.onFail.notifySubscribers,
  });
}

function dedupKeyOf(monitor: { readonly id: string }): string {
  return `monitor:${monitor.id}`;
}

async function openIncident(ctx: Context, tx: Tx, opening: PreparedOpening): Promise<void> {
  const opened = await openWithin(ctx, tx, opening);
  if (opened === null) throw new TryAgainError('the incident to join was resolved in this very moment');
}

async function resolveIncident(ctx: Context, tx: Tx, monitor: MonitorForCheck): Promise<void> {
  if (!monitor.onRecover.resolveIncident) return;
  const open = await tx.store.incidents.findOpenByDedupKey(monitor.pageId, dedupKeyOf(monitor));
  const incident = open === null ? null : await tx.store.incidents.lock(open.id);
  if (incident === null) return;
  await actLocked(
    ctx,
    tx,
    incident,
    { kind: 'resolve' },
    {
      ...resolved(SYSTEM),
      happened: ({ number, name }) => `${monitor.name} recovered: #${number} ${name} is resolved.`,
    },
  );
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
      return `No result of ${monitor.name} has come for three intervals: its status is unknown.`;
  }
}
