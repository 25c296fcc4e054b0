import type { Context } from '../context.ts';
import { withMembers, type TeamWithMembers } from './team-input.ts';

/** A page's teams, by name. */
export async function listTeams(
  ctx: Context,
  input: { pageId: string; offset: number; limit: number },
): Promise<{ teams: TeamWithMembers[]; total: number }> {
  const { teams, total } = await ctx.read.teams.list(input.pageId, input);
  return { teams: await withMembers(ctx.read, teams), total };
}
