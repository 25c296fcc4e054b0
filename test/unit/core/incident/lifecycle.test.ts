import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide, OPENED, type Command } from '../../../../src/core/incident/lifecycle.ts';
import type { Response } from '../../../../src/core/incident/types.ts';
import { asEpochMs, MINUTE_MS, plusMs } from '../../../../src/core/time/instant.ts';

const NOW = asEpochMs(Date.UTC(2026, 2, 30, 9, 0));
const minutes = (count: number) => plusMs(NOW, count * MINUTE_MS);

const byAna = { acknowledgedBy: 'Ana', acknowledgedById: 'mem_ana', acknowledgedAt: minutes(-20) };
const snoozeOf = (until: number) => ({ snoozedAt: minutes(-10), snoozedUntil: minutes(until) });

const TRIGGERED = OPENED;
const ACKNOWLEDGED: Response = { ...OPENED, state: 'ACKNOWLEDGED', ...byAna };
const SNOOZED: Response = { ...OPENED, state: 'SNOOZED', ...snoozeOf(30) };
const SNOOZED_ACKNOWLEDGED: Response = { ...SNOOZED, ...byAna };
const OVERSLEPT: Response = { ...OPENED, state: 'SNOOZED', ...snoozeOf(-1) };
const OVERSLEPT_ACKNOWLEDGED: Response = { ...OVERSLEPT, ...byAna };
const RESOLVED: Response = { ...OPENED, state: 'RESOLVED', ...byAna, resolvedAt: minutes(-1) };

const STATES = {
  TRIGGERED,
  ACKNOWLEDGED,
  SNOOZED,
  'SNOOZED, acknowledged': SNOOZED_ACKNOWLEDGED,
  'SNOOZED, over': OVERSLEPT,
  'SNOOZED, over, acknowledged': OVERSLEPT_ACKNOWLEDGED,
  RESOLVED,
};
const COMMANDS = {
  acknowledge: { kind: 'acknowledge', by: 'Bo', byId: 'mem_bo' },
  unacknowledge: { kind: 'unacknowledge' },
  'snooze for 30': { kind: 'snooze', until: minutes(30) },
  'snooze for 60': { kind: 'snooze', until: minutes(60) },
  wake: { kind: 'wake' },
  resolve: { kind: 'resolve' },
  reopen: { kind: 'reopen' },
} as const satisfies Record<string, Command>;

type StateName = keyof typeof STATES;
type CommandName = keyof typeof COMMANDS;

const byBo = { acknowledgedBy: 'Bo', acknowledgedById: 'mem_bo', acknowledgedAt: NOW };
const BO_HAS_IT: Response = { ...OPENED, state: 'ACKNOWLEDGED', ...byBo };
const asleep = (from: Response, until: number): Response => ({
  ...from,
  state: 'SNOOZED',
  snoozedAt: from.snoozedAt ?? NOW,
  snoozedUntil: minutes(until),
});
const over = (from: Response): Response => ({
  ...from,
  state: 'RESOLVED',
  resolvedAt: NOW,
  snoozedAt: null,
  snoozedUntil: null,
});

/** What every command does in every state; a response where it changes something. */
const TABLE: Record<StateName, Record<CommandName, Response | 'already' | 'too_late'>> = {
  TRIGGERED: {
    acknowledge: BO_HAS_IT,
    unacknowledge: 'already',
    'snooze for 30': asleep(TRIGGERED, 30),
    'snooze for 60': asleep(TRIGGERED, 60),
    wake: 'already',
    resolve: over(TRIGGERED),
    reopen: 'already',
  },
  ACKNOWLEDGED: {
    acknowledge: 'already',
    unacknowledge: TRIGGERED,
    'snooze for 30': asleep(ACKNOWLEDGED, 30),
    'snooze for 60': asleep(ACKNOWLEDGED, 60),
    wake: 'already',
    resolve: over(ACKNOWLEDGED),
    reopen: 'already',
  },
  SNOOZED: {
    acknowledge: BO_HAS_IT,
    unacknowledge: 'already',
    'snooze for 30': 'already',
    'snooze for 60': asleep(SNOOZED, 60),
    wake: 'already',
    resolve: over(SNOOZED),
    reopen: 'already',
  },
  'SNOOZED, acknowledged': {
    acknowledge: BO_HAS_IT,
    unacknowledge: TRIGGERED,
    'snooze for 30': 'already',
    'snooze for 60': asleep(SNOOZED_ACKNOWLEDGED, 60),
    wake: 'already',
    resolve: over(SNOOZED_ACKNOWLEDGED),
    reopen: 'already',
  },
  'SNOOZED, over': {
    acknowledge: BO_HAS_IT,
    unacknowledge: 'already',
    'snooze for 30': asleep(OVERSLEPT, 30),
    'snooze for 60': asleep(OVERSLEPT, 60),
    wake: TRIGGERED,
    resolve: over(OVERSLEPT),
    reopen: 'already',
  },
  'SNOOZED, over, acknowledged': {
    acknowledge: BO_HAS_IT,
    unacknowledge: TRIGGERED,
    'snooze for 30': asleep(OVERSLEPT_ACKNOWLEDGED, 30),
    'snooze for 60': asleep(OVERSLEPT_ACKNOWLEDGED, 60),
    wake: ACKNOWLEDGED,
    resolve: over(OVERSLEPT_ACKNOWLEDGED),
    reopen: 'already',
  },
  RESOLVED: {
    acknowledge: 'too_late',
    unacknowledge: 'too_late',
    'snooze for 30': 'too_late',
    'snooze for 60': 'too_late',
    wake: 'too_late',
    resolve: 'already',
    reopen: TRIGGERED,
  },
};

const rows = (Object.keys(STATES) as StateName[]).flatMap((state) =>
  (Object.keys(COMMANDS) as CommandName[]).map((command) => ({
    state,
    command,
    does: TABLE[state][command],
  })),
);

describe('every command in every state', () => {
  test.each(rows)('$command where the incident is $state', ({ state, command, does }) => {
    expect(decide(STATES[state], COMMANDS[command], NOW)).toEqual(
      typeof does === 'string' ? { kind: does } : { kind: 'change', response: does },
    );
  });
});

describe('of any story', () => {
  const story = fc.array(fc.constantFrom<Command>(...Object.values(COMMANDS)), { maxLength: 12 });
  const after = (commands: readonly Command[]): Response =>
    commands.reduce<Response>((response, command) => {
      const decision = decide(response, command, NOW);
      return decision.kind === 'change' ? decision.response : response;
    }, OPENED);

  test('a command that comes a second time changes nothing', () => {
    fc.assert(
      fc.property(story, fc.constantFrom<Command>(...Object.values(COMMANDS)), (commands, command) => {
        expect(decide(after([...commands, command]), command, NOW).kind).not.toBe('change');
      }),
    );
  });

  test('only reopening leaves RESOLVED', () => {
    fc.assert(
      fc.property(story, (commands) => {
        const late = commands.filter(({ kind }) => kind !== 'reopen');
        expect(after([...commands, COMMANDS.resolve, ...late]).state).toBe('RESOLVED');
      }),
    );
  });

  test('the state says what the other fields hold', () => {
    fc.assert(
      fc.property(story, (commands) => {
        const response = after(commands);
        expect(response.snoozedUntil !== null).toBe(response.state === 'SNOOZED');
        expect(response.snoozedAt !== null).toBe(response.state === 'SNOOZED');
        expect(response.resolvedAt !== null).toBe(response.state === 'RESOLVED');
        expect(response.acknowledgedBy !== null).toBe(response.acknowledgedAt !== null);
        const isAcknowledged = response.acknowledgedAt !== null;
        expect(isAcknowledged || response.state !== 'ACKNOWLEDGED').toBe(true);
        expect(isAcknowledged && response.state === 'TRIGGERED').toBe(false);
      }),
    );
  });
});
