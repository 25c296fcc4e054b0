import { DateTime, IANAZone } from 'luxon';
import { asEpochMs, DAY_MS, SECOND_MS, type EpochMs } from './instant.ts';

/** A stretch of time [start, end) through which a zone keeps one offset (milliseconds east of UTC). A neighbour may have the same offset. */
export type OffsetSpan = { readonly start: EpochMs; readonly end: EpochMs; readonly offsetMs: number };

/** An IANA time zone, reduced to what arithmetic needs. */
export type TimeZone = { readonly name: string; readonly spanAt: (at: EpochMs) => OffsetSpan };

// No zone has ever kept an offset for less than this, so sampling at this step misses no change.
const SAMPLE_STEP_MS = 3 * DAY_MS;
const CHUNK_MS = 64 * SAMPLE_STEP_MS;
// Instants beyond this have no calendar; they keep the offset of the outermost one.
const LAST_CALENDAR_MS = 8.64e15;
const MAX_ZONES = 1_024;
const MAX_CHUNKS_PER_ZONE = 512;

const zones = new Map<string, TimeZone>();

/** True for a name of the IANA database, in any letter case. Bare offsets such as `+02:00` are no zones. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name);
}

/**
 * The zone of that IANA name. Throws RangeError for an unknown one.
 * Its offsets are found once and kept; the memory for that is bounded and no answer depends on it.
 */
export function timeZone(name: string): TimeZone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  if (!isTimeZone(name)) throw new RangeError(`unknown time zone: ${name}`);
  if (zones.size >= MAX_ZONES) zones.clear();
  const zone = memoised(name);
  zones.set(name, zone);
  return zone;
}

/** The calendar reading of an instant for people, such as `Mon 2026-03-30 09:00`; English whatever the process's locale. */
export function wallClockText(zone: TimeZone, at: EpochMs): string {
  return DateTime.fromMillis(at, {
    zone: zone.name,
    locale: 'en-US',
    numberingSystem: 'latn',
    outputCalendar: 'gregory',
  }).toFormat('ccc yyyy-MM-dd HH:mm');
}

function memoised(name: string): TimeZone {
  const iana = IANAZone.create(name);
  const offsetMsAt = (at: number): number => {
    const within = Math.min(Math.max(at, -LAST_CALENDAR_MS), LAST_CALENDAR_MS);
    return Math.round(iana.offset(within) * 60) * SECOND_MS;
  };
  const chunks = new Map<number, readonly OffsetSpan[]>();
  let latest: OffsetSpan | undefined;

  const spanAt = (at: EpochMs): OffsetSpan => {
    if (latest !== undefined && latest.start <= at && at < latest.end) return latest;
    const index = Math.floor(at / CHUNK_MS);
    let spans = chunks.get(index);
    if (spans === undefined) {
      if (chunks.size >= MAX_CHUNKS_PER_ZONE) chunks.clear();
      spans = spansWithin(offsetMsAt, index * CHUNK_MS, (index + 1) * CHUNK_MS);
      chunks.set(index, spans);
    }
    for (const span of spans) {
      if (at < span.end) return (latest = span);
    }
    throw new RangeError(`not an instant: ${at}`);
  };
  return { name, spanAt };
}

function spansWithin(offsetMsAt: (at: number) => number, start: number, end: number): readonly OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let spanStart = start;
  let offsetMs = offsetMsAt(start);
  const close = (spanEnd: number) =>
    spans.push({ start: asEpochMs(spanStart), end: asEpochMs(spanEnd), offsetMs });
  for (let right = start + SAMPLE_STEP_MS; right <= end; right += SAMPLE_STEP_MS) {
    const offsetAtRight = offsetMsAt(right);
    while (offsetMs !== offsetAtRight) {
      const change = firstChange(offsetMsAt, Math.max(spanStart, right - SAMPLE_STEP_MS), right);
      if (change >= end) break;
      close(change);
      spanStart = change;
      offsetMs = offsetMsAt(change);
    }
  }
  close(end);
  return spans;
}

/** The first instant after `left` whose offset is not that of `left`, given that `right`'s is not; changes fall on whole seconds. */
function firstChange(offsetMsAt: (at: number) => number, left: number, right: number): number {
  const offsetMs = offsetMsAt(left);
  let same = Math.floor(left / SECOND_MS);
  let changed = Math.ceil(right / SECOND_MS);
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (offsetMsAt(middle * SECOND_MS) === offsetMs) same = middle;
    else changed = middle;
  }
  return changed * SECOND_MS;
}
