import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Team } from '../ports/teams.ts';
import { findTeamMembers, withMembers, type TeamWithMembers } from './team-input.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Changes a team's name, or its members as a whole. Errors: as when it is made, and `not_found`. */
export async function updateTeam(
  ctx: Context,
  input: { teamId: string; name?: string | undefined; members?: readonly string[] | undefined },
): Promise<TeamWithMembers> {
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.teams.lock(input.teamId);
    if (stored === null) throw notFound('Team');
    const members =
      input.members === undefined ? null : await findTeamMembers(store, stored.pageId, input.members);
    const team: Team = {
      ...stored,
      name: input.name ?? stored.name,
      memberIds: members?.map((member) => member.id) ?? stored.memberIds,
      updatedAt: ctx.now,
    };
    await store.teams.update(team);
    tx.changed(updated('team', stored, team));
    return members === null
      ? ((await withMembers(store, [team]))[0] ?? { team, members: [] })
      : { team, members };
  });
}
