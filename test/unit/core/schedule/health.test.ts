import { describe, expect, test } from 'vitest';
import { findProblems, watched, type Finding, type Watch } from '../../../../src/core/schedule/health.ts';
import { problemsOf, type Names } from '../../../../src/core/schedule/health-words.ts';
import type { Schedule } from '../../../../src/core/schedule/types.ts';
import {
  aSchedule,
  aShift,
  anOverride,
  between,
  iso,
  timeOfDay,
} from '../../../support/schedule-builders.ts';

const WINDOW = between('2026-02-02T00:00Z', '2026-03-02T00:00Z');
const names: Names = {
  schedule: (id) => ({ name: id.toUpperCase(), timeZone: 'UTC' }),
  member: (id) => id,
};

type Options = Partial<Omit<Watch, 'schedules' | 'window'>>;

const find = (schedules: readonly Schedule[], options: Options = {}): Finding[] =>
  findProblems({
    window: WINDOW,
    schedules: schedules.map((schedule) => watched(schedule, WINDOW)),
    uses: { named: new Set(), all: false },
    policies: [],
    isReachable: () => true,
    timeOff: [],
    ...options,
  });
const told = (findings: readonly Finding[]) =>
  findings.map(({ kind, severity, scheduleIds, memberId, times }) => ({
    what: [kind, severity, scheduleIds.join('+'), memberId ?? ''].join(' ').trim(),
    times: times.map(({ start, end }) => `${iso(start)} ${iso(end)}`),
  }));
const kinds = (findings: readonly Finding[]) => told(findings).map(({ what }) => what);
const always = aShift({ id: 'always', members: ['ana'] });
const naming = (...ids: string[]): Options => ({ uses: { named: new Set(ids), all: false } });
/** A policy whose levels use these schedules. */
const policy =
  (...levels: string[][]) =>
  (id: string) => {
    const level = levels.findIndex((ids) => ids.includes(id));
    return level < 0 ? null : level + 1;
  };

describe('the health of on-call', () => {
  test('is good where somebody is always on call and can be reached', () => {
    expect(find([aSchedule()], naming('schedule'))).toEqual([]);
  });

  test('misses whoever is on call at no time', () => {
    const shift = aShift({ endDate: '2026-03-01T00:00Z' });
    const schedule = aSchedule({
      shifts: [shift],
      overrides: [anOverride({ start: '2026-03-01T06:00Z', end: '2026-03-01T12:00Z' })],
    });
    const times = ['2026-03-01T00:00Z 2026-03-01T06:00Z', '2026-03-01T12:00Z 2026-03-02T00:00Z'];
    expect(told(find([schedule]))).toEqual([{ what: 'GAP warning schedule', times }]);
    expect(told(find([schedule], naming('schedule')))).toEqual([{ what: 'GAP critical schedule', times }]);
    expect(kinds(find([schedule], { uses: { named: new Set(), all: true } }))).toEqual([
      'GAP critical schedule',
    ]);
  });

  test('tells a pause from a gap, and takes a planned one for the time it lasts', () => {
    const paused = {
      ...between('2026-02-10T00:00Z', '2026-02-12T00:00Z'),
      status: 'PAUSED',
      timeZone: 'UTC',
      shifts: [],
    } as const;
    const planned = aSchedule({ others: [paused] });
    expect(told(find([planned]))).toEqual([
      { what: 'PAUSED warning schedule', times: ['2026-02-10T00:00Z 2026-02-12T00:00Z'] },
    ]);
    const whole = aSchedule({ status: 'PAUSED' });
    const times = ['2026-02-02T00:00Z 2026-03-02T00:00Z'];
    // What means all schedules means those that are not paused.
    expect(told(find([whole], { uses: { named: new Set(), all: true } }))).toEqual([
      { what: 'PAUSED warning schedule', times },
    ]);
    expect(kinds(find([whole], naming('schedule')))).toEqual(['PAUSED critical schedule']);
  });

  test('needs a channel that works for everybody, most of all for those on call', () => {
    const schedules = [
      aSchedule({ id: 'a', shifts: [aShift({ members: ['ana', 'bo'] })] }),
      aSchedule({
        id: 'b',
        shifts: [
          aShift({ members: ['bo'] }),
          aShift({ id: 'x', order: 1, members: ['cy'], startDate: '2027-01-01T00:00Z' }),
        ],
      }),
    ];
    const reach: Record<string, boolean | null> = { ana: true, bo: false, cy: false };
    expect(told(find(schedules, { isReachable: (id) => reach[id] ?? null }))).toEqual([
      { what: 'UNREACHABLE critical a+b bo', times: ['2026-02-02T00:00Z 2026-03-02T00:00Z'] },
      { what: 'UNREACHABLE warning b cy', times: ['2026-02-02T00:00Z 2026-03-02T00:00Z'] },
    ]);
  });

  test('minds somebody who is gone only while they are on call', () => {
    const isReachable = (id: string) => (id === 'zoe' ? null : true);
    const within = aSchedule({
      overrides: [anOverride({ start: '2026-02-03T00:00Z', end: '2026-02-04T00:00Z' })],
    });
    const after = aSchedule({
      overrides: [anOverride({ start: '2026-04-03T00:00Z', end: '2026-04-04T00:00Z' })],
    });
    expect(kinds(find([within], { isReachable }))).toEqual(['UNREACHABLE critical schedule zoe']);
    expect(find([after], { isReachable })).toEqual([]);
  });

  test('knows who would be their own backup', () => {
    const a = aSchedule({ id: 'a', shifts: [aShift({ members: ['ana', 'bo'] })] });
    const b = aSchedule({ id: 'b', shifts: [aShift({ members: ['bo', 'bo', 'ana'] })] });
    const [found] = find([a, b], { policies: [policy(['a'], ['b'])] });
    expect(found).toMatchObject({ kind: 'SAME_PERSON', severity: 'warning', scheduleIds: ['a', 'b'] });
    // One level for both, or two policies: nobody was meant to be the other's backup.
    expect(find([a, b], { policies: [policy(['a', 'b'], ['b'])] })).toEqual([]);
    expect(find([a, b], { policies: [policy(['a']), policy([], ['b'])] })).toEqual([]);
    expect(find([b, a], { policies: [policy(['a'], ['b']), policy(['b'], ['a'])] })).toHaveLength(2);
  });

  test('tells when somebody has two shifts of one schedule at once', () => {
    const second = aShift({
      id: 'second',
      order: 1,
      members: ['ana'],
      restriction: timeOfDay('10:00', '11:00'),
    });
    const shared = aSchedule({
      shifts: [always, { ...second, endDate: between('2026-02-03T12:00Z', '2026-02-04T00:00Z').start }],
    });
    expect(told(find([shared]))).toEqual([
      {
        what: 'SAME_PERSON warning schedule ana',
        times: ['2026-02-02T10:00Z 2026-02-02T11:00Z', '2026-02-03T10:00Z 2026-02-03T11:00Z'],
      },
    ]);
  });

  test('sees who is on call within their time off, and only within it', () => {
    const timeOff = [
      { memberId: 'ana', ...between('2026-02-10T00:00Z', '2026-02-11T00:00Z') },
      { memberId: 'eve', ...between('2026-02-10T00:00Z', '2026-02-11T00:00Z') },
    ];
    expect(told(find([aSchedule({ shifts: [always] })], { timeOff }))).toEqual([
      { what: 'TIME_OFF warning schedule ana', times: ['2026-02-10T00:00Z 2026-02-11T00:00Z'] },
    ]);
  });
});

describe('what is told of it', () => {
  const nightly = (id: string) =>
    aSchedule({ id, shifts: [aShift({ restriction: timeOfDay('08:00', '20:00') })] });

  test('is critical first, then by start, and no more than asked for', () => {
    const schedules = [nightly('a'), nightly('b')];
    const problems = problemsOf(find(schedules, naming('b')), names, 1_000);
    expect(problems).toHaveLength(58);
    expect(problems.map(({ severity }) => severity).lastIndexOf('critical')).toBe(28);
    const starts = problems.slice(0, 29).map(({ start }) => start);
    expect(starts).toEqual(starts.toSorted((x, y) => x - y));
    expect(problemsOf(find(schedules), names, 7)).toHaveLength(7);
  });

  test('is fifty times of one thing at most, and the others together', () => {
    const hourly = aSchedule({
      id: 'a',
      shifts: [0, 6, 12, 18].map((hour, order) =>
        aShift({
          id: `s${order}`,
          order,
          restriction: timeOfDay(
            `${String(hour).padStart(2, '0')}:00`,
            `${String(hour + 5).padStart(2, '0')}:00`,
          ),
        }),
      ),
    });
    const problems = problemsOf(find([hourly]), names, 1_000).filter(({ kind }) => kind === 'GAP');
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)?.message).toBe(
      'Nobody is on call for “A” at 62 more times, from Sat 2026-02-14 17:00 UTC to Mon 2026-03-02 00:00 UTC.',
    );
  });

  test.each<[string, readonly Schedule[], Options]>([
    [
      'Nobody is on call for “A”, from Sun 2026-03-01 00:00 UTC to Mon 2026-03-02 00:00 UTC.',
      [aSchedule({ id: 'a', shifts: [aShift({ endDate: '2026-03-01T00:00Z' })] })],
      {},
    ],
    [
      'Nobody is on call for “A”, which is paused, from Mon 2026-02-02 00:00 UTC to Mon 2026-03-02 00:00 UTC.',
      [aSchedule({ id: 'a', status: 'PAUSED' })],
      {},
    ],
    [
      'No channel works for ana, who is in “A” and on call there, first from Mon 2026-02-02 00:00 UTC to Mon 2026-03-02 00:00 UTC.',
      [aSchedule({ id: 'a', shifts: [always] })],
      { isReachable: () => false },
    ],
    [
      'No channel works for bo, who is in “A”.',
      [
        aSchedule({
          id: 'a',
          shifts: [always, aShift({ order: 1, members: ['bo'], startDate: '2027-01-01T00:00Z' })],
        }),
      ],
      { isReachable: (id) => id !== 'bo' },
    ],
    [
      'ana is on call in two shifts of “A” at once, their own backup, from Mon 2026-02-02 00:00 UTC to Mon 2026-03-02 00:00 UTC.',
      [aSchedule({ id: 'a', shifts: [always, { ...always, id: 'x' }] })],
      {},
    ],
    [
      'ana is on call for “A” and “B” at once, their own backup in an escalation policy, from Mon 2026-02-02 00:00 UTC to Mon 2026-03-02 00:00 UTC.',
      ['a', 'b'].map((id) => aSchedule({ id, shifts: [always] })),
      { policies: [policy(['a'], ['b'])] },
    ],
    [
      'ana is on call for “A” within their time off, from Tue 2026-02-10 00:00 UTC to Wed 2026-02-11 00:00 UTC.',
      [aSchedule({ id: 'a', shifts: [always] })],
      { timeOff: [{ memberId: 'ana', ...between('2026-02-10T00:00Z', '2026-02-11T00:00Z') }] },
    ],
  ])('is a sentence: %s', (sentence, schedules, options) => {
    expect(problemsOf(find(schedules, options), names, 10).map(({ message }) => message)).toEqual([sentence]);
  });
});
