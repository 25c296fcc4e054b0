import type { Context } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { transact } from '../transact.ts';
import { actLocked } from './act.ts';
import { actingAs } from './acting-as.ts';
import { MAX_TRIES, unlessOvertaken } from './open.ts';
import type { ActResult } from './result.ts';
import { routeIncident } from './route.ts';
import { startResponse } from './start-response.ts';
import { reopened } from './wordings.ts';

/** A resolved incident is open again: it is routed anew and new runs start now. 409 where its dedup key is taken meanwhile. */
export async function reopen(
  ctx: Context,
  input: { incidentId: string; by?: string | undefined },
): Promise<ActResult> {
  const as = await actingAs(ctx, input);
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const result = await unlessOvertaken(() => tryReopen(as, input.incidentId));
    if (result !== null) return result;
  }
  throw new AppError('unavailable', 'whom the incident tells keeps being deleted; try again');
}

async function tryReopen(ctx: Context, incidentId: string): Promise<ActResult> {
  const known = await ctx.read.incidents.find(incidentId);
  if (known === null) throw notFound('incident');
  const route = await routeIncident(ctx, known, ctx.now);
  return transact(ctx, async (tx) => {
    const incident = await tx.store.incidents.lock(incidentId);
    if (incident === null) throw notFound('incident');
    const result = await actLocked(ctx, tx, incident, { kind: 'reopen' }, reopened(ctx.actor));
    if (result.outcome === 'changed') {
      await startResponse(ctx, tx, result.incident, route, { isNew: false });
    }
    return result;
  });
}
