import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Deletes a team; its members stay. Errors: `not_found`. */
export async function removeTeam(ctx: Context, input: { teamId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const team = await tx.store.teams.lock(input.teamId);
    if (team === null || !(await tx.store.teams.remove(team.id))) throw notFound('Team');
    tx.changed(deleted('team', team));
  });
}
