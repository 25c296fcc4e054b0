import { z } from 'zod';
import type { EpochMs } from '../../core/time/instant.ts';
import type { MemberStretch } from '../../services/oncall/member-on-call.ts';
import type { OnCall } from '../../services/oncall/on-call-now.ts';
import { Id, InstantOut, isoOf, isoOrNull } from './common.ts';
import { memberEntry, MemberEntry } from './on-call.ts';
import { QueryInstant } from './query-instant.ts';

export const OnCallQuery = z.object({
  at: QueryInstant.optional().meta({ description: 'The instant asked about. Default: now' }),
});

export const OnCallOut = z
  .object({
    at: InstantOut,
    schedules: z.array(
      z.object({
        id: Id,
        name: z.string(),
        timeZone: z.string(),
        status: z.enum(['ACTIVE', 'PAUSED']),
        current: z.array(
          MemberEntry.extend({
            until: InstantOut.nullable().meta({ description: 'Null: not within 366 days' }),
          }),
        ),
        next: z.array(
          MemberEntry.extend({
            from: InstantOut.nullable().meta({ description: 'Null: not within 366 days' }),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'OnCall' });

export function onCallOut(at: EpochMs, found: readonly OnCall[]): z.input<typeof OnCallOut> {
  return {
    at: isoOf(at),
    schedules: found.map(({ scheduleId, name, timeZone, status, current, next }) => ({
      id: scheduleId,
      name,
      timeZone,
      status,
      current: current.map(({ member, until }) => ({ ...memberEntry(member), until: isoOrNull(until) })),
      next: next.map(({ member, from }) => ({ ...memberEntry(member), from: isoOrNull(from) })),
    })),
  };
}

export const MemberOnCallQuery = z.object({
  from: QueryInstant.optional().meta({ description: 'Default: now' }),
  to: QueryInstant.optional().meta({
    description: 'At most 366 days after `from`. Default: 28 days after it',
  }),
});

export const MemberOnCallOut = z
  .object({
    memberId: Id,
    from: InstantOut,
    to: InstantOut,
    stretches: z.array(
      z.object({
        scheduleId: Id,
        scheduleName: z.string(),
        shiftId: Id.nullable().meta({ description: 'Null: stands in for everybody' }),
        overrideId: Id.nullable().meta({ description: 'Null: their own turn' }),
        start: InstantOut,
        end: InstantOut,
      }),
    ),
  })
  .meta({ id: 'MemberOnCall' });

export function memberOnCallOut(
  asked: { memberId: string; from: EpochMs; to: EpochMs },
  found: readonly MemberStretch[],
): z.input<typeof MemberOnCallOut> {
  return {
    memberId: asked.memberId,
    from: isoOf(asked.from),
    to: isoOf(asked.to),
    stretches: found.map(({ schedule, stretch }) => ({
      scheduleId: schedule.id,
      scheduleName: schedule.name,
      shiftId: stretch.shiftId,
      overrideId: stretch.overrideId,
      start: isoOf(stretch.start),
      end: isoOf(stretch.end),
    })),
  };
}
