import { formatInstant } from '../time/format.ts';
import { DAY_MS, plusMs, type EpochMs } from '../time/instant.ts';
import { timeZone } from '../time/zone.ts';
import type { Change, Coming, Reminder } from './handoff-look.ts';

/** A schedule and its people, as sentences name them. */
export type Cast = {
  readonly scheduleId: string;
  readonly scheduleName: string;
  readonly nameOf: (memberId: string) => string;
  /** The IANA zone that a member lives by. */
  readonly zoneOf: (memberId: string) => string;
};

/** What one member is told. `key` says what it is about: the same one never comes twice. */
export type Told = {
  readonly key: string;
  readonly memberId: string;
  readonly title: string;
  readonly text: string;
  /** From then on it would only puzzle. */
  readonly expiresAt: EpochMs;
};

/** A handoff in one sentence: `Ann takes over Primary from Ben.` */
export function handoffSentence({ on, off, after, isPaused }: Change, cast: Cast): string {
  const { scheduleName } = cast;
  const came = named(
    on.map(({ memberId }) => memberId),
    cast,
  );
  const went = named(off, cast);
  const stay = after.filter((id) => on.every(({ memberId }) => memberId !== id));
  if (on.length > 0 && off.length > 0) {
    return `${came} ${on.length > 1 ? 'take' : 'takes'} over ${scheduleName} from ${went}.`;
  }
  if (on.length > 0) {
    const beside = stay.length > 0 ? ` beside ${named(stay, cast)}` : '';
    return `${came} ${on.length > 1 ? 'go' : 'goes'} on call for ${scheduleName}${beside}.`;
  }
  const left = stay.length > 0 ? `${named(stay, cast)} ${stay.length > 1 ? 'stay' : 'stays'}` : 'nobody is';
  const because = isPaused ? ', which is paused' : '';
  return `${went} ${off.length > 1 ? 'go' : 'goes'} off call for ${scheduleName}${because}; ${left} on call.`;
}

/** What those are told whom a handoff concerns: each who came on, and each who went off. */
export function handoffNotices(change: Change, cast: Cast, now: EpochMs): Told[] {
  const tomorrow = plusMs(now, DAY_MS);
  const keyOf = (memberId: string) => `handoff:${cast.scheduleId}:${change.at}:${memberId}`;
  const on = change.on.map(({ memberId, until }): Told => ({
    key: keyOf(memberId),
    memberId,
    title: `You are on call for ${cast.scheduleName}`,
    text: `${untilText(until, memberId, cast)}${fromText(change.off, cast)}${besideText(change, memberId, cast)}`,
    expiresAt: until !== null && until < tomorrow ? until : tomorrow,
  }));
  const off = change.off.map((memberId): Told => ({
    key: keyOf(memberId),
    memberId,
    title: `You are off call for ${cast.scheduleName}`,
    text: followedText(change, cast),
    expiresAt: tomorrow,
  }));
  return [...on, ...off];
}

/** What a member is told before their stretch. */
export function reminderNotice(reminder: Reminder, cast: Cast): Told {
  const { memberId, start, until, minutes, from } = reminder;
  return {
    key: reminderKey(cast, { memberId, start }, minutes),
    memberId,
    title: `You go on call for ${cast.scheduleName} on ${instantFor(start, memberId, cast)}`,
    text: `${untilText(until, memberId, cast)}${fromText(from, cast)}`,
    expiresAt: start,
  };
}

/** What the keys of all reminders of one schedule begin with. */
export function remindersPrefix({ scheduleId }: Pick<Cast, 'scheduleId'>): string {
  return `reminder:${scheduleId}:`;
}

/** The keys of all reminders of one stretch. */
export function reminderKeys(cast: Pick<Cast, 'scheduleId'>, coming: Coming): string[] {
  return coming.reminders.map((minutes) => reminderKey(cast, coming, minutes));
}

function reminderKey(
  cast: Pick<Cast, 'scheduleId'>,
  { memberId, start }: Pick<Coming, 'memberId' | 'start'>,
  minutes: number,
): string {
  return `${remindersPrefix(cast)}${start}:${memberId}:${minutes}`;
}

function untilText(until: EpochMs | null, memberId: string, cast: Cast): string {
  return until === null ? 'No end is planned.' : `Until ${instantFor(until, memberId, cast)}.`;
}

function fromText(off: readonly string[], cast: Cast): string {
  return off.length === 0 ? '' : ` You take over from ${named(off, cast)}.`;
}

/** Who was on call before and stays, or came on with the member. */
function besideText({ after }: Change, memberId: string, cast: Cast): string {
  const others = after.filter((id) => id !== memberId);
  if (others.length === 0) return '';
  return ` ${named(others, cast)} ${others.length > 1 ? 'are' : 'is'} on call with you.`;
}

function followedText({ on, after, isPaused }: Change, cast: Cast): string {
  const came = on.map(({ memberId }) => memberId);
  if (came.length > 0) return `${named(came, cast)} ${came.length > 1 ? 'have' : 'has'} taken over.`;
  if (after.length > 0) return `${named(after, cast)} ${after.length > 1 ? 'stay' : 'stays'} on call.`;
  return isPaused ? 'The schedule is paused: nobody is on call now.' : 'Nobody is on call now.';
}

function instantFor(at: EpochMs, memberId: string, { zoneOf }: Cast): string {
  return formatInstant(timeZone(zoneOf(memberId)), at);
}

/** `Ann`, `Ann and Ben`, `Ann, Ben and Cy`. */
function named(memberIds: readonly string[], { nameOf }: Cast): string {
  const names = memberIds.map(nameOf);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
