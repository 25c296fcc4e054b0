import { formatInstant } from '../time/format.ts';
import type { EpochMs } from '../time/instant.ts';
import type { Interval } from '../time/interval.ts';
import { timeZone } from '../time/zone.ts';
import type { Finding, ProblemKind, Severity } from './health.ts';

/** One thing that is wrong, at one time. */
export type Problem = Interval & {
  readonly kind: ProblemKind;
  readonly severity: Severity;
  readonly scheduleIds: readonly string[];
  readonly memberId: string | null;
  /** One English sentence. */
  readonly message: string;
};

/** What schedules and members are called, and the zone that a schedule's times are told in. */
export type Names = {
  readonly schedule: (id: string) => { readonly name: string; readonly timeZone: string };
  readonly member: (id: string) => string;
};

/** Whom and what a finding is about, in words. */
export type Who = {
  readonly kind: ProblemKind;
  readonly schedules: readonly string[];
  readonly member: string;
  readonly timeZone: string;
};

/** Of one finding so many times are told one by one; the others together. */
const MOST_TIMES = 50;
const MOST_NAMES = 3;

type Told = { readonly finding: Finding; readonly time: Interval; readonly more: number | null };

/** The findings one by one, critical ones first, then by start; at most `limit`. */
export function problemsOf(findings: readonly Finding[], names: Names, limit: number): Problem[] {
  const rank = ({ finding }: Told): number => (finding.severity === 'critical' ? 0 : 1);
  const told = findings.flatMap(timesTold);
  // The sort is stable, so equal ones stay in the order of the page.
  told.sort((a, b) => rank(a) - rank(b) || a.time.start - b.time.start);
  return told.slice(0, limit).map(({ finding, time, more }) => {
    const { kind, severity, scheduleIds, memberId } = finding;
    return { kind, severity, scheduleIds, memberId, ...time, message: messageOf(finding, names, time, more) };
  });
}

/** Whom and what a finding is about, by the names of now. */
export function whoIn({ kind, scheduleIds, memberId }: Finding, names: Names): Who {
  const schedules = scheduleIds.map(names.schedule);
  return {
    kind,
    schedules: schedules.map(({ name }) => name),
    member: memberId === null ? '' : names.member(memberId),
    timeZone: schedules[0]?.timeZone ?? 'UTC',
  };
}

/** What is (or was) wrong, without when: the beginning of a sentence. */
export function whatIsWrong(who: Who, tense: 'is' | 'was'): string {
  const schedules = listed(who.schedules.map((name) => `“${name}”`));
  switch (who.kind) {
    case 'GAP':
      return `Nobody ${tense} on call for ${schedules}`;
    case 'PAUSED':
      return `Nobody ${tense} on call for ${schedules}, which ${tense} paused`;
    case 'UNREACHABLE':
      return `No channel ${tense === 'is' ? 'works' : 'worked'} for ${who.member}, who ${tense} in ${schedules}`;
    case 'SAME_PERSON':
      return who.schedules.length === 1
        ? `${who.member} ${tense} on call in two shifts of ${schedules} at once, their own backup`
        : `${who.member} ${tense} on call for ${schedules} at once, their own backup in an escalation policy`;
    case 'TIME_OFF':
      return `${who.member} ${tense} on call for ${schedules} within their time off`;
  }
}

/** `from … to …` by the clock on the schedule's wall. */
export function whenIn(zoneName: string, { start, end }: Interval): string {
  const zone = timeZone(zoneName);
  const text = (at: EpochMs): string => formatInstant(zone, at);
  return `from ${text(start)} to ${text(end)}`;
}

function timesTold(finding: Finding): Told[] {
  const { times } = finding;
  const single = times.slice(0, MOST_TIMES).map((time) => ({ finding, time, more: null }));
  const rest = times.slice(MOST_TIMES);
  const [first, last] = [rest[0], rest.at(-1)];
  if (first === undefined || last === undefined) return single;
  return [...single, { finding, time: { start: first.start, end: last.end }, more: rest.length }];
}

function messageOf(finding: Finding, names: Names, time: Interval, more: number | null): string {
  const who = whoIn(finding, names);
  const what = whatIsWrong(who, 'is');
  if (finding.kind === 'UNREACHABLE') {
    return finding.severity === 'critical'
      ? `${what} and on call there, first ${whenIn(who.timeZone, time)}.`
      : `${what}.`;
  }
  const times = more === null ? '' : ` at ${more} more times`;
  return `${what}${times}, ${whenIn(who.timeZone, time)}.`;
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = more > 1 ? [...names.slice(0, MOST_NAMES), `${more} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}
