import type { Incident, IncidentStatus } from './types.ts';

/**
 * The status that an incident takes when what was told of it last is corrected from `before` to `after` (the update before
 * it, where the last one is taken back). Undefined: it keeps its own.
 *
 * An incident follows its last update only while that update is where its status comes from, and never into or out of
 * RESOLVED: what stops or starts paging is an act of its own (an update that is added, resolve, reopen), not a correction.
 */
export function followedStatus(
  incident: Pick<Incident, 'status' | 'response'>,
  before: IncidentStatus,
  after: IncidentStatus,
): IncidentStatus | undefined {
  if (before === after || incident.status !== before || after === 'RESOLVED') return undefined;
  return incident.response.state === 'RESOLVED' ? undefined : after;
}
