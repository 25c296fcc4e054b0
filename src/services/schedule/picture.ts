import { lanesOf } from '../../core/schedule/picture/lanes.ts';
import type { PictureInput } from '../../core/schedule/picture/types.ts';
import { noticeOf } from '../../core/schedule/picture/words.ts';
import { shiftsBetween } from '../../core/schedule/resolve.ts';
import { shiftName } from '../../core/schedule/versions.ts';
import { DAY_MS, HOUR_MS, plusMs, type EpochMs } from '../../core/time/instant.ts';
import { subtract, union } from '../../core/time/interval.ts';
import { timeZone } from '../../core/time/zone.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { requireTimelineWindow } from './timeline.ts';

const DEFAULT_LENGTH_MS = 14 * DAY_MS;

/** What a picture is asked to show; `from` defaults to the start of this hour, `to` to 14 days later, `zone` to the schedule's. */
export type PictureOptions = {
  readonly scheduleId: string;
  readonly from: EpochMs | undefined;
  readonly to: EpochMs | undefined;
  /** An IANA name that exists. */
  readonly zone: string | undefined;
};

/**
 * All that a picture of who is on call within a window says, but how wide it is. Errors: `not_found`;
 * `validation_error` for a window that `scheduleTimeline` refuses.
 */
export async function schedulePicture(
  ctx: Context,
  options: PictureOptions,
): Promise<Omit<PictureInput, 'width'>> {
  const { scheduleId } = options;
  // Not to the millisecond: the same picture can be shown again for a while.
  const from = options.from ?? plusMs(ctx.now, -(ctx.now % HOUR_MS));
  const to = options.to ?? plusMs(from, DEFAULT_LENGTH_MS);
  requireTimelineWindow(from, to);
  const window = { start: from, end: to };
  const configured = await ctx.read.schedules.find(scheduleId);
  const [schedule] = await ctx.read.schedules.loadSchedules({ ids: [scheduleId] }, from);
  if (configured === null || schedule === undefined) throw notFound('On-call schedule');

  const stretches = shiftsBetween(schedule, window);
  const ids = new Set(stretches.map((stretch) => stretch.memberId));
  const members = await ctx.read.members.findKnown([...ids]);
  const names = new Map(members.map((member) => [member.id, member.name ?? member.email]));
  return {
    name: configured.name,
    window,
    now: ctx.now,
    zone: timeZone(options.zone ?? configured.timeZone),
    lanes: lanesOf({
      shifts: configured.shifts,
      stretches,
      memberName: (memberId) => names.get(memberId) ?? memberId,
      shiftName: (shiftId) => shiftName(schedule, shiftId) ?? shiftId,
    }),
    // As `gapsBetween` has it, of stretches that are there already.
    gaps: subtract([window], union(stretches)),
    notice: noticeOf(configured.status === 'PAUSED', stretches),
  };
}
