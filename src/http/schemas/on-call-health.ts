import { z } from 'zod';
import type { Interval } from '../../core/time/interval.ts';
import type { HealthProblem } from '../../services/oncall/health.ts';
import { Id, InstantOut, isoOf } from './common.ts';

const KINDS = ['GAP', 'PAUSED', 'UNREACHABLE', 'SAME_PERSON', 'TIME_OFF'] as const;

export const HealthOut = z
  .object({
    checkedAt: InstantOut.meta({ description: 'Now: from when on was looked' }),
    until: InstantOut.meta({ description: '28 days later: how far ahead was looked' }),
    problems: z
      .array(
        z.object({
          kind: z.enum(KINDS).meta({
            description:
              'GAP: nobody is on call. PAUSED: nor while a schedule is paused. UNREACHABLE: no channel works for a member. ' +
              'SAME_PERSON: a member is on call twice at once and so their own backup. TIME_OFF: a member is on call within their time off',
          }),
          severity: z.enum(['critical', 'warning']).meta({
            description:
              'critical: nobody is on call for a schedule that a routing rule or an escalation policy uses, or somebody ' +
              'who cannot be reached is',
          }),
          scheduleIds: z.array(Id).meta({ description: 'The schedules that it is about' }),
          scheduleNames: z.array(z.string()).meta({ description: 'What these are called' }),
          memberId: Id.nullable().meta({ description: 'The member that it is about; null: about nobody' }),
          start: InstantOut.meta({ description: 'At least `checkedAt`, though it may have begun before' }),
          end: InstantOut.meta({ description: 'At most `until`, though it may go on then' }),
          message: z.string().meta({ description: "A sentence that says it, times by the schedule's clock" }),
        }),
      )
      .meta({ description: 'At most 1,000; critical ones first, then by start' }),
  })
  .meta({ id: 'OnCallHealth' });

export function healthOut(
  found: Interval & { problems: readonly HealthProblem[] },
): z.input<typeof HealthOut> {
  return {
    checkedAt: isoOf(found.start),
    until: isoOf(found.end),
    problems: found.problems.map(({ scheduleIds, scheduleNames, start, end, ...problem }) => ({
      ...problem,
      scheduleIds: [...scheduleIds],
      scheduleNames: [...scheduleNames],
      start: isoOf(start),
      end: isoOf(end),
    })),
  };
}
