import type { EpochMs } from '../time/instant.ts';
import type { Response } from './types.ts';

/*
 * The response to an incident: whether a human has it.
 *
 *   TRIGGERED     nobody has it: escalation goes on.
 *   ACKNOWLEDGED  somebody has it.
 *   SNOOZED       every clock stands still until `snoozedUntil`; an acknowledgement from before is kept.
 *   RESOLVED      over. Only `reopen` leaves it.
 *
 *   acknowledge    TRIGGERED, SNOOZED -> ACKNOWLEDGED
 *   unacknowledge  ACKNOWLEDGED, SNOOZED with an acknowledgement -> TRIGGERED
 *   snooze         TRIGGERED, ACKNOWLEDGED, SNOOZED -> SNOOZED
 *   wake           SNOOZED that is over -> ACKNOWLEDGED if it was, else TRIGGERED
 *   resolve        anything but RESOLVED -> RESOLVED
 *   reopen         RESOLVED -> TRIGGERED
 * Invariant: moves go forward only; a move that comes late (an acknowledgement of a resolved incident) changes nothing
 * and says what already holds. Acting twice is no error.
 */

export type Command =
  | { readonly kind: 'acknowledge'; readonly by: string; readonly byId: string | null }
  | { readonly kind: 'unacknowledge' }
  | { readonly kind: 'snooze'; readonly until: EpochMs }
  | { readonly kind: 'wake' }
  | { readonly kind: 'resolve' }
  | { readonly kind: 'reopen' };

export type Decision =
  | { readonly kind: 'change'; readonly response: Response }
  /** It already is so. */
  | { readonly kind: 'already' }
  /** The incident has moved on: it is resolved. */
  | { readonly kind: 'too_late' };

/** The response of an incident that opens now. */
export const OPENED: Response = {
  state: 'TRIGGERED',
  acknowledgedBy: null,
  acknowledgedById: null,
  acknowledgedAt: null,
  snoozedAt: null,
  snoozedUntil: null,
  resolvedAt: null,
};

const NOT_SNOOZED = { snoozedAt: null, snoozedUntil: null } as const;
const NOT_ACKNOWLEDGED = { acknowledgedBy: null, acknowledgedById: null, acknowledgedAt: null } as const;

/** What a command does to a response at `now`. Pure; the caller makes it hold. */
export function decide(response: Response, command: Command, now: EpochMs): Decision {
  if (response.state === 'RESOLVED' && command.kind !== 'reopen') {
    return { kind: command.kind === 'resolve' ? 'already' : 'too_late' };
  }
  const after = move(response, command, now);
  return after === null ? { kind: 'already' } : { kind: 'change', response: after };
}

/** The response after a command; null where it already is so. */
function move(response: Response, command: Command, now: EpochMs): Response | null {
  switch (command.kind) {
    case 'acknowledge':
      if (response.state === 'ACKNOWLEDGED') return null;
      return {
        ...response,
        state: 'ACKNOWLEDGED',
        acknowledgedBy: command.by,
        acknowledgedById: command.byId,
        acknowledgedAt: now,
        ...NOT_SNOOZED,
      };
    case 'unacknowledge':
      if (response.acknowledgedAt === null) return null;
      return { ...response, state: 'TRIGGERED', ...NOT_ACKNOWLEDGED, ...NOT_SNOOZED };
    case 'snooze':
      if (response.snoozedUntil === command.until) return null;
      return {
        ...response,
        state: 'SNOOZED',
        snoozedAt: response.snoozedAt ?? now,
        snoozedUntil: command.until,
      };
    case 'wake':
      return wake(response, now);
    case 'resolve':
      return { ...response, state: 'RESOLVED', resolvedAt: now, ...NOT_SNOOZED };
    case 'reopen':
      return response.state === 'RESOLVED' ? OPENED : null;
  }
}

function wake(response: Response, now: EpochMs): Response | null {
  // Whoever asks may have looked before the snooze was made longer.
  if (response.snoozedUntil === null || response.snoozedUntil > now) return null;
  const state = response.acknowledgedAt === null ? 'TRIGGERED' : 'ACKNOWLEDGED';
  return { ...response, state, ...NOT_SNOOZED };
}
