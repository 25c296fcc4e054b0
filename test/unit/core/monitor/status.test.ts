import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../../src/core/monitor/outcome.ts';
import {
  NEW_LOCATION,
  absorb,
  monitorStatus,
  type LocationState,
} from '../../../../src/core/monitor/status.ts';
import { asEpochMs } from '../../../../src/core/time/instant.ts';

/** Feeds outcomes a second apart; answers what each led to and the last state, by way of JSON as a store would. */
function absorbAll(outcomes: Outcome[], confirmations: number, from: LocationState = NEW_LOCATION) {
  const kinds: string[] = [];
  let state = from;
  for (const [second, outcome] of outcomes.entries()) {
    const absorbed = absorb(state, outcome, asEpochMs(second * 1_000), confirmations);
    kinds.push(absorbed.kind);
    state = JSON.parse(JSON.stringify(absorbed.state)) as LocationState;
  }
  return { kinds, state };
}

describe('absorb', () => {
  test('takes a first OK without a retry', () => {
    expect(absorbAll(['OK'], 3)).toEqual({
      kinds: ['confirmed'],
      state: { confirmedOutcome: 'OK', confirmedAt: 0, pendingOutcome: null, pendingCount: 0 },
    });
  });

  test('confirms a first failure by a retry, and takes an OK retry for the first outcome', () => {
    expect(absorbAll(['FAILED', 'FAILED'], 1).kinds).toEqual(['retry', 'confirmed']);
    const flaky = absorbAll(['FAILED', 'OK'], 1);
    expect(flaky.kinds).toEqual(['retry', 'confirmed']);
    expect(flaky.state.confirmedOutcome).toBe('OK');
  });

  test.each([0, 1, 2, 10])('confirms a failure after exactly %d agreeing retries', (confirmations) => {
    const { kinds, state } = absorbAll(
      ['OK', ...Array<Outcome>(confirmations + 1).fill('FAILED')],
      confirmations,
    );
    expect(kinds).toEqual(['confirmed', ...Array<string>(confirmations).fill('retry'), 'confirmed']);
    expect(state.confirmedOutcome).toBe('FAILED');
  });

  test('asks for a retry of a recovery too', () => {
    const { kinds, state } = absorbAll(['FAILED', 'FAILED', 'OK', 'OK'], 1);
    expect(kinds).toEqual(['retry', 'confirmed', 'retry', 'confirmed']);
    expect(state).toMatchObject({ confirmedOutcome: 'OK', confirmedAt: 3_000 });
  });

  test('keeps the confirmed outcome when a retry disagrees, and starts anew at the next difference', () => {
    const { kinds, state } = absorbAll(['OK', 'FAILED', 'OK', 'FAILED'], 1);
    expect(kinds).toEqual(['confirmed', 'retry', 'unchanged', 'retry']);
    expect(state).toMatchObject({ confirmedOutcome: 'OK', confirmedAt: 2_000, pendingCount: 0 });
  });

  test('keeps the confirmed outcome when the retry differs from both', () => {
    const { kinds, state } = absorbAll(['OK', 'FAILED', 'DEGRADED'], 1);
    expect(kinds).toEqual(['confirmed', 'retry', 'unchanged']);
    expect(state).toEqual({
      confirmedOutcome: 'OK',
      confirmedAt: 2_000,
      pendingOutcome: null,
      pendingCount: 0,
    });
  });

  test('confirms nothing of a new location whose first outcomes are bad in different ways', () => {
    expect(absorbAll(['FAILED', 'DEGRADED'], 1).state).toEqual(NEW_LOCATION);
  });

  test('keeps its vote while a difference waits for confirmation', () => {
    const { state } = absorbAll(['OK', 'FAILED'], 2);
    expect(state).toMatchObject({ confirmedOutcome: 'OK', confirmedAt: 0, pendingOutcome: 'FAILED' });
  });

  test('does not grow older by a result that comes late', () => {
    const fresh: LocationState = { ...NEW_LOCATION, confirmedOutcome: 'OK', confirmedAt: asEpochMs(5_000) };
    expect(absorb(fresh, 'OK', asEpochMs(4_000), 1).state.confirmedAt).toBe(5_000);
  });
});

describe('monitorStatus', () => {
  const now = asEpochMs(1_000_000);
  const electorate = { configuredLocations: ['A', 'B', 'C', 'D'], now, intervalMs: 60_000 };
  const votesOf = (outcomes: string) =>
    outcomes.split('').map((letter, index) => ({
      location: 'ABCD'.charAt(index),
      outcome: ({ o: 'OK', d: 'DEGRADED', f: 'FAILED' } as const)[letter as 'o' | 'd' | 'f'],
      at: now,
    }));

  test.each([
    ['', 'UNKNOWN'],
    ['o', 'UP'],
    ['f', 'DOWN'],
    ['d', 'DEGRADED'],
    ['fo', 'DEGRADED'],
    ['do', 'UP'],
    ['ffo', 'DOWN'],
    ['foo', 'DEGRADED'],
    ['ddo', 'DEGRADED'],
    ['doo', 'UP'],
    ['fdo', 'DEGRADED'],
    ['ffoo', 'DEGRADED'],
    ['ddoo', 'UP'],
    ['fffo', 'DOWN'],
    ['oooo', 'UP'],
  ] as const)('of votes %j is %s', (outcomes, status) => {
    expect(monitorStatus(votesOf(outcomes), electorate)).toBe(status);
  });

  test('does not count a location that the monitor does not use', () => {
    const votes = [{ location: 'Z', outcome: 'FAILED', at: now } as const];
    expect(monitorStatus([...votes, ...votesOf('o')], electorate)).toBe('UP');
    expect(monitorStatus(votes, electorate)).toBe('UNKNOWN');
  });

  test('does not count an outcome that is three intervals old', () => {
    const aged = (ageMs: number) => [
      { location: 'A', outcome: 'FAILED', at: asEpochMs(now - ageMs) } as const,
    ];
    expect(monitorStatus(aged(179_999), electorate)).toBe('DOWN');
    expect(monitorStatus(aged(180_000), electorate)).toBe('UNKNOWN');
  });
});
