import type { Context } from '../context.ts';
import type { AlertPromise } from '../ports/alert-messages.ts';
import type { Monitor } from '../ports/monitor-config.ts';

/** The alerts of a monitor, each with an id for the message that it may get. */
export function candidatesOf(ctx: Context, monitor: Pick<Monitor, 'alerts'>): AlertPromise['candidates'] {
  return monitor.alerts.map((alertId) => ({ alertId, messageId: ctx.ids.next('alm') }));
}
