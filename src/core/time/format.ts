import { MINUTE_MS, type EpochMs } from './instant.ts';
import { firstInstantAt, lastInstantAt, wallAt } from './wall-clock.ts';
import { wallClockText, type TimeZone } from './zone.ts';

/**
 * An instant for people, in the zone they live by: `Mon 2026-03-30 09:00 Europe/Berlin`. A reading that occurs twice
 * carries its offset, `Sun 2026-10-25 02:30 (UTC+02:00) Europe/Berlin`. Independent of the process's locale and zone.
 */
export function formatInstant(zone: TimeZone, at: EpochMs): string {
  const wall = wallAt(zone, at);
  const isDoubled = firstInstantAt(zone, wall) !== lastInstantAt(zone, wall);
  const offset = isDoubled ? ` (UTC${formatOffset(zone.spanAt(at).offsetMs)})` : '';
  return `${wallClockText(zone, at)}${offset} ${zone.name}`;
}

function formatOffset(offsetMs: number): string {
  const minutes = Math.floor(Math.abs(offsetMs) / MINUTE_MS);
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
