import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { transact } from '../transact.ts';
import { actingAs } from './acting-as.ts';
import { titleOf, type ActResult } from './result.ts';
import { actedOn } from './audited.ts';

/** Writes what a person has to say into an incident's timeline. */
export async function note(
  ctx: Context,
  input: { incidentId: string; by?: string | undefined; text: string },
): Promise<ActResult> {
  const as = await actingAs(ctx, input);
  return transact(as, async (tx) => {
    const incident = await tx.store.incidents.lock(input.incidentId);
    if (incident === null) throw notFound('incident');
    tx.happened({ type: 'note', pageId: incident.pageId, incidentId: incident.id, text: input.text });
    tx.changed(actedOn(incident, 'noted', null, { text: input.text }));
    tx.showInChat(incident.id);
    return { incident, outcome: 'changed', said: `Noted on ${titleOf(incident)}.` };
  });
}
