import type { DayOfWeek, RotationType, RotationUnit } from '../../core/schedule/types.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { TimeOfDay } from '../../core/time/time-of-day.ts';
import type { IdGenerator } from '../../platform/ids.ts';
import { invalidAll, type ErrorDetail } from '../errors.ts';
import { keptIds } from '../kept-ids.ts';
import type { ConfiguredShift } from '../ports/schedules.ts';
import type { Store } from '../ports/store.ts';

/** A shift as it was sent; ids that the schedule has already are kept. */
export type ShiftInput = {
  readonly id?: string | undefined;
  /** Null: "Shift" and its number. */
  readonly name: string | null;
  /** `member` is an id or an e-mail. */
  readonly members: readonly {
    readonly id?: string | undefined;
    readonly member: string;
    readonly color: string | null;
  }[];
  readonly rotationType: RotationType;
  readonly customValue: number | null;
  readonly customUnit: RotationUnit | null;
  readonly startDate: EpochMs;
  readonly endDate: EpochMs | null;
  readonly restrictionType: ConfiguredShift['restrictionType'];
  readonly timeOfDayStart: TimeOfDay | null;
  readonly timeOfDayEnd: TimeOfDay | null;
  readonly intervals: readonly {
    readonly id?: string | undefined;
    readonly startDay: DayOfWeek;
    readonly startTime: TimeOfDay;
    readonly endDay: DayOfWeek;
    readonly endTime: TimeOfDay;
  }[];
};

const COLORS = [
  '#4f46e5',
  '#0d9488',
  '#d97706',
  '#db2777',
  '#65a30d',
  '#0284c7',
  '#9333ea',
  '#dc2626',
] as const;

/**
 * The shifts in the form in which they are stored, numbered from 1 in the order sent. `validation_error` names every
 * path that is wrong: a shift that cannot rotate, or a member who is not on the page. The members cannot be deleted until
 * the transaction ends.
 */
export async function buildShifts(
  store: Store,
  pageId: string,
  sent: readonly ShiftInput[],
  { stored, ids }: { stored: readonly ConfiguredShift[]; ids: IdGenerator },
): Promise<ConfiguredShift[]> {
  const names = sent.flatMap((shift) => shift.members.map((member) => member.member));
  const members = await store.targets.holdMembers(pageId, [...new Set(names)]);
  const idByName = new Map(members.flatMap(({ id, email }) => [[id, id] as const, [email, id] as const]));
  const memberId: MemberIdOf = (name) => idByName.get(name) ?? idByName.get(name.toLowerCase());

  const wrong = sent.flatMap((shift, index) => problemsOf(shift, `onCallShifts[${index}]`, memberId));
  if (wrong.length > 0) throw invalidAll(wrong);

  const shiftId = keptIds(
    ids,
    stored.map((shift) => shift.id),
  );
  const placeId = keptIds(
    ids,
    stored.flatMap((shift) => shift.members.map((member) => member.id)),
  );
  const intervalId = keptIds(
    ids,
    stored.flatMap((shift) => shift.intervals.map((interval) => interval.id)),
  );
  return sent.map((shift, index) => ({
    ...shift,
    id: shiftId(shift.id, 'shf'),
    name: shift.name ?? `Shift ${index + 1}`,
    order: index + 1,
    members: shift.members.map(({ id, member, color }, place) => ({
      id: placeId(id, 'smb'),
      order: place + 1,
      color: color ?? COLORS[place % COLORS.length] ?? COLORS[0],
      memberId: memberId(member) ?? member,
    })),
    intervals: shift.intervals.map((interval) => ({ ...interval, id: intervalId(interval.id, 'itv') })),
    turnOffset: 0,
    kept: null,
  }));
}

type MemberIdOf = (name: string) => string | undefined;

function problemsOf(shift: ShiftInput, path: string, memberId: MemberIdOf): ErrorDetail[] {
  const problems = [
    ...missingMembers(shift, memberId),
    ...rotationProblems(shift),
    ...restrictionProblems(shift),
  ];
  return problems.map(({ path: field, message }) => ({ path: `${path}.${field}`, message }));
}

function missingMembers(shift: ShiftInput, memberId: MemberIdOf): ErrorDetail[] {
  return shift.members.flatMap(({ member }, index) => {
    if (memberId(member) !== undefined) return [];
    const path = `members[${index}].workspaceMemberId`;
    return [{ path, message: `no such member on this page: ${member}` }];
  });
}

function rotationProblems(shift: ShiftInput): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  if (shift.endDate !== null && shift.endDate <= shift.startDate) {
    problems.push({ path: 'endDate', message: 'must be after startDate' });
  }
  if (shift.rotationType !== 'CUSTOM') return problems;
  const message = 'is needed by a CUSTOM rotation';
  if (shift.customValue === null) problems.push({ path: 'customRotationTypeValue', message });
  if (shift.customUnit === null) problems.push({ path: 'customRotationTypeUnit', message });
  return problems;
}

function restrictionProblems(shift: ShiftInput): ErrorDetail[] {
  if (shift.restrictionType === 'TIMEINTERVALS' && shift.intervals.length === 0) {
    return [{ path: 'timeIntervals', message: 'a TIMEINTERVALS restriction needs at least one' }];
  }
  if (shift.restrictionType !== 'TIMEOFDAY') return [];
  const message = 'is needed by a TIMEOFDAY restriction';
  const times = [
    { path: 'timeOfDayRestrictionStartTime', message, time: shift.timeOfDayStart },
    { path: 'timeOfDayRestrictionEndTime', message, time: shift.timeOfDayEnd },
  ];
  return times.flatMap(({ time, ...problem }) => (time === null ? [problem] : []));
}
