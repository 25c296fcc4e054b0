import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';

/** Whose calendar an address shows. */
export type CalendarOf = { readonly scheduleId: string } | { readonly memberId: string };

/** The secret address of a calendar, for programs that can send no key. It is the same every time. */
export function calendarUrl(services: Pick<Services, 'links' | 'settings'>, of: CalendarOf): string {
  const path = 'scheduleId' in of ? `on-call-schedules/${of.scheduleId}` : `team/${of.memberId}`;
  const token = services.links.sign(payloadOf(of));
  return `${services.settings.publicUrl}/${path}/calendar.ics?token=${token}`;
}

/** `not_found` for anything but the token of that very calendar, as if there were none. */
export function requireCalendarToken(
  services: Pick<Services, 'links'>,
  of: CalendarOf,
  token: string | undefined,
): void {
  if (token === undefined || services.links.read(token) !== payloadOf(of)) throw notFound('Calendar');
}

/** No other signed link has these keys, so that none opens a calendar and no calendar's opens anything else. */
function payloadOf(of: CalendarOf): string {
  return JSON.stringify('scheduleId' in of ? { c: of.scheduleId } : { cm: of.memberId });
}
