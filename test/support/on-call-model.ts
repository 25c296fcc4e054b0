import type { DayOfWeek, Override, Schedule, Shift } from '../../src/core/schedule/types.ts';

// A slow second opinion on who is on call, minute by minute. It shares nothing with the engine but the types: it asks
// Intl what the wall clock shows at every minute and looks the rules' readings up in that list. All times in a schedule
// given to it must be whole minutes, and its shifts must start inside the table.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK_DAYS: DayOfWeek[] = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** Every minute of [from, to) with what the wall clock shows, and the way back. */
type WallTable = { from: number; to: number; walls: number[]; minutesShowing: Map<number, number[]> };

/** Who is on call at a minute: by shift id, and, under the empty key, whoever stands in for everybody. */
export type ModelAnswer = Map<string, string>;

/** The model of a schedule, able to answer for whole minutes well inside [from, to). */
export function onCallModel(schedule: Schedule, from: number, to: number): (minute: number) => ModelAnswer {
  const table = wallTable(schedule.timeZone, from, to);
  const shifts = schedule.shifts
    .toSorted((a, b) => a.order - b.order)
    .map((shift) => ({ id: shift.id, holderAt: holders(shift, table), isOpenAt: gate(shift, table) }));
  return (minute) => {
    const answer: ModelAnswer = new Map();
    if (schedule.status === 'PAUSED') return answer;
    const active = schedule.overrides
      .filter((o) => o.start <= minute && minute < o.end)
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    const forEverybody = active.filter((o) => o.replacesMemberId === null).at(-1);
    const turns = new Map<string, string>();
    for (const shift of shifts) {
      const holder = shift.isOpenAt(minute) ? shift.holderAt(minute) : undefined;
      if (holder !== undefined) turns.set(shift.id, holder);
    }
    const haveTurns = new Set(turns.values());
    let anybodyLeft = false;
    for (const [shiftId, holder] of turns) {
      const newest = newestFor(holder, active);
      if (newest !== undefined && newest === forEverybody) anybodyLeft = true;
      else answer.set(shiftId, standIn(holder, active, haveTurns, []));
    }
    if (forEverybody !== undefined && (anybodyLeft || answer.size === 0)) {
      const later = active.slice(active.indexOf(forEverybody) + 1);
      answer.set('', standIn(forEverybody.memberId, later, haveTurns, []));
    }
    return answer;
  };
}

function newestFor(person: string, active: Override[]): Override | undefined {
  return active.filter((o) => o.replacesMemberId === null || o.replacesMemberId === person).at(-1);
}

function standIn(person: string, active: Override[], haveTurns: Set<string>, before: string[]): string {
  const swapsBack = (o: Override) =>
    before.length > 0 && haveTurns.has(person) && before.includes(o.memberId);
  const newest = newestFor(
    person,
    active.filter((o) => !swapsBack(o)),
  );
  if (newest === undefined) return person;
  const later = active.slice(active.indexOf(newest) + 1);
  return standIn(newest.memberId, later, haveTurns, [...before, person]);
}

function holders(shift: Shift, table: WallTable): (minute: number) => string | undefined {
  const anchor = wallAtMinute(table, shift.startDate);
  const period = turnLength(shift);
  const handoffs = [shift.startDate as number];
  for (let wall = anchor + period; wall < (table.walls.at(-1) ?? 0); wall += period) {
    const occurrence = table.minutesShowing.get(wall)?.find((minute) => minute >= shift.startDate);
    handoffs.push(occurrence ?? changeThatSkips(table, wall));
  }
  return (minute) => {
    if (minute < shift.startDate || (shift.endDate !== null && minute >= shift.endDate)) return undefined;
    const turn = handoffs.findLastIndex((handoff) => handoff <= minute);
    return shift.members[turn % shift.members.length]?.memberId;
  };
}

function turnLength(shift: Shift): number {
  if (shift.rotationType !== 'CUSTOM') return shift.rotationType === 'DAILY' ? DAY : 7 * DAY;
  const unit = { HOURS: HOUR, DAYS: DAY, WEEKS: 7 * DAY }[shift.customUnit ?? 'DAYS'];
  return (shift.customValue ?? 1) * unit;
}

function gate(shift: Shift, table: WallTable): (minute: number) => boolean {
  const { restriction } = shift;
  if (restriction.type === 'NONE') return () => true;
  const windows: { opens: number; closes: number }[] = [];
  const firstDay = Math.floor((table.walls[0] ?? 0) / DAY) * DAY;
  for (let day = firstDay; day <= (table.walls.at(-1) ?? 0); day += DAY) {
    if (restriction.type === 'TIMEOFDAY') {
      const endDay = restriction.end <= restriction.start ? day + DAY : day;
      windows.push(windowBetween(table, day + restriction.start, endDay + restriction.end));
      continue;
    }
    for (const interval of restriction.intervals) {
      if (weekDay(day) !== interval.startDay) continue;
      let endDay = day;
      while (weekDay(endDay) !== interval.endDay) endDay += DAY;
      if (endDay === day && interval.endTime <= interval.startTime) endDay += 7 * DAY;
      windows.push(windowBetween(table, day + interval.startTime, endDay + interval.endTime));
    }
  }
  return (minute) => windows.some(({ opens, closes }) => opens <= minute && minute < closes);
}

function weekDay(wallMidnight: number): DayOfWeek {
  return WEEK_DAYS[new Date(wallMidnight).getUTCDay()] ?? 'SUNDAY';
}

function windowBetween(table: WallTable, opens: number, closes: number): { opens: number; closes: number } {
  return {
    opens: table.minutesShowing.get(opens)?.[0] ?? changeThatSkips(table, opens),
    closes: table.minutesShowing.get(closes)?.at(-1) ?? changeThatSkips(table, closes),
  };
}

/** The minute at which the clock jumps over `wall`; beyond the table, an instant that never comes. */
function changeThatSkips(table: WallTable, wall: number): number {
  if (wall < (table.walls[0] ?? 0)) return -Infinity;
  const index = table.walls.findIndex(
    (shown, i) => i > 0 && (table.walls[i - 1] ?? 0) < wall && wall < shown,
  );
  return index < 0 ? Infinity : table.from + index * MINUTE;
}

function wallAtMinute(table: WallTable, minute: number): number {
  const wall = table.walls[(minute - table.from) / MINUTE];
  if (wall === undefined) throw new RangeError(`minute ${minute} is outside the model's table`);
  return wall;
}

function wallTable(zone: string, from: number, to: number): WallTable {
  const shown = wallClock(zone);
  const walls: number[] = [];
  const minutesShowing = new Map<number, number[]>();
  for (let hour = from; hour < to; hour += HOUR) {
    const wall = shown(hour);
    const isSteady = shown(hour + HOUR) - wall === HOUR;
    for (let minute = hour; minute < Math.min(hour + HOUR, to); minute += MINUTE) {
      const reading = isSteady ? wall + (minute - hour) : shown(minute);
      walls.push(reading);
      const same = minutesShowing.get(reading);
      if (same === undefined) minutesShowing.set(reading, [minute]);
      else same.push(minute);
    }
  }
  return { from, to, walls, minutesShowing };
}

/** What the clock on the wall shows, as if it were UTC, straight from Intl. */
function wallClock(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (at) => {
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0] =
      format.format(at).match(/\d+/g)?.map(Number) ?? [];
    return Date.UTC(year, month - 1, day, hour, minute);
  };
}
