import { intersect, subtract, union, type Interval } from '../time/interval.ts';
import { shiftsBetween } from './resolve.ts';
import { findSamePerson, type PolicyLevels } from './same-person.ts';
import type { Schedule, Stretch } from './types.ts';
import { everybodyIn, versionsWithin } from './versions.ts';

/**
 * What can be wrong with on-call.
 * - GAP: nobody has the schedule. PAUSED: neither has anybody, because it is paused.
 * - UNREACHABLE: no channel works for a member.
 * - SAME_PERSON: a member is on call twice at once where one was to be the other's backup.
 * - TIME_OFF: a member is on call within their time off.
 */
export type ProblemKind = 'GAP' | 'PAUSED' | 'UNREACHABLE' | 'SAME_PERSON' | 'TIME_OFF';
export type Severity = 'critical' | 'warning';

/** One thing that is wrong with the same schedules and member, and when: in order, disjoint, never empty. */
export type Finding = {
  readonly kind: ProblemKind;
  readonly severity: Severity;
  /** In the order of the page. */
  readonly scheduleIds: readonly string[];
  readonly memberId: string | null;
  readonly times: readonly Interval[];
};

/** A schedule as far as its health goes. */
export type WatchedSchedule = {
  readonly id: string;
  readonly stretches: readonly Stretch[];
  /** When it is paused: in order, disjoint. */
  readonly paused: readonly Interval[];
  readonly everybody: ReadonlySet<string>;
};

/** What is looked at. */
export type Watch = {
  readonly window: Interval;
  /** In the order of the page. */
  readonly schedules: readonly WatchedSchedule[];
  /** Which schedules routing rules and escalation policies use: those they name, and perhaps all that are not paused. */
  readonly uses: { readonly named: ReadonlySet<string>; readonly all: boolean };
  readonly policies: readonly PolicyLevels[];
  /** False where no channel works for a member; null for one that does not exist any more. */
  readonly isReachable: (memberId: string) => boolean | null;
  readonly timeOff: readonly (Interval & { readonly memberId: string })[];
};

/** What of a schedule its health within `window` depends on. */
export function watched(schedule: Schedule, window: Interval): WatchedSchedule {
  const paused = versionsWithin(schedule, window).filter(({ status }) => status === 'PAUSED');
  return {
    id: schedule.id,
    stretches: shiftsBetween(schedule, window),
    paused: union(paused),
    everybody: everybodyIn(schedule),
  };
}

/** Everything that is wrong, critical things first, else in the order of the page's schedules. */
export function findProblems(watch: Watch): Finding[] {
  const findings = [
    ...watch.schedules.flatMap((schedule) => uncovered(watch, schedule)),
    ...unreachable(watch),
    ...findSamePerson(watch.schedules, watch.policies).map((found) => ({
      kind: 'SAME_PERSON' as const,
      severity: 'warning' as const,
      ...found,
    })),
    ...awayOnCall(watch),
  ];
  return findings.sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ severity }: Finding): number {
  return severity === 'critical' ? 0 : 1;
}

function uncovered({ window, uses }: Watch, schedule: WatchedSchedule): Finding[] {
  const { id, stretches, paused } = schedule;
  const isNamed = uses.named.has(id);
  const gaps = subtract(subtract([window], union(stretches)), paused);
  const findings: Finding[] = [];
  const add = (kind: ProblemKind, isUsed: boolean, times: readonly Interval[]): void => {
    const severity = isUsed ? 'critical' : 'warning';
    if (times.length > 0) findings.push({ kind, severity, scheduleIds: [id], memberId: null, times });
  };
  // What means all schedules does not mean those that are paused.
  add('PAUSED', isNamed, paused);
  add('GAP', isNamed || uses.all, gaps);
  return findings;
}

function unreachable({ window, schedules, isReachable }: Watch): Finding[] {
  const places = new Map<string, { scheduleIds: string[]; onCall: Interval[] }>();
  for (const { id, everybody, stretches } of schedules) {
    const lost = new Set([...everybody].filter((memberId) => isReachable(memberId) !== true));
    if (lost.size === 0) continue;
    for (const memberId of lost) {
      const place = places.get(memberId) ?? { scheduleIds: [], onCall: [] };
      place.scheduleIds.push(id);
      places.set(memberId, place);
    }
    for (const stretch of stretches) places.get(stretch.memberId)?.onCall.push(stretch);
  }
  return [...places].flatMap(([memberId, { scheduleIds, onCall }]): Finding[] => {
    const [first, last] = [union(onCall)[0], union(onCall).at(-1)];
    if (first !== undefined && last !== undefined) {
      const times = [{ start: first.start, end: last.end }];
      return [{ kind: 'UNREACHABLE', severity: 'critical', scheduleIds, memberId, times }];
    }
    // Whoever is gone and not on call is only a name in what is long over.
    if (isReachable(memberId) === null) return [];
    return [{ kind: 'UNREACHABLE', severity: 'warning', scheduleIds, memberId, times: [window] }];
  });
}

function awayOnCall({ schedules, timeOff }: Watch): Finding[] {
  const away = new Map<string, Interval[]>();
  for (const { memberId, start, end } of timeOff) {
    away.set(memberId, [...(away.get(memberId) ?? []), { start, end }]);
  }
  return schedules.flatMap(({ id, everybody, stretches }) =>
    [...away].flatMap(([memberId, times]): Finding[] => {
      if (!everybody.has(memberId)) return [];
      const own = union(stretches.filter((stretch) => stretch.memberId === memberId));
      const clash = intersect(own, union(times));
      if (clash.length === 0) return [];
      return [{ kind: 'TIME_OFF', severity: 'warning', scheduleIds: [id], memberId, times: clash }];
    }),
  );
}
