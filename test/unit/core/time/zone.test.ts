import { describe, expect, test } from 'vitest';
import { asEpochMs, DAY_MS, plusMs, type EpochMs } from '../../../../src/core/time/instant.ts';
import { isTimeZone, timeZone } from '../../../../src/core/time/zone.ts';
import { CLOCK_CHANGES } from '../../../support/clock-changes.ts';

describe('time zones', () => {
  test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    '%s is a zone',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  test.each(['', 'Europe/Nowhere', '+02:00', 'local', 'UTC+2'])('%j is no zone', (name) => {
    expect(isTimeZone(name)).toBe(false);
    expect(() => timeZone(name)).toThrow(RangeError);
  });

  test.each(CLOCK_CHANGES)('knows to the millisecond that $zone changes at $at', ({ zone, at }) => {
    const after = timeZone(zone).spanAt(at);
    const before = timeZone(zone).spanAt(plusMs(at, -1));
    expect(after.start).toBe(at);
    expect(before.end).toBe(at);
    expect(after.offsetMs).not.toBe(before.offsetMs);
  });

  test('adjoining spans tile time without a hole', () => {
    const zone = timeZone('Africa/Casablanca');
    let at: EpochMs = asEpochMs(Date.UTC(1960, 0, 1));
    while (at < Date.UTC(2040, 0, 1)) {
      const span = zone.spanAt(at);
      expect(span.start).toBeLessThanOrEqual(at);
      expect(zone.spanAt(plusMs(span.end, -1))).toEqual(span);
      expect(zone.spanAt(span.end).start).toBe(span.end);
      at = span.end;
    }
  });

  test('finds a change that is taken back within a week', () => {
    const zone = timeZone('America/Recife');
    const within = asEpochMs(Date.UTC(2000, 9, 10));
    expect(zone.spanAt(within).offsetMs).toBe(-2 * 3_600_000);
    expect(zone.spanAt(plusMs(within, -3 * DAY_MS)).offsetMs).toBe(-3 * 3_600_000);
    expect(zone.spanAt(plusMs(within, 6 * DAY_MS)).offsetMs).toBe(-3 * 3_600_000);
  });

  test('keeps the outermost offset beyond the calendar', () => {
    expect(timeZone('UTC').spanAt(asEpochMs(8.7e15)).offsetMs).toBe(0);
    expect(timeZone('UTC').spanAt(asEpochMs(-8.7e15)).offsetMs).toBe(0);
  });
});
