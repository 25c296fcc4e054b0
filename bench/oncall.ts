import { shiftsBetween } from '../src/core/schedule/resolve.ts';
import { onCallAt } from '../src/core/schedule/on-call-at.ts';
import type { Override, Schedule, Shift } from '../src/core/schedule/types.ts';
import { asEpochMs, DAY_MS, HOUR_MS } from '../src/core/time/instant.ts';
import { naiveTimeline } from './support/naive-timeline.ts';
import { count, median, ms, say, sayMachine, sayTarget } from './support/report.ts';

/* Who is on call: 4 shifts with restrictions and 20 overrides, asked for instants and for a whole year. */

const ANCHOR = Date.parse('2026-01-05T08:00:00Z');
const YEAR = {
  start: asEpochMs(Date.parse('2026-01-05T00:00:00Z')),
  end: asEpochMs(Date.parse('2027-01-05T00:00:00Z')),
};
const ROUNDS = 7;
const ROUND_MS = 400;

const shift = (order: number, fields: Partial<Shift>): Shift => ({
  id: `shift-${order}`,
  name: `Shift ${order}`,
  order,
  members: [0, 1, 2, 3].map((member) => ({ memberId: `member-${order}-${member}` })),
  rotationType: 'WEEKLY',
  customValue: null,
  customUnit: null,
  startDate: asEpochMs(ANCHOR),
  endDate: null,
  restriction: { type: 'NONE' },
  turnOffset: 0,
  kept: null,
  ...fields,
});

const overrides = Array.from({ length: 20 }, (_, i): Override => {
  const start = YEAR.start + (i * 18 + 3) * DAY_MS + 9 * HOUR_MS;
  return {
    id: `override-${i}`,
    memberId: `stand-in-${i % 3}`,
    replacesMemberId: i % 4 === 3 ? null : `member-${i % 4}-${i % 4}`,
    start: asEpochMs(start),
    end: asEpochMs(start + (i % 5 === 0 ? 7 * DAY_MS : 10 * HOUR_MS)),
    createdAt: asEpochMs(YEAR.start + i),
  };
});

const schedule: Schedule = {
  id: 'schedule',
  status: 'ACTIVE',
  timeZone: 'Europe/Berlin',
  others: [],
  shifts: [
    shift(0, { restriction: { type: 'TIMEOFDAY', start: 8 * HOUR_MS, end: 20 * HOUR_MS } }),
    shift(1, {
      rotationType: 'DAILY',
      restriction: { type: 'TIMEOFDAY', start: 20 * HOUR_MS, end: 8 * HOUR_MS },
    }),
    shift(2, {
      restriction: {
        type: 'TIMEINTERVALS',
        intervals: [
          { startDay: 'MONDAY', startTime: 8 * HOUR_MS, endDay: 'FRIDAY', endTime: 18 * HOUR_MS },
          { startDay: 'SATURDAY', startTime: 10 * HOUR_MS, endDay: 'SUNDAY', endTime: 16 * HOUR_MS },
        ],
      },
    }),
    shift(3, {
      rotationType: 'CUSTOM',
      customValue: 12,
      customUnit: 'HOURS',
      restriction: { type: 'TIMEOFDAY', start: 6 * HOUR_MS, end: 22 * HOUR_MS },
    }),
  ],
  overrides,
};

/** Calls a second: the best of some rounds, because what disturbs only ever slows down. */
function perSecond(call: (i: number) => unknown): number {
  let best = 0;
  let i = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    const first = i;
    while (performance.now() - start < ROUND_MS) for (let n = 0; n < 500; n += 1) call((i += 1));
    best = Math.max(best, ((i - first) * 1_000) / (performance.now() - start));
  }
  return best;
}

function timeOf(call: () => unknown, rounds: number): number {
  return median(
    Array.from({ length: rounds }, () => {
      const start = performance.now();
      call();
      return performance.now() - start;
    }),
  );
}

sayMachine();
const stretches = shiftsBetween(schedule, YEAR);
const naive = naiveTimeline(schedule, YEAR);
const holders = (list: typeof stretches, at: number): string =>
  [...new Set(list.filter((s) => s.start <= at && at < s.end).map((s) => s.memberId))].join();
const span = YEAR.end - YEAR.start;
// Both must answer the same before their times may be compared; noon is far from the clock changes that the naive way gets wrong.
const noons = Array.from({ length: 364 }, (_, day) => YEAR.start + day * DAY_MS + 11 * HOUR_MS + 1);
const wrong = noons.filter((at) => holders(stretches, at) !== holders(naive, at));
say(
  `${stretches.length} stretches in the year; the naive way agrees at ${noons.length - wrong.length} of ${noons.length} noons`,
);

// A step that is prime to everything spreads the questions over the year, seasons and hours.
const asked = perSecond((i) => onCallAt(schedule, asEpochMs(YEAR.start + ((i * 104_729_353) % span))));
for (let i = 0; i < 50; i += 1) shiftsBetween(schedule, YEAR);
const ours = timeOf(() => shiftsBetween(schedule, YEAR), 51);
const theirs = timeOf(() => naiveTimeline(schedule, YEAR), 7);

sayTarget('who is on call at an instant', `${count(asked)} answers/s`, '100,000/s', asked >= 100_000);
sayTarget('the timeline of a year', ms(ours), '10 ms', ours < 10);
say(`        the same year with rrule and luxon: ${ms(theirs)}`);
sayTarget('ratio to rrule and luxon', `${(theirs / ours).toFixed(1)}×`, '20×', theirs / ours >= 20);
if (wrong.length > 0) process.exitCode = 1;
