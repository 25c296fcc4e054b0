import { escalate as escalateRun, reachedNobody, type RunState } from '../../core/escalation/run.ts';
import type { Context } from '../context.ts';
import { actorName } from '../context.ts';
import { notFound } from '../errors.ts';
import { advanceLocked } from '../escalation/advance.ts';
import { fireRule } from '../escalation/fire-rule.ts';
import { firingPlanner } from '../notification/plan-firings.ts';
import type { Run } from '../ports/runs.ts';
import { transact } from '../transact.ts';
import { actingAs } from './acting-as.ts';
import { titleOf, type ActResult } from './result.ts';
import { actedOn } from './audited.ts';

/**
 * Fires the next rule of every run that is not over, now, on an acknowledged incident too (it stays acknowledged, and
 * those who are told are told all the same).
 */
export async function escalate(
  ctx: Context,
  input: { incidentId: string; by?: string | undefined },
): Promise<ActResult> {
  const as = await actingAs(ctx, input);
  return transact(as, async (tx) => {
    const incident = await tx.store.incidents.lock(input.incidentId);
    if (incident === null) throw notFound('incident');
    if (incident.response.state === 'RESOLVED') {
      return { incident, outcome: 'too_late', said: `${titleOf(incident)} is already resolved.` };
    }
    const runs = await tx.store.runs.ofIncident(incident.id);
    const planner = firingPlanner(as, incident.id, await tx.store.notifications.setsOf(incident.id));
    let level = incident.escalationLevel;
    const moved: Run[] = [];
    for (const run of runs) {
      // A rule that reaches nobody hands on at once, also where an acknowledgement or a snooze stops the clock.
      let state: RunState = run.state;
      for (let handsOn = true; handsOn;) {
        const step = escalateRun(run.policy, state, as.now);
        if (step === null) break;
        state = step.state;
        const { reached } = await fireRule(as, tx, incident, { ...run, state }, step, { planner });
        level = Math.max(level, step.rule.number);
        handsOn = reached === 0 && !reachedNobody(run.policy, state).last;
      }
      if (state !== run.state) moved.push({ ...run, state });
    }
    if (moved.length === 0) {
      return { incident, outcome: 'already', said: `${titleOf(incident)} has no level left to escalate to.` };
    }
    await tx.store.runs.save(moved);
    await tx.store.incidents.update(incident.id, { escalationLevel: level }, as.now);
    const raised = { ...incident, escalationLevel: level, version: incident.version + 1 };
    await advanceLocked(as, tx, raised, moved, { planner });
    planner.flush(tx);
    const said = `${actorName(as.actor)} escalated ${titleOf(incident)} to level ${level}.`;
    tx.happened({
      type: 'incident.escalated',
      pageId: incident.pageId,
      incidentId: incident.id,
      text: said,
      data: { byHand: true, level },
    });
    const { escalationLevel } = incident;
    tx.changed(actedOn(incident, 'escalated', { escalationLevel }, { escalationLevel: level }));
    tx.showInChat(incident.id);
    return { incident: raised, outcome: 'changed', said };
  });
}
