import { plusMs, SECOND_MS, type EpochMs } from '../time/instant.ts';

/*
 * One policy at work on one incident.
 *
 * A pass p starts at T_p; in it every rule falls due at T_p + its delay, rules with the same due time in their order.
 * After the last rule's due time + repeatDelay the next pass starts, repeatCount times at most. All due times derive
 * from `passStartedAt`, so lateness never adds up; whatever moves the later rules (escalate, a snooze, a firing that
 * reached nobody, an acknowledgement taken back) moves that anchor and thereby keeps their distances.
 *
 * A run is, in this order of precedence:
 *   DONE      `ended`: resolved, or nothing is left to do.
 *   PAUSED    `pausedAt`: the incident is snoozed; every clock of the run stands still.
 *   STOPPED   `acknowledgedAt` and no pass will take it back: only `unacknowledge` goes on.
 *   SILENCED  `acknowledgedAt`, and the start of the next pass takes the acknowledgement back.
 *   ACTIVE    otherwise.
 * Moves: advance, reachedNobody, passTakesItsTime, acknowledge, unacknowledge, pause, resume, escalate, end.
 * Invariants: no rule fires by itself while the run is not ACTIVE; a rule fires at most once a pass; `advance` is late
 * without harm, also where an acknowledgement came before it: what that silences is the pass it was made in.
 */

export type RunRule<Action> = {
  readonly id: string;
  /** The rule's number, from 1. */
  readonly number: number;
  readonly delayMs: number;
  readonly actions: readonly Action[];
};

/** A policy as it was when the incident opened. */
export type PolicySnapshot<Action> = {
  readonly id: string;
  readonly name: string;
  /** In order of firing: by delay, then by number. Never empty. */
  readonly rules: readonly RunRule<Action>[];
  /** How many passes follow the first; 0 without repeat. */
  readonly repeats: number;
  readonly repeatDelayMs: number;
  readonly revertAcknowledgement: boolean;
  readonly autoResolve: boolean;
};

export type RunState = {
  readonly pass: number;
  /** The index in the snapshot's rules of the next rule of this pass. */
  readonly position: number;
  readonly passStartedAt: EpochMs;
  readonly acknowledgedAt: EpochMs | null;
  readonly pausedAt: EpochMs | null;
  readonly ended: boolean;
};

export type RunStatus = 'ACTIVE' | 'SILENCED' | 'PAUSED' | 'STOPPED' | 'DONE';

/** What a run is to do at an instant. The caller acts, keeps `state`, and asks again until it is told to wait or end. */
export type Step<Action> =
  | { readonly kind: 'wait'; readonly state: RunState }
  | {
      readonly kind: 'fire';
      readonly state: RunState;
      readonly rule: RunRule<Action>;
      readonly pass: number;
      readonly dueAt: EpochMs;
    }
  | {
      readonly kind: 'next-pass';
      readonly state: RunState;
      readonly pass: number;
      readonly takesBackAcknowledgement: boolean;
    }
  | { readonly kind: 'auto-resolve'; readonly state: RunState };

type Snapshot = PolicySnapshot<unknown>;

/** No policy is accepted that plans shorter passes. */
const SHORTEST_PASS_MS = 6 * SECOND_MS;

/** The run of a policy on an incident that opened (or reopened) at `openedAt`. */
export function startRun(openedAt: EpochMs): RunState {
  return {
    pass: 0,
    position: 0,
    passStartedAt: openedAt,
    acknowledgedAt: null,
    pausedAt: null,
    ended: false,
  };
}

export function statusOf(policy: Snapshot, state: RunState): RunStatus {
  if (state.ended) return 'DONE';
  if (state.pausedAt !== null) return 'PAUSED';
  if (state.acknowledgedAt !== null) return revertsLater(policy, state) ? 'SILENCED' : 'STOPPED';
  return 'ACTIVE';
}

/** When the run has something to do next; null while it is not up to the clock. */
export function nextDueAt(policy: Snapshot, state: RunState): EpochMs | null {
  switch (statusOf(policy, state)) {
    case 'DONE':
    case 'PAUSED':
    case 'STOPPED':
      return null;
    case 'SILENCED':
      return passEndsAt(policy, state);
    case 'ACTIVE': {
      const rule = policy.rules[state.position];
      return rule === undefined ? passEndsAt(policy, state) : plusMs(state.passStartedAt, rule.delayMs);
    }
  }
}

/** The next thing that is due at `now`, one at a time, in the order of their due times. */
export function advance<Action>(policy: PolicySnapshot<Action>, state: RunState, now: EpochMs): Step<Action> {
  const dueAt = nextDueAt(policy, state);
  if (dueAt === null || dueAt > now) return { kind: 'wait', state };
  const rule = state.acknowledgedAt === null ? policy.rules[state.position] : undefined;
  if (rule !== undefined) return fire(policy, state, rule, dueAt);
  if (state.pass < policy.repeats) return startNextPass(state, dueAt);
  const ended = { ...state, ended: true };
  return policy.autoResolve ? { kind: 'auto-resolve', state: ended } : { kind: 'wait', state: ended };
}

/**
 * The rule that was just fired reached nobody: the next rule of the pass falls due at the same instant, the later ones
 * keep their distance to it. Without a next rule nothing moves (`last` is true: someone else has to be told).
 */
export function reachedNobody(policy: Snapshot, fired: RunState): { state: RunState; last: boolean } {
  const next = policy.rules[fired.position];
  const current = policy.rules[fired.position - 1];
  if (next === undefined || current === undefined) return { state: fired, last: true };
  return {
    state: { ...fired, passStartedAt: plusMs(fired.passStartedAt, current.delayMs - next.delayMs) },
    last: false,
  };
}

/**
 * The last rule of a pass was just fired at the instant `at` at which its first one was due, because those between them
 * reached nobody. The next pass starts when it was planned to where it would otherwise start in this very moment: all
 * passes to come would be over with it, and an incident that resolves itself behind them, before anybody could look.
 */
export function passTakesItsTime(policy: Snapshot, fired: RunState, at: EpochMs): RunState {
  const first = policy.rules[0];
  if (first === undefined || first.delayMs + policy.repeatDelayMs >= SHORTEST_PASS_MS) return fired;
  return { ...fired, passStartedAt: plusMs(at, -first.delayMs) };
}

/** Somebody took the incident on at `now`: no rule fires any more in this pass, and none at all without a reverting pass. */
export function acknowledge(state: RunState, now: EpochMs): RunState {
  const running = resume(state, now);
  return { ...running, acknowledgedAt: running.acknowledgedAt ?? now };
}

/** The acknowledgement is taken back at `now`: the run goes on at its next rule, as far off as it was. */
export function unacknowledge(state: RunState, now: EpochMs): RunState {
  if (state.acknowledgedAt === null) return state;
  const silentMs = (state.pausedAt ?? now) - state.acknowledgedAt;
  const running = resume(state, now);
  return { ...running, acknowledgedAt: null, passStartedAt: plusMs(running.passStartedAt, silentMs) };
}

/** Stops every clock of the run at `now`, until `resume`. */
export function pause(state: RunState, now: EpochMs): RunState {
  return { ...state, pausedAt: state.pausedAt ?? now };
}

/** The run goes on at `now` where it was. */
export function resume(state: RunState, now: EpochMs): RunState {
  if (state.pausedAt === null) return state;
  const stoodStillMs = now - state.pausedAt;
  return {
    ...state,
    pausedAt: null,
    passStartedAt: plusMs(state.passStartedAt, stoodStillMs),
    acknowledgedAt: state.acknowledgedAt === null ? null : plusMs(state.acknowledgedAt, stoodStillMs),
  };
}

/**
 * Fires the next rule at `now` whatever the clock says, acknowledged and snoozed incidents too (which stay so); later
 * rules keep their distance to it. Past the last rule it is the first of the next pass. Null where nothing is left.
 */
export function escalate<Action>(
  policy: PolicySnapshot<Action>,
  state: RunState,
  now: EpochMs,
): Extract<Step<Action>, { kind: 'fire' }> | null {
  if (state.ended) return null;
  const passIsOver = state.position >= policy.rules.length;
  if (passIsOver && state.pass >= policy.repeats) return null;
  const position = passIsOver ? 0 : state.position;
  const rule = policy.rules[position];
  if (rule === undefined) return null;
  const moved: RunState = {
    ...state,
    pass: passIsOver ? state.pass + 1 : state.pass,
    position,
    passStartedAt: plusMs(now, -rule.delayMs),
    acknowledgedAt: state.acknowledgedAt === null ? null : now,
    pausedAt: state.pausedAt === null ? null : now,
  };
  return fire(policy, moved, rule, now);
}

/** Nothing is left to do: the incident was resolved. */
export function end(state: RunState): RunState {
  return { ...state, ended: true };
}

function fire<Action>(
  policy: PolicySnapshot<Action>,
  state: RunState,
  rule: RunRule<Action>,
  dueAt: EpochMs,
): Extract<Step<Action>, { kind: 'fire' }> {
  const position = state.position + 1;
  const isLast = position >= policy.rules.length && state.pass >= policy.repeats && !policy.autoResolve;
  return {
    kind: 'fire',
    state: { ...state, position, ended: isLast },
    rule,
    pass: state.pass,
    dueAt,
  };
}

function startNextPass(state: RunState, startsAt: EpochMs): Extract<Step<never>, { kind: 'next-pass' }> {
  const { acknowledgedAt } = state;
  // Seen late, a pass may have started before the acknowledgement, which then silences that pass.
  const takesBackAcknowledgement = acknowledgedAt !== null && acknowledgedAt < startsAt;
  const pass = state.pass + 1;
  return {
    kind: 'next-pass',
    state: {
      ...state,
      pass,
      position: 0,
      passStartedAt: startsAt,
      acknowledgedAt: takesBackAcknowledgement ? null : acknowledgedAt,
    },
    pass,
    takesBackAcknowledgement,
  };
}

function passEndsAt(policy: Snapshot, state: RunState): EpochMs {
  const last = policy.rules.at(-1);
  return plusMs(state.passStartedAt, (last?.delayMs ?? 0) + policy.repeatDelayMs);
}

function revertsLater(policy: Snapshot, state: RunState): boolean {
  return policy.revertAcknowledgement && state.pass < policy.repeats;
}
