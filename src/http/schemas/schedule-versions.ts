import { z } from 'zod';
import type { Interval } from '../../core/time/interval.ts';
import { HOUR_MS } from '../../core/time/instant.ts';
import type { Member } from '../../services/ports/members.ts';
import type { ScheduleVersion } from '../../services/ports/schedule-versions.ts';
import type { Preview } from '../../services/schedule/preview.ts';
import { Id, InstantOut, isoOf, isoOrNull } from './common.ts';
import { ScheduleChange, ShiftOut, shiftOut } from './schedules.ts';

export const VersionOut = z
  .object({
    id: Id,
    effectiveFrom: InstantOut.nullable().meta({ description: 'null: since ever' }),
    effectiveUntil: InstantOut.nullable().meta({ description: 'null: it is planned' }),
    status: z.enum(['ACTIVE', 'PAUSED']),
    timeZone: z.string(),
    onCallShifts: z.array(ShiftOut),
    createdAt: InstantOut,
    actor: z.string().meta({ description: 'Who planned it, or who ended it by an edit' }),
  })
  .meta({ id: 'OnCallScheduleVersion' });

export function versionOut(
  version: ScheduleVersion,
  members: ReadonlyMap<string, Member>,
): z.input<typeof VersionOut> {
  return {
    id: version.id,
    effectiveFrom: isoOrNull(version.effectiveFrom),
    effectiveUntil: isoOrNull(version.effectiveUntil),
    status: version.status,
    timeZone: version.timeZone,
    onCallShifts: version.shifts.map((shift) => shiftOut(shift, members)),
    createdAt: isoOf(version.createdAt),
    actor: version.actor,
  };
}

export const PreviewIn = ScheduleChange.extend({
  days: z.number().int().min(1).max(92).default(28).meta({
    description: 'How many days to look at from when the change takes effect',
  }),
});

const IntervalOut = z.object({ start: InstantOut, end: InstantOut });
const Hours = z.number().min(0).meta({ description: 'Hours' });

export const PreviewOut = z
  .object({
    from: InstantOut,
    to: InstantOut,
    changes: z.array(
      IntervalOut.extend({
        shiftId: Id.nullable().meta({ description: 'null: somebody stands in for everybody' }),
        before: Id.nullable().meta({ description: 'The member who would have had it; null: nobody' }),
        after: Id.nullable().meta({ description: 'The member who has it after the change; null: nobody' }),
      }),
    ),
    members: z.array(
      z.object({
        memberId: Id,
        name: z.string().nullable(),
        email: z.string(),
        gainedHours: Hours,
        lostHours: Hours,
      }),
    ),
    newGaps: z.array(IntervalOut),
    closedGaps: z.array(IntervalOut),
  })
  .meta({ id: 'OnCallSchedulePreview' });

export function previewOut({ window, diff, members }: Preview): z.input<typeof PreviewOut> {
  return {
    from: isoOf(window.start),
    to: isoOf(window.end),
    changes: diff.changes.map((change) => ({ ...change, ...intervalOut(change) })),
    members: diff.members.map(({ memberId, gainedMs, lostMs }) => ({
      memberId,
      name: members.get(memberId)?.name ?? null,
      email: members.get(memberId)?.email ?? '',
      gainedHours: hours(gainedMs),
      lostHours: hours(lostMs),
    })),
    newGaps: diff.newGaps.map(intervalOut),
    closedGaps: diff.closedGaps.map(intervalOut),
  };
}

function intervalOut({ start, end }: Interval) {
  return { start: isoOf(start), end: isoOf(end) };
}

/** To the hundredth. */
function hours(ms: number): number {
  return Math.round((ms / HOUR_MS) * 100) / 100;
}
