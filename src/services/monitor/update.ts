import type { EpochMs } from '../../core/time/instant.ts';
import type { IdGenerator } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { heartbeatParts } from '../heartbeat/address.ts';
import { followMonitor, mayChangeStatus } from '../heartbeat/follow-monitor.ts';
import { giveMetric, renameMetric } from '../metric/follow-monitor.ts';
import { settleChange } from '../outage/of-monitor.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { Store } from '../ports/store.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { followingComponent } from './follow-component.ts';
import { buildAssertions, requireAlerts, urlProblem, type MonitorSettings } from './monitor-input.ts';
import { placeChecks } from './place-checks.ts';
import { updateStatus } from './update-status.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/**
 * Changes what is sent of a monitor; assertions and alerts that are sent replace the stored ones. What its locations
 * have seen stays. Errors: `not_found`, `validation_error` naming a path.
 */
export async function updateMonitor(
  ctx: Context,
  input: { monitorId: string; changes: Changes<MonitorSettings> },
): Promise<Monitor> {
  const { from, to } = await change(ctx, input);
  if (!mayChangeStatus({ from, to })) return to;
  await updateStatus(ctx, { monitorId: to.id, cause: null });
  return (await ctx.read.monitors.find(to.id)) ?? to;
}

async function change(
  ctx: Context,
  input: { monitorId: string; changes: Changes<MonitorSettings> },
): Promise<{ from: Monitor; to: Monitor }> {
  const { now, ids } = ctx;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.monitors.lock(input.monitorId);
    if (stored === null) throw notFound('Monitor');
    const sent = await withSettings(store, stored, input.changes, { ids, now });
    const changed = { ...sent, ...heartbeatParts(ctx, sent) };
    requireCheckable(changed);
    // Only whoever asks for a component gets one: one that was deleted does not come back by itself.
    const asks = input.changes.createComponent === true;
    const starts = asks && !(stored.createComponent && stored.componentId !== null);
    const monitor = starts
      ? { ...changed, componentId: await followingComponent(store, changed, { ids, now }) }
      : changed;
    await store.monitors.update(monitor);
    tx.changed(updated('monitor', stored, monitor));
    await followMonitor(store, { from: stored, to: monitor, now });
    await renameMetric(ctx, store, { from: stored, to: monitor });
    if (input.changes.createMetric === true) await giveMetric(ctx, store, monitor);
    await settleChange(store, { from: stored, to: monitor, now });
    if (isPlacedElsewhere(monitor, stored)) {
      const wasUnchecked = stored.lastCheckedAt === null || stored.type === 'HEARTBEAT';
      const atOnce = wasUnchecked || (stored.paused && !monitor.paused);
      await placeChecks(store, monitor, { now, atOnce });
    }
    return { from: stored, to: monitor };
  });
}

async function withSettings(
  store: Store,
  stored: Monitor,
  changes: Changes<MonitorSettings>,
  { ids, now }: { ids: IdGenerator; now: EpochMs },
): Promise<Monitor> {
  const { basicAuth, assertions, alerts, onFail, onRecover, ...rest } = changes;
  return {
    ...withChanges(stored, rest),
    basicAuth: basicAuth === undefined ? stored.basicAuth : withPassword(basicAuth, stored.basicAuth),
    assertions:
      assertions === undefined ? stored.assertions : buildAssertions(assertions, stored.assertions, ids),
    alerts: alerts === undefined ? stored.alerts : await requireAlerts(store, stored.pageId, alerts),
    onFail: withChanges(stored.onFail, onFail ?? {}),
    onRecover: withChanges(stored.onRecover, onRecover ?? {}),
    updatedAt: now,
  };
}

function requireCheckable(changed: Monitor): void {
  const problem = urlProblem(changed.type, changed.url);
  if (problem !== null) throw invalid('url', problem);
}

function withPassword(
  sent: MonitorSettings['basicAuth'],
  stored: Monitor['basicAuth'],
): Monitor['basicAuth'] {
  return sent && { username: sent.username, password: sent.password ?? stored?.password ?? '' };
}

function isPlacedElsewhere(monitor: Monitor, stored: Monitor): boolean {
  return (
    (monitor.type === 'HEARTBEAT') !== (stored.type === 'HEARTBEAT') ||
    monitor.paused !== stored.paused ||
    monitor.checksIntervalS !== stored.checksIntervalS ||
    monitor.locations.join() !== stored.locations.join()
  );
}
