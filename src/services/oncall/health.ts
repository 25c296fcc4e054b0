import { findProblems, watched, type Finding, type Watch } from '../../core/schedule/health.ts';
import { problemsOf, type Names, type Problem } from '../../core/schedule/health-words.ts';
import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import type { Interval } from '../../core/time/interval.ts';
import type { Context } from '../context.ts';
import { mapInTurns } from '../map-in-turns.ts';
import { reachOf } from '../member/reach.ts';
import { schedulesInUse } from './schedules-in-use.ts';

/** How far ahead on-call health is looked at. */
export const HEALTH_DAYS = 28;
const MOST_PROBLEMS = 1_000;

/** What one look at a page's on-call found. */
export type HealthLook = {
  readonly window: Interval;
  readonly findings: readonly Finding[];
  readonly names: Names;
};

export type HealthProblem = Problem & { readonly scheduleNames: readonly string[] };

/** What is wrong with a page's on-call in the next `HEALTH_DAYS` days: critical things first, then by start; at most 1,000. */
export async function onCallHealth(
  ctx: Context,
  input: { pageId: string },
): Promise<Interval & { problems: HealthProblem[] }> {
  const { window, findings, names } = await lookAtHealth(ctx, input);
  const problems = problemsOf(findings, names, MOST_PROBLEMS);
  return {
    ...window,
    problems: problems.map((problem) => ({
      ...problem,
      scheduleNames: problem.scheduleIds.map((id) => names.schedule(id).name),
    })),
  };
}

/** In a number of statements that does not depend on how many schedules and members there are. */
export async function lookAtHealth(ctx: Context, { pageId }: { pageId: string }): Promise<HealthLook> {
  const { read, now } = ctx;
  const window = { start: now, end: plusMs(now, HEALTH_DAYS * DAY_MS) };
  const loaded = await read.schedules.loadSchedules({ pageId }, now);
  const schedules = await mapInTurns(loaded, (schedule) => watched(schedule, window));
  const ids = new Set(schedules.flatMap(({ everybody }) => [...everybody]));
  const members = new Map((await read.members.findMany([...ids])).map((member) => [member.id, member]));
  const watch: Watch = {
    window,
    schedules,
    ...schedulesInUse(await read.routingRules.listForPage(pageId), await read.policies.listForPage(pageId)),
    isReachable: remembering((id) => {
      const member = members.get(id);
      return member === undefined ? null : reachOf(ctx, member).steps.length > 0;
    }),
    timeOff: await read.timeOff.notOver(pageId, now),
  };
  const byId = new Map(loaded.map((schedule) => [schedule.id, schedule]));
  const names: Names = {
    schedule: (id) => byId.get(id) ?? { name: id, timeZone: 'UTC' },
    member: (id) => members.get(id)?.name ?? members.get(id)?.email ?? id,
  };
  return { window, findings: findProblems(watch), names };
}

function remembering<T>(answer: (id: string) => T): (id: string) => T {
  const answers = new Map<string, T>();
  return (id) => {
    const known = answers.get(id) ?? answer(id);
    answers.set(id, known);
    return known;
  };
}
