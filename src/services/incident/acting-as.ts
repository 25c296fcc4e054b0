import type { Actor, Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';

/**
 * The context with the member who is named by `by` (an id or e-mail of the incident's page) as its actor; as it is where
 * nobody is named. 404 for an unknown incident, 400 for an unknown member.
 */
export async function actingAs(
  ctx: Context,
  input: { incidentId: string; by?: string | undefined },
): Promise<Context> {
  if (input.by === undefined) return ctx;
  const incident = await ctx.read.incidents.find(input.incidentId);
  if (incident === null) throw notFound('incident');
  const member = await ctx.read.members.findByIdOrEmail(incident.pageId, input.by);
  if (member === null) throw invalid('by', 'no member of this page has that id or e-mail');
  const actor: Actor = {
    kind: 'member',
    memberId: member.id,
    name: member.name ?? member.email,
    via: ctx.actor.kind === 'member' ? ctx.actor.via : 'api',
  };
  return { ...ctx, actor };
}
