import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { transact } from '../transact.ts';
import { actLocked } from './act.ts';
import { actingAs } from './acting-as.ts';
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
  const known = await as.read.incidents.find(input.incidentId);
  if (known === null) throw notFound('incident');
  const route = await routeIncident(as, known, as.now);
  return transact(as, async (tx) => {
    const incident = await tx.store.incidents.lock(input.incidentId);
    if (incident === null) throw notFound('incident');
    const result = await actLocked(as, tx, incident, { kind: 'reopen' }, reopened(as.actor));
    if (result.outcome === 'changed') {
      await startResponse(as, tx, result.incident, route, { isNew: false });
    }
    return result;
  });
}
