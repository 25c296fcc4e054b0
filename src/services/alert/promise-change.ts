import { flagFor, needsLastKnown, type AlertFlag, type StatusChange } from '../../core/monitor/alert.ts';
import { changeView } from '../../core/monitor/alert-message.ts';
import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';
import type { Tx } from '../transact.ts';
import { candidatesOf } from './candidates.ts';

/** Who has not heard of a change for so long is not told of it any more. */
const CHANGE_TOLD_FOR_MS = DAY_MS;

/** A change of a monitor's status that was recorded in this transaction, as the event `eventId`. */
export type RecordedChange = StatusChange & {
  readonly monitor: Monitor;
  readonly eventId: string;
  readonly cause: MonitorLog | null;
};

/**
 * Promises a change to the alerts that ask for it, in one statement; none where the monitor has no alert. Answers
 * whether an INCIDENT alert is among them: then an incident is to open with it.
 */
export async function promiseChange(
  ctx: Context,
  tx: Tx,
  change: RecordedChange,
): Promise<{ opensIncident: boolean }> {
  const { monitor, from, to, eventId, cause } = change;
  const flag = await flagOf(tx, change);
  // Nothing is ever told of a change to UNKNOWN.
  if (flag === null || to === 'UNKNOWN') return { opensIncident: false };
  const { pageId } = monitor;
  const promised = await tx.store.alertMessages.promise(
    {
      monitorId: monitor.id,
      subject: eventId,
      asks: flag,
      view: changeView({ pageId, monitor, cause, at: ctx.now, from, to }),
      expiresAt: plusMs(ctx.now, CHANGE_TOLD_FOR_MS),
      candidates: candidatesOf(ctx, monitor),
    },
    ctx.now,
  );
  tx.sendAlerts(promised.filter(({ type }) => type !== 'INCIDENT').map(({ id }) => id));
  return { opensIncident: promised.some(({ type }) => type === 'INCIDENT') };
}

/** Whether an INCIDENT alert of the monitor asks for a change to `to`, as far as is known before its transaction. */
export async function asksForIncident(
  ctx: Context,
  monitor: Monitor,
  to: 'DOWN' | 'DEGRADED',
): Promise<boolean> {
  const flag = flagFor({ from: monitor.status, to }, null);
  if (flag === null || monitor.alerts.length === 0) return false;
  return ctx.read.alertMessages.opensIncident(monitor.id, flag);
}

async function flagOf(tx: Tx, change: RecordedChange): Promise<AlertFlag | null> {
  const { monitor } = change;
  if (monitor.alerts.length === 0) return null;
  // A monitor whose status never changed was never anything but UNKNOWN.
  const hasHistory = needsLastKnown(change) && monitor.statusChangedAt !== null;
  return flagFor(change, hasHistory ? await tx.store.events.statusBeforeUnknown(monitor) : null);
}
