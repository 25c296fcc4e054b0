import type { EpochMs } from '../../core/time/instant.ts';
import type { KnownMember } from '../../services/ports/members.ts';
import type { OnCallNow } from '../verbs.ts';
import type { Message } from '../message.ts';
import { dateAndTime } from './date.ts';
import { escapeLine } from './escape.ts';
import { context, LIMITS, section } from './kit.ts';

const MAX_SCHEDULES = 40;
const MAX_NAMES = 10;
// The fallback text is one line of a notification.
const MAX_IN_TEXT = 5;

/** Who is on call in each schedule, until when, and who is next, with dates in the reader's zone. */
export function onCallAnswer(pageName: string, schedules: readonly OnCallNow[]): Message {
  const title = `On call for ${escapeLine(pageName, 200)}`;
  if (schedules.length === 0) {
    const text = `${title}: there is no on-call schedule.`;
    return { text, blocks: [section(text)] };
  }
  const lines: string[] = [];
  let used = title.length;
  for (const schedule of schedules.slice(0, MAX_SCHEDULES)) {
    const line = scheduleText(schedule);
    if (used + line.length > LIMITS.messageText) break;
    used += line.length;
    lines.push(line);
  }
  const left = schedules.length - lines.length;
  return {
    text: `${title}: ${schedules.slice(0, MAX_IN_TEXT).map(oneLine).join('; ')}`,
    blocks: [
      section(`*${title}*`),
      ...lines.map(section),
      ...(left > 0 ? [context(`and ${left} more schedules`)] : []),
    ],
  };
}

function scheduleText(schedule: OnCallNow): string {
  const title = `*${escapeLine(schedule.name, 200)}* (${escapeLine(schedule.timeZone, 60)})`;
  if (schedule.status === 'PAUSED') return `${title}\nPaused: nobody is on call.`;
  const now = listed(schedule.current, ({ member, until }) => `${named(member)}${when(' until ', until)}`);
  const next = listed(schedule.next, ({ member, from }) => `${named(member)}${when(' from ', from)}`);
  return [title, `Now: ${now}`, `Next: ${next}`].join('\n');
}

function oneLine(schedule: OnCallNow): string {
  const current = schedule.status === 'PAUSED' ? [] : schedule.current;
  return `${escapeLine(schedule.name, 100)}: ${listed(current, ({ member }) => plainName(member))}`;
}

function listed<T>(items: readonly T[], say: (item: T) => string): string {
  if (items.length === 0) return 'nobody';
  const more = items.length - MAX_NAMES;
  return items.slice(0, MAX_NAMES).map(say).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A private answer rings nobody, so a member can be named by a mention, which opens their profile. */
function named(member: KnownMember): string {
  const id = member.chatUserId;
  return id !== null && /^[UW][A-Z0-9]+$/.test(id) ? `<@${id}>` : plainName(member);
}

function plainName(member: KnownMember): string {
  return escapeLine(member.name ?? member.email, 100);
}

function when(word: string, at: EpochMs | null): string {
  return at === null ? '' : `${word}${dateAndTime(at)}`;
}
