import type { Incident } from '../../core/incident/types.ts';
import type { Context } from '../context.ts';
import { viewsOf } from '../notification/parcel.ts';
import type { Chat, ChatRef, ChatResult } from '../ports/sender.ts';

const MAX_EDITS = 5;

/**
 * Makes a rolling message name every incident that is in its bundle, as each is now. Several may edit it at once, and
 * of two edits the one that arrives last may be the one that knew less; so whoever edited looks again, and edits again
 * where there is more to show than it knew of.
 */
export async function editBundle(
  ctx: Context,
  chat: Chat,
  ref: ChatRef,
  bundle: { memberId: string; bundleId: string; why: string },
): Promise<ChatResult<null>> {
  let incidents = await incidentsIn(ctx, bundle);
  for (let edits = 0; edits < MAX_EDITS; edits += 1) {
    const views = await viewsOf(ctx, incidents);
    const [first, ...rest] = incidents.flatMap(({ id }) => views.get(id) ?? []);
    if (first === undefined) return { kind: 'done', value: null };
    const shown = {
      incidents: [first, ...rest] as const,
      why: bundle.why,
      isRepeat: false,
      acknowledgeUrl: null,
    };
    const edited = await chat.editBundle(ref, shown);
    if (edited.kind !== 'done') return edited;
    const now = await incidentsIn(ctx, bundle);
    if (isSame(incidents, now)) return edited;
    incidents = now;
  }
  return { kind: 'retry', reason: 'The message is being changed by others all the time.' };
}

async function incidentsIn(
  ctx: Context,
  { memberId, bundleId }: { memberId: string; bundleId: string },
): Promise<Incident[]> {
  const ids = await ctx.read.notifications.incidentsInBundle(memberId, bundleId);
  const byId = new Map((await ctx.read.incidents.findMany(ids)).map((incident) => [incident.id, incident]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function isSame(before: readonly Incident[], after: readonly Incident[]): boolean {
  return (
    before.length === after.length &&
    after.every(({ id, version }, i) => before[i]?.id === id && before[i].version === version)
  );
}
