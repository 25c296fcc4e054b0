import { handoffsKnownFrom, lookAtHandoffs, type HandoffLook } from '../../core/schedule/handoff-look.ts';
import {
  handoffNotices,
  handoffSentence,
  reminderKeys,
  reminderNotice,
  remindersPrefix,
  type Cast,
  type Told,
} from '../../core/schedule/handoff-words.ts';
import type { Schedule } from '../../core/schedule/types.ts';
import { everybodyIn } from '../../core/schedule/versions.ts';
import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { WatchedSchedule } from '../ports/handoff-watch.ts';
import type { NewNotice, NoticeType } from '../ports/notices.ts';
import type { Store } from '../ports/store.ts';
import { transact, type Tx } from '../transact.ts';

/** Reminders are made at most a week before what they remind of. */
const REMINDERS_LIVE_MS = 8 * DAY_MS;

/**
 * One look at one schedule: tells of the handoff since the last look, reminds those whose stretch is near, and remembers
 * when to look next. All of it or nothing, and by one process only.
 */
export async function lookAtSchedule(ctx: Context, input: { scheduleId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const watched = await tx.store.handoffWatch.take(input.scheduleId, ctx.now);
    if (watched === null) return;
    const from = handoffsKnownFrom(watched.lookedAt, ctx.now);
    const [schedule] = await tx.store.schedules.loadSchedules({ ids: [watched.id] }, from);
    if (schedule === undefined) return;
    const { cast, remindersOf } = await castOf(tx.store, watched, schedule);
    const { lookedAt: at, memberIds } = watched;
    const last = at === null ? null : { at, memberIds };
    const look = lookAtHandoffs({ schedule, now: ctx.now, last, remindersOf });
    await tellOf(ctx, tx, { watched, look, cast });
    const { nextAt } = look;
    await tx.store.handoffWatch.looked(watched.id, { memberIds: look.memberIds, at: ctx.now, nextAt });
  });
}

async function tellOf(
  ctx: Context,
  tx: Tx,
  { watched, look, cast }: { watched: WatchedSchedule; look: HandoffLook; cast: Cast },
): Promise<void> {
  const { change, reminders, coming } = look;
  const noticeOf =
    (type: NoticeType) =>
    (told: Told): NewNotice => ({ ...told, type, pageId: watched.pageId, url: null });
  if (change !== null) {
    const { at, before, after } = change;
    tx.happened({
      type: 'oncall.handoff',
      pageId: watched.pageId,
      scheduleId: watched.id,
      text: handoffSentence(change, cast),
      data: { at, before, after },
    });
    tx.tell(handoffNotices(change, cast, ctx.now).map(noticeOf('oncall.handoff')));
  }
  // Nobody is reminded of what an edit has moved away since.
  await tx.store.notices.withdraw({
    prefix: remindersPrefix(cast),
    keep: coming.flatMap((stretch) => reminderKeys(cast, stretch)),
    madeSince: plusMs(ctx.now, -REMINDERS_LIVE_MS),
  });
  tx.tell(reminders.map((reminder) => reminderNotice(reminder, cast)).map(noticeOf('oncall.reminder')));
}

/** Everybody whom sentences about the schedule may name, and when those who are still there want to be reminded. */
async function castOf(
  store: Store,
  watched: WatchedSchedule,
  schedule: Schedule,
): Promise<{ cast: Cast; remindersOf: ReadonlyMap<string, readonly number[]> }> {
  const ids = [...new Set([...everybodyIn(schedule), ...watched.memberIds])];
  const members = await store.members.findMany(ids);
  const present = new Set(members.map((member) => member.id));
  const gone = ids.filter((id) => !present.has(id));
  const former = gone.length === 0 ? [] : await store.members.findKnown(gone);
  const names = new Map([...members, ...former].map((member) => [member.id, member.name ?? member.email]));
  const zones = new Map(members.map((member) => [member.id, member.timeZone]));
  return {
    cast: {
      scheduleId: watched.id,
      scheduleName: watched.name,
      nameOf: (id) => names.get(id) ?? 'somebody who has left',
      zoneOf: (id) => zones.get(id) ?? 'UTC',
    },
    remindersOf: new Map(members.map((member) => [member.id, member.handoffReminders])),
  };
}
