import {
  advance,
  end,
  nextDueAt,
  reachedNobody,
  passTakesItsTime,
  type RunState,
  type Step,
} from '../../core/escalation/run.ts';
import type { NotifyAction } from '../../core/escalation/snapshot.ts';
import type { Incident } from '../../core/incident/types.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { actLocked } from '../incident/act.ts';
import { AUTO_RESOLVED, REVERTED } from '../incident/wordings.ts';
import { firingPlanner } from '../notification/plan-firings.ts';
import type { Run } from '../ports/runs.ts';
import { transact, type Tx } from '../transact.ts';
import { fireRule, type FiringAids } from './fire-rule.ts';

/** Fires everything of an incident's runs that is due, in the order of due times. Nothing to do is no error. */
export async function advanceIncident(ctx: Context, { incidentId }: { incidentId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const incident = await tx.store.incidents.lock(incidentId);
    if (incident === null || incident.response.state === 'RESOLVED') return;
    const runs = await tx.store.runs.ofIncident(incidentId);
    const planner = firingPlanner(ctx, incident.id, await tx.store.notifications.setsOf(incidentId));
    await advanceLocked(ctx, tx, incident, runs, { planner });
    planner.flush(tx);
  });
}

/**
 * The same within a transaction that holds the incident; the caller flushes the planner. Runs that are new are stored as
 * they are at the end.
 */
export async function advanceLocked(
  ctx: Context,
  tx: Tx,
  incident: Incident,
  runs: readonly Run[],
  aids: FiringAids & { readonly areNew?: boolean },
): Promise<void> {
  let current = incident;
  let live = runs.filter((run) => !run.state.ended);
  const touched = new Map<string, Run>();
  const firstDueAt = new Map<string, EpochMs>();
  for (let run = nextRun(live, ctx); run !== null; run = nextRun(live, ctx)) {
    const step = advance(run.policy, run.state, ctx.now);
    if (step.kind === 'fire' && step.state.position === 1) firstDueAt.set(run.id, step.dueAt);
    const outcome = await take(ctx, tx, current, run, step, { ...aids, firstDueAt });
    current = outcome.incident;
    const moved = outcome.run;
    touched.set(moved.id, moved);
    live = live.map((other) => (other.id === moved.id ? moved : other)).filter((other) => !other.state.ended);
    if (current.response.state === 'RESOLVED') break;
  }
  const isResolved = current.response.state === 'RESOLVED';
  if (aids.areNew === true) {
    const asTheyAre = runs.map((run) => touched.get(run.id) ?? run);
    tx.add({
      runs: isResolved ? asTheyAre.map((run) => ({ ...run, state: end(run.state) })) : asTheyAre,
    });
  } else if (touched.size > 0 && !isResolved) {
    await tx.store.runs.save([...touched.values()]);
  }
  if (current.escalationLevel !== incident.escalationLevel) {
    tx.add({ levels: [{ incidentId: incident.id, level: current.escalationLevel }] });
    tx.showInChat(incident.id);
  }
  tx.wake(
    live.flatMap((run) => {
      const at = nextDueAt(run.policy, run.state);
      return at === null ? [] : [{ kind: 'advance' as const, incidentId: incident.id, at }];
    }),
  );
}

/** The run with the earliest thing due by now; older runs first among equals. */
function nextRun(runs: readonly Run[], ctx: Context): Run | null {
  const due = runs.flatMap((run) => {
    const at = nextDueAt(run.policy, run.state);
    return at === null || at > ctx.now ? [] : [{ run, at }];
  });
  return due.toSorted((a, b) => a.at - b.at)[0]?.run ?? null;
}

/** When the first rule of each run's pass was due, where it fired by this very look. */
type FirstDue = { readonly firstDueAt: ReadonlyMap<string, EpochMs> };

function afterFiring(
  { id, policy }: Run,
  step: Extract<Step<NotifyAction>, { kind: 'fire' }>,
  { reached, firstDueAt }: FirstDue & { readonly reached: number },
): RunState {
  const state = reached > 0 ? step.state : reachedNobody(policy, step.state).state;
  const isLastOfPass = step.state.position === policy.rules.length;
  return isLastOfPass && firstDueAt.get(id) === step.dueAt
    ? passTakesItsTime(policy, state, step.dueAt)
    : state;
}

async function take(
  ctx: Context,
  tx: Tx,
  incident: Incident,
  run: Run,
  step: Step<NotifyAction>,
  aids: FiringAids & FirstDue,
): Promise<{ incident: Incident; run: Run }> {
  const moved = { ...run, state: step.state };
  switch (step.kind) {
    case 'wait':
      return { incident, run: moved };
    case 'fire': {
      const { reached } = await fireRule(ctx, tx, incident, moved, step, aids);
      const level = Math.max(incident.escalationLevel, step.rule.number);
      const raised = { ...incident, escalationLevel: level };
      const { firstDueAt } = aids;
      return { incident: raised, run: { ...moved, state: afterFiring(run, step, { reached, firstDueAt }) } };
    }
    case 'next-pass': {
      if (!step.takesBackAcknowledgement || incident.response.acknowledgedAt === null) {
        return { incident, run: moved };
      }
      // This run is past its acknowledgement already; runs that it stopped stay stopped, only a person wakes those.
      const { incident: reverted } = await actLocked(ctx, tx, incident, { kind: 'unacknowledge' }, REVERTED, {
        movesRuns: false,
      });
      return { incident: reverted, run: moved };
    }
    case 'auto-resolve': {
      const { incident: resolved } = await actLocked(ctx, tx, incident, { kind: 'resolve' }, AUTO_RESOLVED);
      return { incident: resolved, run: moved };
    }
  }
}
