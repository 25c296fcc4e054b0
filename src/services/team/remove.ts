import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { requireUnnamed } from '../still-named.ts';
import { transact } from '../transact.ts';

/**
 * Deletes a team; its members stay, and runs that are under way go on. Errors: `not_found`; `conflict` naming the routing
 * rules and escalation policies that name it.
 */
export async function removeTeam(ctx: Context, input: { teamId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const team = await tx.store.teams.lock(input.teamId);
    if (team === null) throw notFound('Team');
    await requireUnnamed(tx.store, 'Team', team);
    await tx.store.teams.remove(team.id);
    tx.changed(deleted('team', team));
  });
}
