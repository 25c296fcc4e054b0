import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { withMembers, type TeamWithMembers } from './team-input.ts';

/** A team. Errors: `not_found`. */
export async function getTeam(ctx: Context, input: { teamId: string }): Promise<TeamWithMembers> {
  const team = await ctx.read.teams.find(input.teamId);
  const [found] = team === null ? [] : await withMembers(ctx.read, [team]);
  if (found === undefined) throw notFound('Team');
  return found;
}
