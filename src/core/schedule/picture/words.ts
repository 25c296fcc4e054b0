import { civilDateOf } from '../../time/civil.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/instant.ts';
import { wallAt } from '../../time/wall-clock.ts';
import type { Stretch } from '../types.ts';
import { dayText, instantText } from './tick-labels.ts';
import type { PictureInput } from './types.ts';

/** What a picture has to say in words, `isPaused` now or not: null where it shows somebody and nothing is out of the ordinary. */
export function noticeOf(isPaused: boolean, stretches: readonly Stretch[]): string | null {
  if (isPaused) {
    return stretches.length === 0
      ? 'This schedule is paused: nobody is on call.'
      : 'This schedule is paused now.';
  }
  return stretches.length === 0 ? 'Nobody is on call at any time shown here.' : null;
}

/** `Thu 15 Jan 2026, 09:00 – Fri 16 Jan 2026, 09:00`. */
export function rangeText({ zone, window }: Pick<PictureInput, 'zone' | 'window'>): string {
  return `${instantText(zone, window.start)} – ${instantText(zone, window.end)}`;
}

/** `2 d 3 h`, `45 min`: the two largest parts, seconds left out. */
export function durationText(ms: number): string {
  const parts: [number, string][] = [
    [Math.floor(ms / DAY_MS), 'd'],
    [Math.floor((ms % DAY_MS) / HOUR_MS), 'h'],
    [Math.floor((ms % HOUR_MS) / MINUTE_MS), 'min'],
  ];
  const said = parts.filter(([count]) => count > 0).slice(0, 2);
  return said.length === 0 ? 'under 1 min' : said.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

/** More than this many are not named. */
const MAX_CHANGES = 2;

/** `Times in Europe/Berlin; clocks change on 29 Mar`. */
export function zoneText({ zone, window }: Pick<PictureInput, 'zone' | 'window'>): string {
  const days: string[] = [];
  for (let span = zone.spanAt(window.start); span.end < window.end;) {
    const next = zone.spanAt(span.end);
    if (next.offsetMs !== span.offsetMs) days.push(dayText(zone, next.start));
    span = next;
  }
  const isSaid = days.length > 0 && days.length <= MAX_CHANGES;
  return `Times in ${zone.name}${isSaid ? `; clocks change on ${days.join(' and ')}` : ''}`;
}

export function titleText({ name }: Pick<PictureInput, 'name'>): string {
  return `On call: ${name}`;
}

/** The picture in sentences, for who cannot see it. */
export function descriptionOf(input: PictureInput): string {
  const { zone, window, lanes, gaps, notice } = input;
  const sentences = [`${rangeText(input)}. ${zoneText(input)}.`];
  if (notice !== null) sentences.push(notice);
  for (const { name, stretches } of lanes) {
    const members = [...new Set(stretches.map((stretch) => stretch.memberName))];
    const running = stretches.find(({ start, end }) => start <= input.now && input.now < end);
    const now =
      running === undefined ? '' : ` now ${running.memberName}, until ${instantText(zone, running.end)};`;
    const who = members.length === 0 ? 'nobody' : listOf(members, MAX_NAMED);
    sentences.push(`${name}:${now} ${who}.`);
  }
  sentences.push(gapSentence(gaps, window.end - window.start));
  return sentences.join(' ');
}

const MAX_NAMED = 12;

function listOf(names: readonly string[], limit: number): string {
  const more = names.length - limit;
  return more <= 0 ? names.join(', ') : `${names.slice(0, limit).join(', ')} and ${more} more`;
}

function gapSentence(gaps: PictureInput['gaps'], windowMs: number): string {
  const totalMs = gaps.reduce((sum, { start, end }) => sum + end - start, 0);
  if (totalMs === 0) return 'No gaps.';
  if (totalMs === windowMs) return 'Nobody is on call at all.';
  return `${gaps.length === 1 ? 'One gap' : `${gaps.length} gaps`}, ${durationText(totalMs)} in all.`;
}

/** True on Saturdays and Sundays. */
export function isWeekend(zone: PictureInput['zone'], at: PictureInput['now']): boolean {
  return civilDateOf(wallAt(zone, at)).weekday >= 5;
}
