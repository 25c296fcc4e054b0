import { createRequire } from 'node:module';
import type * as Rules from 'rrule';
import { DateTime } from 'luxon';
import type { DayOfWeek, Override, Schedule, Shift, Stretch } from '../../src/core/schedule/types.ts';
import { asEpochMs } from '../../src/core/time/instant.ts';
import type { Interval } from '../../src/core/time/interval.ts';

// Its own entry for imports does not load in Node.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof Rules;

type Span = { start: number; end: number };
type Cover = Span & { memberId: string; overrideId: string | null };

const DAYS: readonly DayOfWeek[] = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
];

/**
 * A schedule expanded in the obvious way, to compare with: rrule lists the handoffs and the openings of restrictions on
 * the wall clock, luxon places each, loops intersect them. Right but around clock changes.
 */
export function naiveTimeline(schedule: Schedule, range: Interval): Stretch[] {
  const zone = schedule.timeZone;
  const byShift = schedule.shifts.map((shift) => {
    const turns = turnsOf(shift, zone, range);
    const open = openOf(shift, zone, range);
    return turns.flatMap((turn) => open.flatMap((span) => cut(turn, span) ?? []));
  });
  const newestLast = schedule.overrides.toSorted((a, b) => a.createdAt - b.createdAt);
  let covers: (Cover & { shiftId: string | null })[] = byShift.flatMap((list, i) =>
    list.map((cover) => ({ ...cover, shiftId: schedule.shifts[i]?.id ?? null })),
  );
  for (const override of newestLast) covers = standIn(covers, override, range);
  return covers
    .toSorted((a, b) => a.start - b.start)
    .map((cover) => ({ ...cover, start: asEpochMs(cover.start), end: asEpochMs(cover.end) }));
}

function turnsOf(shift: Shift, zone: string, range: Interval): Cover[] {
  const first = DateTime.fromMillis(shift.startDate, { zone });
  const [freq, interval] =
    shift.rotationType === 'WEEKLY'
      ? [RRule.WEEKLY, 1]
      : shift.rotationType === 'DAILY'
        ? [RRule.DAILY, 1]
        : [
            { HOURS: RRule.HOURLY, DAYS: RRule.DAILY, WEEKS: RRule.WEEKLY }[shift.customUnit ?? 'DAYS'],
            shift.customValue ?? 1,
          ];
  const rule = new RRule({
    freq,
    interval,
    dtstart: floating(first),
    until: floating(DateTime.fromMillis(range.end, { zone }).plus({ weeks: 2 })),
  });
  const handoffs = rule.all().map((date) => placed(date, zone));
  return handoffs.slice(0, -1).flatMap((start, i) => {
    const member = shift.members[i % shift.members.length];
    const whole = {
      start,
      end: handoffs[i + 1] ?? start,
      memberId: member?.memberId ?? '',
      overrideId: null,
    };
    return cut(whole, range) ?? [];
  });
}

function openOf(shift: Shift, zone: string, range: Interval): Span[] {
  const { restriction } = shift;
  if (restriction.type === 'NONE') return [range];
  const from = DateTime.fromMillis(range.start, { zone }).minus({ weeks: 1 }).startOf('week');
  const until = floating(DateTime.fromMillis(range.end, { zone }));
  const spans = (options: { byweekday?: number[]; dayMs: number; endDayMs: number; freq: number }) =>
    new RRule({ freq: options.freq, byweekday: options.byweekday ?? null, dtstart: floating(from), until })
      .all()
      .map((day) => ({
        start: placed(new Date(day.getTime() + options.dayMs), zone),
        end: placed(new Date(day.getTime() + options.endDayMs), zone),
      }));
  const dayMs = 86_400_000;
  if (restriction.type === 'TIMEOFDAY') {
    const { start, end } = restriction;
    return spans({ freq: RRule.DAILY, dayMs: start, endDayMs: end <= start ? end + dayMs : end });
  }
  return restriction.intervals.flatMap(({ startDay, startTime, endDay, endTime }) => {
    const days = (DAYS.indexOf(endDay) - DAYS.indexOf(startDay) + 7) % 7;
    return spans({
      freq: RRule.WEEKLY,
      byweekday: [DAYS.indexOf(startDay)],
      dayMs: startTime,
      endDayMs: days * dayMs + endTime,
    });
  });
}

type ShiftCover = Cover & { shiftId: string | null };

function standIn(covers: readonly ShiftCover[], override: Override, range: Interval): ShiftCover[] {
  const window = cut(override, range);
  if (window === null) return [...covers];
  const mine = { memberId: override.memberId, overrideId: override.id };
  const rest = covers.flatMap((cover): ShiftCover[] => {
    if (override.replacesMemberId !== null && cover.memberId !== override.replacesMemberId) return [cover];
    const taken = cut(cover, window);
    if (taken === null) return [cover];
    const before = { ...cover, end: taken.start };
    const after = { ...cover, start: taken.end };
    const parts = [before, after].filter((part) => part.start < part.end);
    return override.replacesMemberId === null ? parts : [...parts, { ...taken, ...mine }];
  });
  return override.replacesMemberId === null
    ? [...rest, { start: window.start, end: window.end, ...mine, shiftId: null }]
    : rest;
}

function cut<T extends Span>(span: T, by: Span): T | null {
  const start = Math.max(span.start, by.start);
  const end = Math.min(span.end, by.end);
  return start < end ? { ...span, start, end } : null;
}

/** The wall clock as rrule reads it: as if it were UTC. */
function floating(at: DateTime): Date {
  return at.setZone('utc', { keepLocalTime: true }).toJSDate();
}

function placed(date: Date, zone: string): number {
  return DateTime.fromJSDate(date, { zone: 'utc' }).setZone(zone, { keepLocalTime: true }).toMillis();
}
