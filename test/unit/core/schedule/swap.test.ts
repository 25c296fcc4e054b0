import { describe, expect, test } from 'vitest';
import { timesOnCall } from '../../../../src/core/schedule/cover.ts';
import { areTakenOver, createdAfter, isExchangeOver, standIns } from '../../../../src/core/schedule/swap.ts';
import type { Override } from '../../../../src/core/schedule/types.ts';
import { asEpochMs } from '../../../../src/core/time/instant.ts';
import { aSchedule, aShift, anOverride, between, instant } from '../../../support/schedule-builders.ts';

// Ana has the odd weeks and bo the even ones; ana gives a weekend away for one of bo's.
const schedule = aSchedule({ shifts: [aShift({ rotationType: 'WEEKLY' })] });
const given = between('2026-01-10T00:00Z', '2026-01-12T00:00Z');
const returned = between('2026-01-17T00:00Z', '2026-01-19T00:00Z');
const swap = { memberId: 'ana', given, returned };
const BEFORE = instant('2026-01-06T00:00Z');
const both = { start: given.start, end: returned.end };

function accepted(accepterId: string, now = BEFORE, earlier: Override[] = []) {
  const createdAt = createdAfter(earlier, now);
  const made = standIns(swap, accepterId, now).map((one, i) => ({ id: `swap${i}`, ...one, createdAt }));
  return { ...schedule, overrides: [...earlier, ...made] };
}

describe('a swap that is accepted', () => {
  test('puts the accepter on call in what is given, and the asker in what is returned', () => {
    const after = accepted('bo');
    expect(timesOnCall(after, 'bo', given)).toEqual([given]);
    expect(timesOnCall(after, 'ana', given)).toEqual([]);
    expect(timesOnCall(after, 'ana', returned)).toEqual([returned]);
    expect(timesOnCall(after, 'bo', returned)).toEqual([]);
  });

  test('changes nothing of what has run already', () => {
    const noon = instant('2026-01-10T12:00Z');
    expect(standIns(swap, 'bo', noon)[0]?.start).toBe(noon);
    const [ofAna] = timesOnCall(accepted('bo', noon), 'ana', both);
    expect(ofAna).toEqual({ start: given.start, end: noon });
  });

  test('wins over overrides that were there, even from clocks that are ahead', () => {
    const ahead = anOverride({
      memberId: 'ana',
      replacesMemberId: 'bo',
      start: '2026-01-17T00:00Z',
      end: '2026-01-18T00:00Z',
      createdAt: BEFORE + 5,
    });
    const late = {
      memberId: 'ana',
      given: between('2026-01-17T00:00Z', '2026-01-18T00:00Z'),
      returned: null,
    };
    const [standIn] = standIns(late, 'cy', BEFORE);
    if (standIn === undefined) throw new Error('nobody stands in');
    const made = { id: 'later', ...standIn, createdAt: createdAfter([ahead], BEFORE) };
    const after = { ...schedule, overrides: [ahead, made] };
    expect(timesOnCall(after, 'cy', late.given)).toEqual([late.given]);
  });

  test('can be taken back by another one', () => {
    const first = accepted('bo');
    const back = standIns({ memberId: 'bo', given, returned: null }, 'ana', BEFORE).map((one) => ({
      id: 'back',
      ...one,
      createdAt: createdAfter(first.overrides, BEFORE),
    }));
    const after = { ...first, overrides: [...first.overrides, ...back] };
    expect(timesOnCall(after, 'ana', given)).toEqual([given]);
  });
});

describe('those who are replaced', () => {
  const day = between('2026-01-06T00:00Z', '2026-01-07T00:00Z');
  const shifts = [aShift({ id: 'one', members: ['ana'] }), aShift({ id: 'two', order: 1, members: ['bo'] })];
  const anaForBo = anOverride({
    memberId: 'ana',
    replacesMemberId: 'bo',
    start: '2026-01-06T00:00Z',
    end: '2026-01-07T00:00Z',
  });
  const taken = (by: string, overrides: Override[]) => {
    const createdAt = createdAfter(overrides, BEFORE);
    const given = standIns({ memberId: 'ana', given: day, returned: null }, by, BEFORE);
    return areTakenOver(
      aSchedule({ shifts, overrides }),
      given.map((one) => ({ id: 'new', ...one, createdAt })),
    );
  };

  test('are off call afterwards, of every shift', () => {
    expect(taken('bo', [])).toBe(true);
    expect(taken('cy', [anaForBo])).toBe(true);
  });

  test('are not where two who both have a turn would stand in for each other', () => {
    expect(taken('bo', [anaForBo])).toBe(false);
  });
});

describe('a swap is over', () => {
  test('when its stretch is, or the one in exchange', () => {
    expect(isExchangeOver({ ...swap, returned: null }, asEpochMs(given.end - 1))).toBe(false);
    expect(isExchangeOver({ ...swap, returned: null }, given.end)).toBe(true);
    expect(isExchangeOver({ memberId: 'ana', given: returned, returned: given }, given.end)).toBe(true);
  });
});
