import type { EpochMs } from '../time/instant.ts';
import { union, type Interval } from '../time/interval.ts';
import type { Stretch } from './types.ts';

/**
 * At which level (from 1) an escalation policy first tells whoever is on call on a schedule; null: never. Schedules that
 * it first uses at different levels are each other's backup.
 */
export type PolicyLevels = (scheduleId: string) => number | null;

/** A member who is on call on these schedules at once, or in two shifts of the one, and when. */
export type SamePerson = {
  readonly scheduleIds: readonly string[];
  readonly memberId: string;
  readonly times: readonly Interval[];
};

/** `position` is the schedule's on its page. */
type Duty = Interval & { readonly scheduleId: string; readonly position: number };

/** Schedules on which nobody should be on call at once. */
type Group = { readonly key: string; readonly scheduleIds: readonly string[] };
type GroupsOf = (active: readonly Duty[]) => readonly Group[];

/** Where a member would be their own backup: in two shifts of one schedule, or on two levels of one policy. */
export function findSamePerson(
  schedules: readonly { readonly id: string; readonly stretches: readonly Stretch[] }[],
  policies: readonly PolicyLevels[],
): SamePerson[] {
  const duties = new Map<string, Duty[]>();
  for (const [position, { id: scheduleId, stretches }] of schedules.entries()) {
    for (const { memberId, start, end } of stretches) {
      const own = duties.get(memberId) ?? [];
      own.push({ start, end, scheduleId, position });
      duties.set(memberId, own);
    }
  }
  const groupsOf = remembered(policies);
  return [...duties].flatMap(([memberId, own]) => clashesOf(memberId, own, groupsOf));
}

function clashesOf(memberId: string, duties: readonly Duty[], groupsOf: GroupsOf): SamePerson[] {
  const found = new Map<string, { scheduleIds: readonly string[]; times: Interval[] }>();
  for (const { active, start, end } of momentsOf(duties)) {
    for (const { key, scheduleIds } of groupsOf(active)) {
      const clash = found.get(key) ?? { scheduleIds, times: [] };
      clash.times.push({ start, end });
      found.set(key, clash);
    }
  }
  return [...found.values()].map(({ scheduleIds, times }) => ({
    scheduleIds,
    memberId,
    times: union(times),
  }));
}

type Moment = Interval & { readonly active: readonly Duty[] };

/** The times through which a member is on call at least twice, each by the same duties throughout, in the page's order. */
function* momentsOf(duties: readonly Duty[]): Generator<Moment> {
  const starting = duties.toSorted((a, b) => a.start - b.start);
  const edges = [...new Set(duties.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  let active: Duty[] = [];
  let next = 0;
  let start: EpochMs | undefined;
  for (const edge of edges) {
    if (start !== undefined && active.length > 1) yield { start, end: edge, active };
    active = active.filter(({ end }) => end > edge);
    const before = next;
    for (let duty = starting[next]; duty?.start === edge; duty = starting[next]) {
      active.push(duty);
      next += 1;
    }
    if (next > before && active.length > 1) active.sort((a, b) => a.position - b.position);
    start = edge;
  }
}

/** Which schedules clash among what is on at once; the same question comes again and again. */
function remembered(policies: readonly PolicyLevels[]): GroupsOf {
  const answers = new Map<string, readonly Group[]>();
  return (active) => {
    const key = active.map(({ position }) => position).join();
    const answer = answers.get(key) ?? groupsAmong(active, policies);
    answers.set(key, answer);
    return answer;
  };
}

function groupsAmong(active: readonly Duty[], policies: readonly PolicyLevels[]): Group[] {
  const ids = active.map(({ scheduleId }) => scheduleId);
  const once = [...new Set(ids)];
  const twice = new Set(ids.filter((id, index) => ids[index - 1] === id));
  const groups = [...twice].map((id) => [id]);
  for (const levelOf of policies) {
    const used = once.filter((id) => levelOf(id) !== null);
    if (new Set(used.map(levelOf)).size > 1) groups.push(used);
  }
  const distinct = new Map(groups.map((scheduleIds) => [JSON.stringify(scheduleIds), scheduleIds]));
  return [...distinct].map(([key, scheduleIds]) => ({ key, scheduleIds }));
}
