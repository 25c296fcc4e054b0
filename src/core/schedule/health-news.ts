import type { EpochMs } from '../time/instant.ts';
import { intersect, subtract, union, type Interval } from '../time/interval.ts';
import type { Finding, Severity } from './health.ts';
import { whatIsWrong, whenIn, whoIn, type Names, type Who } from './health-words.ts';

/** A finding as it was at a look, with the names of then. */
export type Subject = Who & {
  /** The same thing wrong with the same schedules and member at two looks has the same key. */
  readonly key: string;
  readonly severity: Severity;
  readonly scheduleIds: readonly string[];
  readonly memberId: string | null;
  readonly times: readonly Interval[];
};

/** What a look at [at, until) found. `isCut`: it found more warnings than are kept. */
export type Snapshot = {
  readonly at: EpochMs;
  readonly until: EpochMs;
  readonly subjects: readonly Subject[];
  readonly isCut: boolean;
};

/** One thing that changed between two looks, and the times that changed. */
export type NewsItem = {
  readonly change: 'new' | 'worse' | 'solved';
  readonly subject: Subject;
  readonly times: readonly Interval[];
};

/** Above that, a snapshot would grow without an end. */
const MOST_TIMES = 1_000;
const MOST_SUBJECTS = 5_000;
const MOST_LINES = 10;

/** What is kept of a look at `window`. */
export function snapshotOf(findings: readonly Finding[], window: Interval, names: Names): Snapshot {
  const subjects = findings.slice(0, MOST_SUBJECTS).map((finding): Subject => ({
    ...whoIn(finding, names),
    key: keyOf(finding),
    severity: finding.severity,
    scheduleIds: finding.scheduleIds,
    memberId: finding.memberId,
    // So many that it counts as always, whatever part of them the window holds.
    times: finding.times.length > MOST_TIMES ? [window] : finding.times,
  }));
  return { at: window.start, until: window.end, subjects, isCut: findings.length > MOST_SUBJECTS };
}

/**
 * What changed from one look (null: there was none) to the next. That the window moved on is no change: only the time
 * that both looks saw is compared, and what lies behind it is news only where the same was not wrong before. After the
 * first look everything is news if something is critical, else nothing. Where warnings were cut off, one that is missing
 * says nothing.
 */
export function newsBetween(before: Snapshot | null, after: Snapshot): NewsItem[] {
  if (before === null) {
    const isCritical = after.subjects.some(({ severity }) => severity === 'critical');
    return isCritical
      ? after.subjects.map((subject) => ({ change: 'new', subject, times: subject.times }))
      : [];
  }
  const known = new Map(before.subjects.map((subject) => [subject.key, subject]));
  const seenTwice = before.until > after.at ? [{ start: after.at, end: before.until }] : [];
  const current = new Map(after.subjects.map((subject) => [subject.key, subject]));
  const news = [
    ...after.subjects.flatMap((subject) => appearedIn(subject, known.get(subject.key), seenTwice)),
    ...before.subjects.flatMap((subject) => solvedIn(subject, current, seenTwice)),
  ];
  return news.filter(({ change, subject: { severity, key } }) => {
    const [other, keys] = change === 'solved' ? [after, current] : [before, known];
    return !(other.isCut && severity === 'warning' && !keys.has(key));
  });
}

/** The text for a page's admins, and its title; null where there is nothing to tell. */
export function newsText(
  page: string,
  news: readonly NewsItem[],
): { readonly title: string; readonly text: string } | null {
  if (news.length === 0) return null;
  const lines = news.slice(0, MOST_LINES).map(lineOf);
  if (news.length > MOST_LINES) lines.push(`and ${news.length - MOST_LINES} more`);
  return { title: `On-call health of ${page}: ${countsOf(news)}`, text: lines.join('\n') };
}

/** That a member cannot be reached has no times that could be compared: it is so or it is not. */
function hasTimes({ kind }: Subject): boolean {
  return kind !== 'UNREACHABLE';
}

function appearedIn(
  subject: Subject,
  before: Subject | undefined,
  seenTwice: readonly Interval[],
): NewsItem[] {
  if (before === undefined) return [{ change: 'new', subject, times: subject.times }];
  if (!hasTimes(subject)) return [];
  const times = subtract(intersect(subject.times, seenTwice), before.times);
  if (times.length > 0) return [{ change: 'new', subject, times }];
  const isWorse = before.severity === 'warning' && subject.severity === 'critical';
  return isWorse ? [{ change: 'worse', subject, times: subject.times }] : [];
}

function solvedIn(
  before: Subject,
  current: ReadonlyMap<string, Subject>,
  seenTwice: readonly Interval[],
): NewsItem[] {
  const now = current.get(before.key);
  if (!hasTimes(before)) return now === undefined ? [{ change: 'solved', subject: before, times: [] }] : [];
  // A gap that is a pause by now is still one.
  const paused = before.kind === 'GAP' ? current.get(keyOf({ ...before, kind: 'PAUSED' })) : undefined;
  const wrongStill = union([...(now?.times ?? []), ...(paused?.times ?? [])]);
  const times = subtract(intersect(before.times, seenTwice), wrongStill);
  return times.length === 0 ? [] : [{ change: 'solved', subject: before, times }];
}

function keyOf({ kind, scheduleIds, memberId }: Pick<Subject, 'kind' | 'scheduleIds' | 'memberId'>): string {
  return JSON.stringify([kind, scheduleIds, memberId]);
}

const BEGINNINGS = { new: 'New', worse: 'Now critical', solved: 'Solved' } as const;

function lineOf({ change, subject, times }: NewsItem): string {
  const what = whatIsWrong(subject, change === 'solved' ? 'was' : 'is');
  return `${BEGINNINGS[change]}: ${what}${whenText(subject, times)}.`;
}

function whenText(subject: Subject, times: readonly Interval[]): string {
  const [first] = times;
  if (first === undefined || !hasTimes(subject)) return '';
  const when = whenIn(subject.timeZone, first);
  return times.length === 1 ? `, ${when}` : `, ${times.length} times, first ${when}`;
}

function countsOf(news: readonly NewsItem[]): string {
  const solved = news.filter(({ change }) => change === 'solved').length;
  const found = news.length - solved;
  const parts = [
    ...(found === 0 ? [] : [`${found} new ${found === 1 ? 'problem' : 'problems'}`]),
    ...(solved === 0 ? [] : [`${solved} solved`]),
  ];
  return parts.join(', ');
}
