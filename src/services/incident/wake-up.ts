import type { Context } from '../context.ts';
import { advanceIncident } from '../escalation/advance.ts';
import { act } from './act.ts';
import { WOKE } from './wordings.ts';

/**
 * Does for an incident what the clock asks for: ends a snooze that is over, then fires what is due. Whatever woke it,
 * and however often, only what is due happens.
 */
export async function wakeUp(ctx: Context, { incidentId }: { incidentId: string }): Promise<void> {
  const incident = await ctx.read.incidents.find(incidentId);
  if (incident === null) return;
  const { state, snoozedUntil } = incident.response;
  if (state === 'SNOOZED' && snoozedUntil !== null && snoozedUntil <= ctx.now) {
    await act(ctx, incidentId, { kind: 'wake' }, WOKE);
  }
  await advanceIncident(ctx, { incidentId });
}
