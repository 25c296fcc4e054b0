import { describe, expect, test } from 'vitest';
import { findProblems, watched, type Watch } from '../../../../src/core/schedule/health.ts';
import {
  newsBetween,
  newsText,
  snapshotOf,
  type Snapshot,
} from '../../../../src/core/schedule/health-news.ts';
import type { Names } from '../../../../src/core/schedule/health-words.ts';
import type { Schedule } from '../../../../src/core/schedule/types.ts';
import { DAY_MS, HOUR_MS, plusMs } from '../../../../src/core/time/instant.ts';
import {
  aSchedule,
  aShift,
  anOverride,
  between,
  instant,
  timeOfDay,
} from '../../../support/schedule-builders.ts';

const START = instant('2026-02-02T05:00Z');
const names: Names = {
  schedule: (id) => ({ name: id.toUpperCase(), timeZone: 'UTC' }),
  member: (id) => id,
};

type Options = Partial<Omit<Watch, 'schedules' | 'window'>>;

/** What is kept of a look so many days after the first. */
function look(day: number, schedules: readonly Schedule[], options: Options = {}): Snapshot {
  const start = plusMs(START, day * DAY_MS);
  const window = { start, end: plusMs(start, 28 * DAY_MS) };
  const findings = findProblems({
    window,
    schedules: schedules.map((schedule) => watched(schedule, window)),
    uses: { named: new Set(['a']), all: false },
    policies: [],
    isReachable: () => true,
    timeOff: [],
    ...options,
  });
  // As it comes back from the database.
  return JSON.parse(JSON.stringify(snapshotOf(findings, window, names))) as Snapshot;
}
const lines = (before: Snapshot | null, after: Snapshot) =>
  newsText('Shop', newsBetween(before, after))?.text.split('\n') ?? [];

const good = aSchedule({ id: 'a' });
const nightly = aSchedule({ id: 'a', shifts: [aShift({ restriction: timeOfDay('08:00', '20:00') })] });
const ending = (endDate: string) => aSchedule({ id: 'a', shifts: [aShift({ endDate })] });

describe('the first look', () => {
  test('tells everything where something is critical', () => {
    expect(lines(null, look(0, [nightly]))).toEqual([
      'New: Nobody is on call for “A”, 29 times, first from Mon 2026-02-02 05:00 UTC to Mon 2026-02-02 08:00 UTC.',
    ]);
  });

  test('tells nothing where nothing is', () => {
    expect(lines(null, look(0, [{ ...nightly, id: 'b' }]))).toEqual([]);
    expect(lines(null, look(0, []))).toEqual([]);
  });
});

describe('a later look', () => {
  test('is no news by itself: a schedule without anybody every night is told of once', () => {
    let before = look(0, [nightly]);
    for (let day = 1; day < 100; day += 1) {
      const after = look(day, [nightly]);
      expect(lines(before, after)).toEqual([]);
      before = after;
    }
  });

  test.each([1 / 24, 0.4, 1, 6.7, 27.9, 28, 200])('is none after %d days either', (days) => {
    expect(lines(look(0, [nightly]), look(days, [nightly]))).toEqual([]);
  });

  test('tells what was put right, and only the part that was', () => {
    const stand = anOverride({ start: '2026-02-04T20:00Z', end: '2026-02-05T02:00Z' });
    const before = look(0, [nightly]);
    expect(lines(before, look(1, [{ ...nightly, overrides: [stand] }]))).toEqual([
      'Solved: Nobody was on call for “A”, from Wed 2026-02-04 20:00 UTC to Thu 2026-02-05 02:00 UTC.',
    ]);
    expect(lines(before, look(1, [good]))).toEqual([
      'Solved: Nobody was on call for “A”, 28 times, first from Tue 2026-02-03 05:00 UTC to Tue 2026-02-03 08:00 UTC.',
    ]);
  });

  test('does not tell as put right what is over', () => {
    const before = look(
      0,
      [ending('2026-02-02T10:00Z')].map((s) => ({
        ...s,
        overrides: [anOverride({ start: '2026-02-02T12:00Z', end: '2027-01-01T00:00Z' })],
      })),
    );
    expect(before.subjects).toHaveLength(1);
    expect(lines(before, look(1, [good]))).toEqual([]);
  });

  test('tells what is new in the time that was seen before', () => {
    expect(lines(look(0, [good]), look(1, [ending('2026-02-20T00:00Z')]))).toEqual([
      'New: Nobody is on call for “A”, from Fri 2026-02-20 00:00 UTC to Tue 2026-03-03 05:00 UTC.',
    ]);
    const longer = { ...nightly, shifts: [aShift({ restriction: timeOfDay('08:00', '19:00') })] };
    expect(lines(look(0, [nightly]), look(1, [longer]))).toEqual([
      'New: Nobody is on call for “A”, 27 times, first from Tue 2026-02-03 19:00 UTC to Tue 2026-02-03 20:00 UTC.',
    ]);
  });

  test('tells what comes into sight where there was nothing of the kind', () => {
    // The end lies half a day behind what the first look saw.
    const end = new Date(plusMs(START, 28 * DAY_MS + 12 * HOUR_MS)).toISOString();
    expect(lines(look(0, [ending(end)]), look(1, [ending(end)]))).toHaveLength(1);
    const both = aSchedule({
      id: 'a',
      shifts: [aShift({ endDate: end, restriction: timeOfDay('08:00', '20:00') })],
    });
    expect(lines(look(0, [both]), look(1, [both]))).toEqual([]);
  });

  test('tells who cannot be reached once, on call or not, and once more when they can', () => {
    const rare = aSchedule({
      id: 'b',
      shifts: [aShift({ members: ['ana', 'bo', 'cy', 'di', 'ed', 'flo'], rotationType: 'WEEKLY' })],
    });
    const lost: Options = { isReachable: (id) => id !== 'bo' };
    const fine = look(0, [rare]);
    let before = look(1, [rare], lost);
    expect(lines(fine, before)).toEqual(['New: No channel works for bo, who is in “B”.']);
    const severities = new Set<string>();
    for (let day = 2; day < 80; day += 1) {
      const after = look(day, [rare], lost);
      expect(lines(before, after)).toEqual([]);
      severities.add(after.subjects[0]?.severity ?? '');
      before = after;
    }
    expect([...severities].toSorted()).toEqual(['critical', 'warning']);
    expect(lines(before, look(80, [rare]))).toEqual(['Solved: No channel worked for bo, who was in “B”.']);
  });

  test('tells when a gap becomes critical, though it was there', () => {
    const unused: Options = { uses: { named: new Set(), all: false } };
    const before = look(0, [nightly], unused);
    expect(lines(before, look(1, [nightly]))).toEqual([
      expect.stringMatching(/^Now critical: Nobody is on call for “A”, 29 times, first from /),
    ]);
    expect(lines(look(0, [nightly]), look(1, [nightly], unused))).toEqual([]);
  });

  test('takes no pause for an end of a gap', () => {
    const paused = aSchedule({ id: 'a', status: 'PAUSED' });
    expect(lines(look(0, [nightly]), look(1, [paused]))).toEqual([
      expect.stringMatching(/^New: Nobody is on call for “A”, which is paused, from /),
    ]);
  });

  test('tells of a schedule that is gone by the name it had', () => {
    expect(lines(look(0, [nightly]), look(1, []))[0]).toMatch(
      /^Solved: Nobody was on call for “A”, 28 times/,
    );
  });
});

test('a text has ten lines and the number of the others, critical things first', () => {
  const many = Array.from({ length: 22 }, (_, i) => ({ ...nightly, id: `s${i}` }));
  const news = newsBetween(null, look(0, [...many, nightly]));
  const text = newsText('Shop', news);
  expect(text?.title).toBe('On-call health of Shop: 23 new problems');
  const told = text?.text.split('\n') ?? [];
  expect(told).toHaveLength(11);
  expect(told[0]).toMatch(/^New: Nobody is on call for “A”/);
  expect(told.at(-1)).toBe('and 13 more');
  expect(newsText('Shop', [])).toBeNull();
  const mixed = newsBetween(look(0, [nightly]), look(1, [{ ...nightly, id: 'b' }]));
  expect(newsText('Shop', mixed)?.title).toBe('On-call health of Shop: 1 new problem, 1 solved');
});

test('what is kept of a look is bounded: countless times count as always', () => {
  const window = between('2026-02-02T00:00Z', '2026-03-02T00:00Z');
  const times = Array.from({ length: 1_001 }, (_, i) => ({
    start: plusMs(window.start, i * 10),
    end: plusMs(window.start, i * 10 + 5),
  }));
  const finding = { kind: 'GAP', severity: 'critical', scheduleIds: ['a'], memberId: null, times } as const;
  expect(snapshotOf([finding], window, names).subjects[0]?.times).toEqual([window]);
  expect(
    snapshotOf(
      Array.from({ length: 6_000 }, () => finding),
      window,
      names,
    ).subjects,
  ).toHaveLength(5_000);
});

test('a warning that was cut off is neither new nor solved', () => {
  const window = between('2026-02-02T00:00Z', '2026-03-02T00:00Z');
  const findings = Array.from({ length: 5_010 }, (_, i) => ({
    kind: 'GAP' as const,
    severity: 'warning' as const,
    scheduleIds: [`s${i}`],
    memberId: null,
    times: [window],
  }));
  const whole = snapshotOf(findings.slice(0, 5_000), window, names);
  const cut = snapshotOf(findings.slice(5), window, names);
  expect([whole.isCut, cut.isCut]).toEqual([false, true]);
  const five = (change: string) => Array.from({ length: 5 }, () => change);
  expect(newsBetween(cut, whole).map(({ change }) => change)).toEqual(five('solved'));
  expect(newsBetween(whole, cut).map(({ change }) => change)).toEqual(five('new'));
});
