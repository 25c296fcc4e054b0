import { civilDateOf } from '../../time/civil.ts';
import { formatTimeOfDay } from '../../time/time-of-day.ts';
import { DAY_MS, type EpochMs } from '../../time/instant.ts';
import { wallAt, type WallMs } from '../../time/wall-clock.ts';
import type { TimeZone } from '../../time/zone.ts';
import type { TickUnit } from './ticks.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** What a tick on the lower row of the axis may be called, the longest first. */
export function minorLabels(unit: TickUnit, wall: WallMs): string[] {
  const { year, month, day, weekday } = partsOf(wall);
  switch (unit) {
    case 'CLOCK':
      return [clockText(wall)];
    case 'DAY':
      return [`${weekday.slice(0, 3)} ${day}`, `${day}`];
    case 'WEEK':
      return [`${day} ${month.slice(0, 3)}`];
    case 'MONTH':
      return [month, month.slice(0, 3)];
    case 'YEAR':
      return [`${year}`];
  }
}

/** What the same tick may be called on the upper row, which says what the lower one leaves out. */
export function majorLabels(unit: TickUnit, wall: WallMs): string[] {
  const { year, month, day, weekday } = partsOf(wall);
  const [shortDay, shortMonth] = [weekday.slice(0, 3), month.slice(0, 3)];
  switch (unit) {
    case 'DAY':
      return [`${weekday} ${day} ${month} ${year}`, `${shortDay} ${day} ${shortMonth}`, `${shortDay} ${day}`];
    case 'MONTH':
      return [`${month} ${year}`, `${shortMonth} ${year}`, shortMonth];
    case 'YEAR':
    case 'WEEK':
    case 'CLOCK':
      return [`${year}`];
  }
}

/** `Thu 15 Jan 2026, 09:00`. */
export function instantText(zone: TimeZone, at: EpochMs): string {
  const wall = wallAt(zone, at);
  const { year, weekday } = partsOf(wall);
  return `${weekday.slice(0, 3)} ${dayText(zone, at)} ${year}, ${clockText(wall)}`;
}

/** `15 Jan`. */
export function dayText(zone: TimeZone, at: EpochMs): string {
  const { month, day } = partsOf(wallAt(zone, at));
  return `${day} ${month.slice(0, 3)}`;
}

function clockText(wall: WallMs): string {
  return formatTimeOfDay(wall - Math.floor(wall / DAY_MS) * DAY_MS);
}

function partsOf(wall: WallMs): { year: number; month: string; day: number; weekday: string } {
  const { year, month, day, weekday } = civilDateOf(wall);
  return { year, month: MONTHS[month - 1] ?? '', day, weekday: DAYS[weekday] ?? '' };
}
