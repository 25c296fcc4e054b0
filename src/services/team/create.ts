import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Team } from '../ports/teams.ts';
import { findTeamMembers, type TeamWithMembers } from './team-input.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Makes a team. Errors: `not_found` for the page, `validation_error` for members, `conflict` for a taken name. */
export async function createTeam(
  ctx: Context,
  input: { pageId: string; name: string; members: readonly string[] },
): Promise<TeamWithMembers> {
  const { pageId, name } = input;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    if ((await store.pages.find(pageId)) === null) throw notFound('Page');
    const members = await findTeamMembers(store, pageId, input.members);
    const team: Team = {
      id: ctx.ids.next('team'),
      pageId,
      name,
      memberIds: members.map((member) => member.id),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await store.teams.insert(team);
    tx.changed(created('team', team));
    return { team, members };
  });
}
