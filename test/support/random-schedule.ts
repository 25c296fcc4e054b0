import fc from 'fast-check';
import type { DayOfWeek, Override, Restriction, Schedule, Shift } from '../../src/core/schedule/types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs, type EpochMs } from '../../src/core/time/instant.ts';
import { wallAt } from '../../src/core/time/wall-clock.ts';
import { timeZone } from '../../src/core/time/zone.ts';

const WEEK_DAYS: DayOfWeek[] = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const memberId = fc.constantFrom('ana', 'bo', 'cy', 'di');
const members = fc.array(
  memberId.map((id) => ({ memberId: id })),
  { minLength: 1, maxLength: 4 },
);
const weekDay = fc.constantFrom(...WEEK_DAYS);

/** Times of day, more often than not near the readings that the change at `at` skips or doubles. */
function aTimeOfDay(zone: string, at: EpochMs): fc.Arbitrary<number> {
  const wall = wallAt(timeZone(zone), at);
  const near = fc
    .integer({ min: -150, max: 150 })
    .map((minutes) => (((wall + minutes * MINUTE_MS) % DAY_MS) + DAY_MS) % DAY_MS);
  const any = fc.integer({ min: 0, max: 1439 }).map((minute) => minute * MINUTE_MS);
  return fc.oneof({ weight: 2, arbitrary: near }, { weight: 1, arbitrary: any });
}

function aRestriction(zone: string, at: EpochMs): fc.Arbitrary<Restriction> {
  const time = aTimeOfDay(zone, at);
  const interval = fc.record({ startDay: weekDay, startTime: time, endDay: weekDay, endTime: time });
  return fc.oneof(
    fc.constant<Restriction>({ type: 'NONE' }),
    fc.record({ type: fc.constant('TIMEOFDAY' as const), start: time, end: time }),
    fc.record({
      type: fc.constant('TIMEINTERVALS' as const),
      intervals: fc.array(interval, { minLength: 1, maxLength: 3 }),
    }),
  );
}

/** A shift that starts, in whole minutes, up to five days before the change at `at` or within three hours of it. */
export function aRandomShift(zone: string, at: EpochMs, id = 'shift', order = 0): fc.Arbitrary<Shift> {
  const startDate = fc
    .oneof(fc.integer({ min: -5 * 24 * 60, max: 0 }), fc.integer({ min: -180, max: 180 }))
    .map((minutes) => plusMs(at, minutes * MINUTE_MS));
  const hours = fc.constantFrom(1, 2, 3, 5, 8, 12, 24, 36);
  const rotation = fc.oneof(
    fc.constant({ rotationType: 'DAILY' as const, customValue: null, customUnit: null }),
    fc.constant({ rotationType: 'WEEKLY' as const, customValue: null, customUnit: null }),
    hours.map((n) => ({ rotationType: 'CUSTOM' as const, customValue: n, customUnit: 'HOURS' as const })),
    fc
      .constantFrom(1, 2, 3)
      .map((n) => ({ rotationType: 'CUSTOM' as const, customValue: n, customUnit: 'DAYS' as const })),
  );
  const lastsFor = fc.option(fc.integer({ min: 1, max: 8 * 24 * 60 }), { freq: 4 });
  return fc
    .record({ startDate, rotation, lastsFor, members, restriction: aRestriction(zone, at) })
    .map(({ rotation: turns, lastsFor: minutes, ...shift }) => ({
      id,
      name: id,
      order,
      ...turns,
      turnOffset: 0,
      kept: null,
      ...shift,
      endDate: minutes === null ? null : plusMs(shift.startDate, minutes * MINUTE_MS),
    }));
}

function anyOverride(at: EpochMs): fc.Arbitrary<Omit<Override, 'id'>> {
  return fc
    .record({
      memberId: fc.oneof(memberId, fc.constant('zoe')),
      replacesMemberId: fc.option(fc.oneof(memberId, fc.constant('zoe')), { freq: 3 }),
      startsIn: fc.integer({ min: -30 * 60, max: 30 * 60 }),
      lastsFor: fc.integer({ min: 1, max: 24 * 60 }),
      createdAt: fc.integer({ min: 0, max: 3 }).map((n) => plusMs(at, n)),
    })
    .map(({ startsIn, lastsFor, ...override }) => {
      const start = plusMs(at, startsIn * MINUTE_MS);
      return { ...override, start, end: plusMs(start, lastsFor * MINUTE_MS) };
    });
}

/** A schedule in `zone` whose turns, restrictions and overrides crowd around the change at `at`; everything in whole minutes. */
export function aRandomSchedule(zone: string, at: EpochMs): fc.Arbitrary<Schedule> {
  const shifts = fc
    .integer({ min: 1, max: 3 })
    .chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => aRandomShift(zone, at, `shift${i}`, i))));
  const overrides = fc
    .array(anyOverride(at), { maxLength: 4 })
    .map((list) => list.map((override, i) => ({ ...override, id: `override${i}` })));
  return fc.record({
    id: fc.constant('schedule'),
    status: fc.constant('ACTIVE' as const),
    timeZone: fc.constant(zone),
    shifts,
    others: fc.constant([]),
    overrides,
  });
}

/** How far before the change a shift of `aRandomShift` may start. */
export const RANDOM_LEAD_MS = 5 * DAY_MS + HOUR_MS;
