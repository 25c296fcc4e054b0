import fc from 'fast-check';
import {
  acknowledge,
  advance,
  end,
  escalate,
  nextDueAt,
  pause,
  reachedNobody,
  resume,
  startRun,
  statusOf,
  unacknowledge,
  type PolicySnapshot,
  type RunState,
  type RunStatus,
  type Step,
} from '../../../../src/core/escalation/run.ts';
import { asEpochMs, MINUTE_MS, plusMs, type EpochMs } from '../../../../src/core/time/instant.ts';

export type Policy = PolicySnapshot<string>;

export const OPENED_AT = asEpochMs(Date.UTC(2026, 2, 30, 9, 0));

/** An instant, in minutes after the opening. */
export const at = (minutes: number): EpochMs => plusMs(OPENED_AT, minutes * MINUTE_MS);

/** A policy whose rules are numbered from 1 in the order of `delays` (minutes). */
export function aPolicy(delays: readonly number[], over: Partial<Policy> = {}): Policy {
  return {
    id: 'pol_1',
    name: 'Backend',
    rules: delays.map((delay, index) => ({
      id: `rule_${index + 1}`,
      number: index + 1,
      delayMs: delay * MINUTE_MS,
      actions: [],
    })),
    repeats: 0,
    repeatDelayMs: 0,
    revertAcknowledgement: false,
    autoResolve: false,
    ...over,
  };
}

/** What a run did: `0:1 fires` is rule 1 of the first pass. Times in minutes after the opening. */
export type Deed = { readonly what: string; readonly due: number };

export type Command = 'acknowledge' | 'unacknowledge' | 'snooze' | 'wake' | 'escalate' | 'resolve';

/** One run, driven as the services drive it: every step that is due is taken, its state kept. */
export class Driver {
  readonly policy: Policy;
  readonly deeds: Deed[] = [];
  /** The status in which each firing that nobody asked for began. */
  readonly firedWhile: RunStatus[] = [];
  state: RunState = startRun(OPENED_AT);
  private readonly reachesNobody: ReadonlySet<string>;

  /** `reachesNobody`: firings as `pass:rule`. */
  constructor(policy: Policy, reachesNobody: readonly string[] = []) {
    this.policy = policy;
    this.reachesNobody = new Set(reachesNobody);
  }

  /** Takes every step that is due `minutes` after the opening. */
  advanceTo(minutes: number): this {
    for (;;) {
      const before = statusOf(this.policy, this.state);
      const due = nextDueAt(this.policy, this.state) ?? OPENED_AT;
      const step = advance(this.policy, this.state, at(minutes));
      this.state = step.state;
      if (step.kind === 'wait') return this;
      if (step.kind === 'fire') {
        this.firedWhile.push(before);
        this.fired(step);
      } else if (step.kind === 'auto-resolve') this.note('resolves', due);
      else
        this.note(step.takesBackAcknowledgement ? `pass ${step.pass} takes back` : `pass ${step.pass}`, due);
    }
  }

  do(command: Command, minutes: number): this {
    const now = at(minutes);
    if (command === 'escalate') {
      const step = escalate(this.policy, this.state, now);
      if (step === null) return this;
      this.state = step.state;
      this.fired(step);
      return this;
    }
    this.state = { acknowledge, unacknowledge, snooze: pause, wake: resume, resolve: end }[command](
      this.state,
      now,
    );
    return this;
  }

  /** The deeds in one line, each with its due time. */
  log(): string {
    return this.deeds.map(({ what, due }) => `${what} @${due}`).join(', ');
  }

  private fired(step: Extract<Step<string>, { kind: 'fire' }>): void {
    const name = `${step.pass}:${step.rule.number}`;
    this.note(name, step.dueAt);
    if (this.reachesNobody.has(name)) this.state = reachedNobody(this.policy, step.state).state;
  }

  private note(what: string, due: EpochMs): void {
    this.deeds.push({ what, due: (due - OPENED_AT) / MINUTE_MS });
  }
}

/** Whole minutes, so that a model that counts minutes can follow. */
export const anyPolicy: fc.Arbitrary<Policy> = fc
  .record({
    delays: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 4 }),
    repeats: fc.integer({ min: 0, max: 3 }),
    repeatDelay: fc.integer({ min: 0, max: 5 }),
    revertAcknowledgement: fc.boolean(),
    autoResolve: fc.boolean(),
  })
  // A pass takes time: what repeats without a pause is refused before it gets here.
  .filter(({ delays, repeatDelay }) => Math.max(...delays) + repeatDelay > 0)
  .map(({ delays, repeatDelay, ...rest }) =>
    aPolicy(
      delays.toSorted((a, b) => a - b),
      { ...rest, repeatDelayMs: repeatDelay * MINUTE_MS },
    ),
  );

/** Firings that reach nobody, as `pass:rule`. */
export const anyUnreached = fc.uniqueArray(
  fc.tuple(fc.nat({ max: 3 }), fc.integer({ min: 1, max: 4 })).map(([pass, rule]) => `${pass}:${rule}`),
  { maxLength: 6 },
);

const command = fc.constantFrom<Command>('acknowledge', 'unacknowledge', 'snooze', 'wake', 'escalate');

/** Commands and the minutes between them, the seldom `resolve` left out. */
export const anyStory = fc.array(fc.record({ command, after: fc.nat({ max: 9 }) }), { maxLength: 14 });
