import type { NotifyAction } from '../../core/escalation/snapshot.ts';
import { actorName, type Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { findTargets, type Target } from '../notification/find-targets.ts';
import { firingPlanner } from '../notification/plan-firings.ts';
import { transact, type Tx } from '../transact.ts';
import { actingAs } from './acting-as.ts';
import { titleOf, type ActResult } from './result.ts';
import { actedOn } from './audited.ts';

/** Tells a member (an id or e-mail) or a team of an incident as a firing of its own; the response stays as it is. */
export async function reassign(
  ctx: Context,
  input: { incidentId: string; by?: string | undefined; targetId: string },
): Promise<ActResult> {
  const as = await actingAs(ctx, input);
  return transact(as, async (tx) => {
    const incident = await tx.store.incidents.lock(input.incidentId);
    if (incident === null) throw notFound('incident');
    if (incident.response.state === 'RESOLVED') {
      return { incident, outcome: 'too_late', said: `${titleOf(incident)} is already resolved.` };
    }
    const targets = await targetsOf(as, tx, incident.pageId, input.targetId);
    if (targets.length === 0)
      throw invalid('targetId', 'no member or team of this page has that id or e-mail');
    const planner = firingPlanner(as, incident.id, await tx.store.notifications.setsOf(incident.id));
    const reached = planner.plan({
      kind: 'REASSIGN',
      state: incident.response.state,
      runId: null,
      pass: 0,
      rule: 0,
      dueAt: as.now,
      targets: targets.map(({ member }) => ({ member, why: `${actorName(as.actor)} asked for you.` })),
    });
    if (reached.length === 0) throw invalid('targetId', 'no channel works for whom it names');
    planner.flush(tx);
    const names = reached.map((member) => member.name ?? member.email).join(', ');
    const said = `${actorName(as.actor)} asked for ${names} on ${titleOf(incident)}.`;
    tx.happened({
      type: 'incident.updated',
      pageId: incident.pageId,
      incidentId: incident.id,
      text: said,
      data: { reassignedTo: reached.map((member) => member.id) },
    });
    const to = reached.map((member) => member.id);
    tx.changed(actedOn(incident, 'reassigned', null, { targetId: input.targetId, reached: to }));
    tx.showInChat(incident.id);
    return { incident, outcome: 'changed', said };
  });
}

async function targetsOf(ctx: Context, tx: Tx, pageId: string, targetId: string): Promise<Target[]> {
  const meant: NotifyAction[] = [
    { type: 'NOTIFY_WORKSPACE_MEMBER', targetId },
    { type: 'NOTIFY_TEAM', targetId },
  ];
  return findTargets(tx.store, pageId, meant, ctx.now);
}
