import { describe, expect, test } from 'vitest';
import { formatInstant } from '../../../../src/core/time/format.ts';
import { timeZone } from '../../../../src/core/time/zone.ts';
import { instant } from '../../../support/schedule-builders.ts';

describe('an instant for people', () => {
  test.each([
    ['2026-03-30T07:00Z', 'Europe/Berlin', 'Mon 2026-03-30 09:00 Europe/Berlin'],
    ['2026-03-29T22:00Z', 'Europe/Berlin', 'Mon 2026-03-30 00:00 Europe/Berlin'],
    ['2026-10-25T00:30Z', 'Europe/Berlin', 'Sun 2026-10-25 02:30 (UTC+02:00) Europe/Berlin'],
    ['2026-10-25T01:30Z', 'Europe/Berlin', 'Sun 2026-10-25 02:30 (UTC+01:00) Europe/Berlin'],
    ['2026-11-01T05:30Z', 'America/New_York', 'Sun 2026-11-01 01:30 (UTC-04:00) America/New_York'],
    ['2011-12-30T10:00Z', 'Pacific/Apia', 'Sat 2011-12-31 00:00 Pacific/Apia'],
  ])('%s is read off the wall in %s as %s', (at, zone, text) => {
    expect(formatInstant(timeZone(zone), instant(at))).toBe(text);
  });
});
