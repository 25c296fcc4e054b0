import { actorName, type Actor } from '../context.ts';
import type { Wording } from './act.ts';
import { titleOf } from './result.ts';
import { clockTime } from './clock-time.ts';

/** How what `actor` does to an incident reads. */
export function acknowledged(actor: Actor): Wording {
  return {
    event: 'incident.acknowledged',
    happened: (incident) => `${actorName(actor)} acknowledged ${titleOf(incident)}.`,
    already: ({ response }) =>
      `Already acknowledged by ${response.acknowledgedBy ?? 'somebody'}${at(response.acknowledgedAt)}.`,
  };
}

export function unacknowledged(actor: Actor): Wording {
  return {
    event: 'incident.unacknowledged',
    happened: (incident) => `${actorName(actor)} took the acknowledgement of ${titleOf(incident)} back.`,
    already: (incident) => `${titleOf(incident)} is not acknowledged.`,
  };
}

export function resolved(actor: Actor): Wording {
  return {
    event: 'incident.resolved',
    happened: (incident) => `${actorName(actor)} resolved ${titleOf(incident)}.`,
    already: ({ response, ...incident }) =>
      `${titleOf(incident)} is already resolved${at(response.resolvedAt)}.`,
  };
}

export function reopened(actor: Actor): Wording {
  return {
    event: 'incident.reopened',
    happened: (incident) => `${actorName(actor)} reopened ${titleOf(incident)}.`,
    already: (incident) => `${titleOf(incident)} is open.`,
  };
}

export function snoozed(actor: Actor): Wording {
  return {
    event: 'incident.snoozed',
    happened: (incident) => `${actorName(actor)} snoozed ${titleOf(incident)}.`,
    already: (incident) => `${titleOf(incident)} is snoozed.`,
  };
}

const BY_ITSELF = { kind: 'system' } as const;
const isByItself = true;

/** A snooze that ran out. */
export const WOKE: Wording = {
  isByItself,
  event: 'incident.updated',
  happened: (incident) => `The snooze of ${titleOf(incident)} ended.`,
  already: (incident) => `${titleOf(incident)} is not snoozed.`,
};

/** The start of a pass of a policy with `revertAcknowledgement`. */
export const REVERTED: Wording = {
  ...unacknowledged(BY_ITSELF),
  isByItself,
  happened: (incident) =>
    `${titleOf(incident)} is still open: its acknowledgement by ${incident.response.acknowledgedBy ?? 'somebody'} was taken back and the escalation starts over.`,
};

/** The end of a policy with `autoResolveIncidentsAfterRepeat`. */
export const AUTO_RESOLVED: Wording = {
  ...resolved(BY_ITSELF),
  isByItself,
  happened: (incident) =>
    `${titleOf(incident)} was resolved automatically: nobody acknowledged it through the last repeat.`,
};

function at(instant: Parameters<typeof clockTime>[0] | null): string {
  return instant === null ? '' : ` at ${clockTime(instant)}`;
}
