import { subjectOf } from '../../core/monitor/target.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import { followMonitor } from '../heartbeat/follow-monitor.ts';
import { giveMetric } from '../metric/follow-monitor.ts';
import { followingComponent } from './follow-component.ts';
import { heartbeatParts } from '../heartbeat/address.ts';
import { buildAssertions, requireAlerts, urlProblem, type MonitorSettings } from './monitor-input.ts';
import { placeChecks } from './place-checks.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** A null name is the host of the url. */
export type NewMonitor = Omit<MonitorSettings, 'name'> & {
  readonly pageId: string;
  readonly name: string | null;
};

const MAX_NAME_CHARS = 255;
const ON_FAIL = {
  createIncident: true,
  createOutageDuration: false,
  publishIncident: false,
  notifySubscribers: false,
};
const ON_RECOVER = {
  resolveIncident: true,
  resolveOutageDuration: false,
  publishIncident: false,
  notifySubscribers: false,
};

/**
 * Stores a new monitor; its first checks are due at once. Errors: `not_found` for an unknown page, `validation_error`
 * naming a path.
 */
export async function createMonitor(ctx: Context, input: NewMonitor): Promise<Monitor> {
  const { now, ids } = ctx;
  const { pageId, type, url, basicAuth } = input;
  const problem = urlProblem(type, url);
  if (problem !== null) throw invalid('url', problem);

  return transact(ctx, async (tx) => {
    const { store } = tx;
    if ((await store.pages.find(pageId)) === null) throw notFound('Page');
    const fresh: Monitor = {
      ...input,
      id: ids.next('mon'),
      name: input.name ?? hostOf(type, url),
      basicAuth: basicAuth && { username: basicAuth.username, password: basicAuth.password ?? '' },
      assertions: buildAssertions(input.assertions, [], ids),
      alerts: await requireAlerts(store, pageId, input.alerts),
      onFail: { ...ON_FAIL, ...input.onFail },
      onRecover: { ...ON_RECOVER, ...input.onRecover },
      ...heartbeatParts(ctx, { type, url, heartbeatToken: null }),
      componentId: null,
      groupId: null,
      status: 'UNKNOWN',
      statusChangedAt: null,
      lastCheckedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    const monitor = input.createComponent
      ? { ...fresh, componentId: await followingComponent(store, fresh, { ids, now }) }
      : fresh;
    await store.monitors.insert(monitor);
    await followMonitor(store, { from: null, to: monitor, now });
    tx.changed(created('monitor', monitor));
    if (monitor.createMetric) await giveMetric(ctx, store, monitor);
    await placeChecks(store, monitor, { now, atOnce: true });
    return monitor;
  });
}

function hostOf(type: Monitor['type'], url: string | null): string {
  if (url === null) return 'Heartbeat';
  if (type === 'PING' || type === 'TCP' || type === 'DNS') return subjectOf(url).slice(0, MAX_NAME_CHARS);
  return URL.canParse(url) ? new URL(url).host.slice(0, MAX_NAME_CHARS) : url.slice(0, MAX_NAME_CHARS);
}
