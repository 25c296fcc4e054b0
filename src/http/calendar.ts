import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import ical, { escape, foldLines, ICalEventTransparency, type ICalEventData } from 'ical-generator';
import { SECOND_MS, type EpochMs } from '../core/time/instant.ts';
import type { CalendarEntry, OnCallCalendar } from '../services/oncall/calendar.ts';
import { isoOf } from './schemas/common.ts';

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

const REFRESH_S = 3_600;
/** Goes into every ETag: raise it when the same calendar is to be written differently. */
const FORMAT = 1;
/** So many events are written without letting anything else run. */
const EVENTS_AT_ONCE = 100;
/** Octets of a line of a calendar, without its end. */
const LINE_OCTETS = 75;
const FIRST_SEQUENCE_MS = Date.UTC(2020, 0, 1);
const END = 'END:VCALENDAR';
/** Not allowed in a calendar's text, save tabs and ends of lines. */
const CONTROLS = /(?![\t\r\n])\p{Cc}/gu;

/** The calendar as iCalendar (RFC 5545); every time is an instant in UTC. */
export async function renderCalendar(calendar: OnCallCalendar): Promise<string> {
  const name = escape(plain(calendar.name), false);
  const ics = ical({
    name,
    prodId: { company: 'Tocsin', product: 'On call', language: 'EN' },
    ttl: REFRESH_S,
  });
  const empty = ics.toString();
  const parts = [empty.slice(0, empty.lastIndexOf(END))];
  // An event has no fraction of a second, and must not be of no length.
  const entries = calendar.entries.filter(({ start, end }) => secondsOf(start) < secondsOf(end));
  for (let from = 0; from < entries.length; from += EVENTS_AT_ONCE) {
    if (from > 0) await setImmediate();
    for (const entry of entries.slice(from, from + EVENTS_AT_ONCE)) {
      parts.push(folded(ics.createEvent(eventOf(entry)).toString()));
    }
  }
  return `${parts.join('')}${END}\r\n`;
}

/** A strong ETag, known before the calendar is written. */
export function calendarEtag(calendar: OnCallCalendar): string {
  return `"${digestOf(JSON.stringify([FORMAT, calendar]))}"`;
}

function eventOf(entry: CalendarEntry): ICalEventData {
  const updatedAt = isoOf(entry.updatedAt);
  return {
    id: uidOf(entry),
    start: isoOf(entry.start),
    end: isoOf(entry.end),
    stamp: updatedAt,
    lastModified: updatedAt,
    sequence: Math.max(0, secondsOf(entry.updatedAt) - FIRST_SEQUENCE_MS / SECOND_MS),
    summary: plain(`On call: ${entry.memberName} (${entry.scheduleName})`),
    description: plain(descriptionOf(entry)),
    // Being on call is no appointment: nobody is busy by it.
    transparency: ICalEventTransparency.TRANSPARENT,
  };
}

function descriptionOf({ shiftName, override }: CalendarEntry): string {
  const lines = [shiftName === null ? 'Stands in for everybody' : `Shift: ${shiftName}`];
  if (override !== null) {
    lines.push(`Override ${override.id}: stands in for ${override.standsInFor ?? 'everybody'}`);
  }
  return lines.join('\n');
}

/** The same for as long as the same person holds the same stretch from the same instant on. */
function uidOf({ scheduleId, shiftId, override, memberId, start, isCut }: CalendarEntry): string {
  const from = isCut ? 'before' : start;
  return `${digestOf(JSON.stringify([scheduleId, shiftId, override?.id ?? null, memberId, from]))}@tocsin`;
}

/** 192 bits in 32 characters. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 24).toString('base64url');
}

function secondsOf(instant: EpochMs): number {
  return Math.floor(instant / SECOND_MS);
}

function plain(text: string): string {
  return text.replace(CONTROLS, ' ');
}

/** As the library folds, which weighs every character and takes long over many lines that need no folding. */
function folded(event: string): string {
  const fold = (line: string) => (Buffer.byteLength(line) < LINE_OCTETS ? line : foldLines(line));
  return event.split('\r\n').map(fold).join('\r\n');
}
