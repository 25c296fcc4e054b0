import { acknowledge, end, pause, resume, unacknowledge, type RunState } from '../../core/escalation/run.ts';
import { decide, type Command } from '../../core/incident/lifecycle.ts';
import type { Incident, IncidentStatus } from '../../core/incident/types.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { EventType } from '../ports/events.ts';
import type { Run } from '../ports/runs.ts';
import { transact, type Tx } from '../transact.ts';
import { titleOf, type ActResult } from './result.ts';
import type { AuditAction } from '../ports/audit-log.ts';
import { actedOn } from './audited.ts';

/** How a command reads in the timeline (`happened`) and to whoever was second (`already`, `tooLate`). */
export type Wording = {
  readonly event: EventType;
  readonly happened: (incident: Incident) => string;
  readonly already: (incident: Incident) => string;
  /** Nobody asked for it: it is in the timeline and not in the audit log. */
  readonly isByItself?: true;
};

/**
 * Makes a command hold: response, runs, waiting notifications and timeline together or not at all. Writers of one
 * incident wait for each other on its row, so the first one wins and the others are told what already holds.
 */
export async function act(
  ctx: Context,
  incidentId: string,
  command: Command,
  wording: Wording,
): Promise<ActResult> {
  return transact(ctx, async (tx) => {
    const incident = await tx.store.incidents.lock(incidentId);
    if (incident === null) throw notFound('incident');
    return actLocked(ctx, tx, incident, command, wording);
  });
}

/** The same within a transaction that has locked the incident already. */
export async function actLocked(
  ctx: Context,
  tx: Tx,
  incident: Incident,
  command: Command,
  wording: Wording,
  options: { movesRuns: boolean } = { movesRuns: true },
): Promise<ActResult> {
  const decision = decide(incident.response, command, ctx.now);
  if (decision.kind === 'already') {
    return { incident, outcome: 'already', said: wording.already(incident) };
  }
  if (decision.kind === 'too_late') {
    return { incident, outcome: 'too_late', said: `${titleOf(incident)} is already resolved.` };
  }
  const status = statusAfter(command, incident.status);
  await tx.store.incidents.update(incident.id, { response: decision.response, status }, ctx.now);
  const at = takesEffectAt(incident, command, ctx.now);
  if (options.movesRuns) await moveRuns(tx, incident, command, at);
  if (options.movesRuns && command.kind === 'unacknowledge') await restoreSteps(ctx, tx, incident);
  await moveNotifications(tx, incident, command, at);
  tx.happened({
    type: wording.event,
    pageId: incident.pageId,
    incidentId: incident.id,
    text: wording.happened(incident),
    data: { state: decision.response.state, status },
  });
  tx.showInChat(incident.id);
  const changed = {
    ...incident,
    status,
    response: decision.response,
    version: incident.version + 1,
    updatedAt: ctx.now,
  };
  const action = ACTIONS[command.kind];
  if (action !== null && wording.isByItself !== true) {
    tx.changed(actedOn(incident, action, responseOf(incident), responseOf(changed)));
  }
  return { incident: changed, outcome: 'changed', said: wording.happened(changed) };
}

function responseOf({ status, response }: Incident) {
  return { status, response };
}

const ACTIONS: Record<Command['kind'], AuditAction | null> = {
  acknowledge: 'acknowledged',
  unacknowledge: 'unacknowledged',
  snooze: 'snoozed',
  wake: null,
  resolve: 'resolved',
  reopen: 'reopened',
};

/** A snooze ends when it was to end, however late that is seen: so no lateness adds up. */
function takesEffectAt({ response }: Incident, command: Command, now: EpochMs): EpochMs {
  return command.kind === 'wake' ? (response.snoozedUntil ?? now) : now;
}

function statusAfter(command: Command, status: IncidentStatus): IncidentStatus {
  if (command.kind === 'resolve') return 'RESOLVED';
  return command.kind === 'reopen' ? 'INVESTIGATING' : status;
}

const RUN_MOVES: Record<Command['kind'], (state: RunState, now: EpochMs) => RunState> = {
  acknowledge,
  unacknowledge,
  snooze: pause,
  wake: resume,
  resolve: end,
  // The old runs stay over; reopening starts new ones.
  reopen: (state) => state,
};

async function moveRuns(tx: Tx, incident: Incident, command: Command, at: EpochMs): Promise<void> {
  const runs = await tx.store.runs.ofIncident(incident.id);
  const moved = runs
    .filter((run) => !run.state.ended)
    .map((run): Run => ({ ...run, state: RUN_MOVES[command.kind](run.state, at) }));
  await tx.store.runs.save(moved);
  if (command.kind !== 'acknowledge' && command.kind !== 'resolve') {
    tx.wake([{ kind: 'advance', incidentId: incident.id, at }]);
  }
}

/** What an acknowledgement had taken away goes on where a person takes it back; a new pass plans anew instead. */
async function restoreSteps(ctx: Context, tx: Tx, incident: Incident): Promise<void> {
  const silentSince = incident.response.acknowledgedAt;
  if (silentSince === null) return;
  const going = await tx.store.notifications.restore(incident.id, silentSince, ctx.now);
  tx.wake(going.map(({ channel, at }) => ({ kind: 'deliver', channel, at })));
}

async function moveNotifications(tx: Tx, incident: Incident, command: Command, at: EpochMs): Promise<void> {
  const { notifications } = tx.store;
  switch (command.kind) {
    case 'acknowledge':
    case 'resolve':
      await notifications.cancel(incident.id, at);
      break;
    case 'snooze':
      await notifications.hold(incident.id);
      break;
    case 'unacknowledge':
    case 'wake': {
      const since = incident.response.snoozedAt;
      if (since === null) break;
      const going = await notifications.unhold(incident.id, at - since);
      tx.wake(going.map(({ channel, at: dueAt }) => ({ kind: 'deliver', channel, at: dueAt })));
      break;
    }
    case 'reopen':
      break;
  }
}
