import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Deletes a team; its members stay. Errors: `not_found`. */
export async function removeTeam(ctx: Context, input: { teamId: string }): Promise<void> {
  if (!(await ctx.read.teams.remove(input.teamId))) throw notFound('Team');
}
