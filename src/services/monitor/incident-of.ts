import type { Incident } from '../../core/incident/types.ts';
import type { AlertView } from '../../core/monitor/alert-message.ts';
import { cut } from '../../core/notification/message.ts';
import { SYSTEM, type Context } from '../context.ts';
import { TryAgainError } from '../errors.ts';
import { actLocked } from '../incident/act.ts';
import { openWithin, prepareOpening, type PreparedOpening } from '../incident/open.ts';
import { resolved } from '../incident/wordings.ts';
import type { MonitorForCheck } from '../ports/monitor-checks.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';
import type { Store } from '../ports/store.ts';
import type { Tx } from '../transact.ts';
import { tellRecovery } from './tell-recovery.ts';

const MAX_NAME = 255;
const WORDS = {
  DOWN: ['is down', 'MAJOROUTAGE'],
  DEGRADED: ['is degraded', 'DEGRADEDPERFORMANCE'],
} as const;

/** What a change would open; read before its transaction, because routing reads a good deal. */
export async function openingFor(
  ctx: Context,
  monitor: MonitorForCheck,
  { to, cause }: { to: keyof typeof WORDS; cause: MonitorLog | null },
): Promise<PreparedOpening> {
  const [words, impact] = WORDS[to];
  return prepareOpening(ctx, {
    pageId: monitor.pageId,
    name: `${cut(monitor.name, MAX_NAME - ` ${words}`.length)} ${words}`,
    description: cause?.error ?? '',
    impact,
    components: monitor.componentId === null ? [] : [monitor.componentId],
    source: 'MONITOR',
    dedupKey: dedupKeyOf(monitor),
    monitorId: monitor.id,
    published: monitor.onFail.publishIncident,
    notify: monitor.onFail.notifySubscribers,
  });
}

/**
 * What a certificate that ends soon would open: an incident of its own, because one that somebody has acknowledged for
 * weeks must not swallow an outage. It is for those who can renew it, so it is not published.
 */
export async function certificateOpeningFor(
  ctx: Context,
  monitor: Monitor,
  view: AlertView,
): Promise<PreparedOpening> {
  return prepareOpening(ctx, {
    pageId: monitor.pageId,
    name: cut(view.title, MAX_NAME),
    description: view.text,
    impact: 'DEGRADEDPERFORMANCE',
    source: 'MONITOR',
    dedupKey: certificateKeyOf(monitor),
    monitorId: monitor.id,
  });
}

/** Opens the incident, or adds to the one that is open already. */
export async function openIncident(ctx: Context, tx: Tx, opening: PreparedOpening): Promise<void> {
  const opened = await openWithin(ctx, tx, opening);
  if (opened === null) throw new TryAgainError('the incident to join was resolved in this very moment');
}

/** Resolves what a change of the monitor had opened, where it is to. */
export async function resolveIncident(ctx: Context, tx: Tx, monitor: MonitorForCheck): Promise<void> {
  if (!monitor.onRecover.resolveIncident) return;
  const open = await tx.store.incidents.findOpenByDedupKey(monitor.pageId, dedupKeyOf(monitor));
  const incident = open === null ? null : await tx.store.incidents.lock(open.id);
  if (incident === null || incident.response.state === 'RESOLVED') return;
  await tellRecovery(ctx, tx, monitor, incident);
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

/** What is open of what the monitor had opened, locked in one order. */
export async function openIncidentsOf(store: Store, monitor: Monitor): Promise<Incident[]> {
  const open: Incident[] = [];
  for (const key of [dedupKeyOf(monitor), certificateKeyOf(monitor)]) {
    const found = await store.incidents.findOpenByDedupKey(monitor.pageId, key);
    const incident = found === null ? null : await store.incidents.lock(found.id);
    if (incident !== null && incident.response.state !== 'RESOLVED') open.push(incident);
  }
  return open;
}

function certificateKeyOf(monitor: Pick<Monitor, 'id'>): string {
  return `${dedupKeyOf(monitor)}:certificate`;
}

function dedupKeyOf(monitor: Pick<Monitor, 'id'>): string {
  return `monitor:${monitor.id}`;
}
