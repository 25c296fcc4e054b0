import { startRun } from '../../core/escalation/run.ts';
import { snapshotOf } from '../../core/escalation/snapshot.ts';
import type { Context } from '../context.ts';
import { firingPlanner } from '../notification/plan-firings.ts';
import type { Tx } from '../transact.ts';
import { advanceLocked } from '../escalation/advance.ts';
import type { Incident } from '../../core/incident/types.ts';
import type { Run } from '../ports/runs.ts';
import type { Route } from './route.ts';

/**
 * Starts everything that an incident's opening (or reopening) starts, at this instant: the firing by routing, the runs,
 * and what of the runs is due at once. The incident is locked or new.
 */
export async function startResponse(
  ctx: Context,
  tx: Tx,
  incident: Incident,
  route: Route,
  options: { isNew: boolean },
): Promise<void> {
  const sets = options.isNew ? [] : await tx.store.notifications.setsOf(incident.id);
  const planner = firingPlanner(ctx, incident.id, sets);
  const { state } = incident.response;
  const { targets } = route;
  planner.plan({ kind: 'ROUTING', runId: null, pass: 0, rule: 0, dueAt: ctx.now, targets, state });
  const runs = route.policies.map((policy): Run => ({
    id: ctx.ids.next('run'),
    incidentId: incident.id,
    policy: snapshotOf(policy),
    state: startRun(ctx.now),
  }));
  tx.happened({
    type: 'incident.updated',
    pageId: incident.pageId,
    incidentId: incident.id,
    actor: 'Tocsin',
    text: route.text,
    data: {
      routed: route.targets.map(({ member }) => member.id),
      policies: runs.map((run) => run.policy.id),
    },
  });
  if (route.targets.length === 0 && runs.length === 0) {
    ctx.log.error(
      { incidentId: incident.id, pageId: incident.pageId },
      'an incident opened and nobody can be told',
    );
  }
  await advanceLocked(ctx, tx, incident, runs, { planner, readied: route.readied, areNew: true });
  planner.flush(tx);
  tx.showInChat(incident.id);
}
