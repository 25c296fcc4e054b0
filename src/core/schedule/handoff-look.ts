import { DAY_MS, MINUTE_MS, plusMs, type EpochMs } from '../time/instant.ts';
import { union } from '../time/interval.ts';
import { handoffsBetween, onCallUntil } from './handoffs.ts';
import { onCallAt } from './on-call-at.ts';
import { shiftsBetween } from './resolve.ts';
import type { Schedule } from './types.ts';
import { versionAt } from './versions.ts';

/** Between two looks others are on call: what holds now against what held at the last look. */
export type Change = {
  /** The last handoff since the last look, or now, where only an edit moved what is. */
  readonly at: EpochMs;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Who came on, and until when; null: not within 366 days. */
  readonly on: readonly { readonly memberId: string; readonly until: EpochMs | null }[];
  readonly off: readonly string[];
  readonly isPaused: boolean;
};

/** A member is to be reminded that their stretch is near. */
export type Reminder = {
  readonly memberId: string;
  readonly start: EpochMs;
  /** Null: not within 366 days. */
  readonly until: EpochMs | null;
  /** Which of the member's reminders it is, in minutes before `start`. */
  readonly minutes: number;
  /** Who goes off call at `start`. */
  readonly from: readonly string[];
};

/** What one look at a schedule finds. */
export type HandoffLook = {
  readonly memberIds: readonly string[];
  readonly change: Change | null;
  readonly reminders: readonly Reminder[];
  /** Every stretch near enough that somebody may have been reminded of it, due or not. */
  readonly coming: readonly Coming[];
  /** When there may be something to tell again, at most a day ahead. */
  readonly nextAt: EpochMs;
};

/** A member comes on call at `start` who was not on that schedule right before. */
export type Coming = {
  readonly memberId: string;
  readonly start: EpochMs;
  /** Minutes before `start` at which they are reminded. */
  readonly reminders: readonly number[];
};

type Input = {
  readonly schedule: Schedule;
  readonly now: EpochMs;
  /** What the last look found; null: nobody has looked yet, so that what is, is no news. */
  readonly last: { readonly at: EpochMs; readonly memberIds: readonly string[] } | null;
  /** Minutes before a stretch at which each member wants to be reminded of it; whoever is absent never. */
  readonly remindersOf: ReadonlyMap<string, readonly number[]>;
};

const LONGEST_PAUSE_MS = DAY_MS;
/** A process that was down for longer tells of the handoff as of now. */
const LOOK_BACK_MS = 31 * DAY_MS;

/** From when on the schedule has to be known for a look at `now`. */
export function handoffsKnownFrom(lastAt: EpochMs | null, now: EpochMs): EpochMs {
  const earliest = plusMs(now, -LOOK_BACK_MS);
  return plusMs(lastAt === null || lastAt > now ? now : lastAt > earliest ? lastAt : earliest, -1);
}

/** Who is on call now, whom that is news for, who is to be reminded, and when to look again. */
export function lookAtHandoffs(input: Input): HandoffLook {
  const { schedule, now } = input;
  const memberIds = onCallAt(schedule, now);
  const coming = comingStretches(input);
  const horizon = { start: plusMs(now, 1), end: plusMs(now, LONGEST_PAUSE_MS) };
  const dueLater = coming.flatMap(({ start, reminders }) => reminders.map((m) => dueAt(start, m)));
  const next = [
    horizon.end,
    ...handoffsBetween(schedule, horizon)
      .slice(0, 1)
      .map(({ at }) => at),
    ...dueLater.filter((at) => at > now),
  ];
  return {
    memberIds,
    change: changeSince(input, memberIds),
    reminders: coming.flatMap((stretch) => reminderOf(input, stretch)),
    coming,
    nextAt: next.reduce((earliest, at) => (at < earliest ? at : earliest)),
  };
}

function changeSince({ schedule, now, last }: Input, after: readonly string[]): Change | null {
  if (last === null) return null;
  const before = last.memberIds;
  const on = after.filter((id) => !before.includes(id));
  const off = before.filter((id) => !after.includes(id));
  if (on.length === 0 && off.length === 0) return null;
  const since = plusMs(handoffsKnownFrom(last.at, now), 2);
  return {
    at: handoffsBetween(schedule, { start: since, end: plusMs(now, 1) }).at(-1)?.at ?? now,
    before,
    after,
    on: on.map((memberId) => ({ memberId, until: onCallUntil(schedule, memberId, now) })),
    off,
    isPaused: versionAt(schedule, now).status === 'PAUSED',
  };
}

/** As far ahead as the next look may need. */
function comingStretches({ schedule, now, remindersOf }: Input): Coming[] {
  const longest = Math.max(0, ...[...remindersOf.values()].flat());
  const range = { start: now, end: plusMs(now, LONGEST_PAUSE_MS + longest * MINUTE_MS) };
  const stretches = shiftsBetween(schedule, range);
  return [...remindersOf].flatMap(([memberId, reminders]) =>
    union(stretches.filter((stretch) => stretch.memberId === memberId))
      .filter(({ start }) => start > now)
      .map(({ start }) => ({ memberId, start, reminders })),
  );
}

/** The nearest of those that are due: whoever comes late to it is not told of a day that has become an hour. */
function reminderOf({ schedule, now }: Input, { memberId, start, reminders }: Coming): Reminder[] {
  const due = reminders.filter((minutes) => dueAt(start, minutes) <= now);
  if (due.length === 0) return [];
  const after = onCallAt(schedule, start);
  const from = onCallAt(schedule, plusMs(start, -1)).filter((id) => !after.includes(id));
  return [
    { memberId, start, until: onCallUntil(schedule, memberId, start), minutes: Math.min(...due), from },
  ];
}

function dueAt(start: EpochMs, minutes: number): EpochMs {
  return plusMs(start, -minutes * MINUTE_MS);
}
