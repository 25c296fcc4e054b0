import { afterEach, describe, expect, test, vi } from 'vitest';
import { isHolidayRegion, publicHolidays } from '../../../src/platform/holidays.ts';
import { timeZone } from '../../../src/core/time/zone.ts';
import { between, iso } from '../../support/schedule-builders.ts';

const processZone = process.env['TZ'];
afterEach(() => {
  if (processZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = processZone;
});

const told = async (region: string, start: string, end: string, zone?: string) => {
  const range = between(start, end);
  const found = await publicHolidays(region, range, zone === undefined ? undefined : timeZone(zone));
  return found.map((holiday) => `${iso(holiday.start)} ${iso(holiday.end)}`);
};

describe('public holidays', () => {
  test.each([
    ['DE', true],
    ['DE-BY', true],
    ['DE-BY-KATH', true],
    ['US-CA', true],
    ['XX', false],
    ['DE-XX', false],
    ['DE-BY-XX', false],
    ['DE-BY-KATH-X', false],
    ['toString', false],
    ['DE-constructor', false],
    ['', false],
  ])('are known of %s: %s', async (region, isKnown) => {
    expect(await isHolidayRegion(region)).toBe(isKnown);
  });

  test('are days of the calendar in the zone where the member lives', async () => {
    const days = ['2026-10-01T00:00Z', '2026-10-10T00:00Z'] as const;
    expect(await told('DE', ...days)).toEqual(['2026-10-02T22:00Z 2026-10-03T22:00Z']);
    expect(await told('DE', ...days, 'Pacific/Auckland')).toEqual(['2026-10-02T11:00Z 2026-10-03T11:00Z']);
    expect(await told('DE', ...days, 'America/Los_Angeles')).toEqual(['2026-10-03T07:00Z 2026-10-04T07:00Z']);
  });

  test('are 23 or 25 hours long where the clock changes', async () => {
    // Easter Sunday, a holiday in Brandenburg, and Easter Monday: 47 hours.
    expect(await told('DE-BB', '2024-03-30T12:00Z', '2024-04-10T00:00Z')).toEqual([
      '2024-03-30T23:00Z 2024-04-01T22:00Z',
    ]);
  });

  test('are those of the part of the country', async () => {
    const epiphany = ['2026-01-02T12:00Z', '2026-01-20T00:00Z'] as const;
    expect(await told('DE', ...epiphany)).toEqual([]);
    expect(await told('DE-BY', ...epiphany)).toEqual(['2026-01-05T23:00Z 2026-01-06T23:00Z']);
  });

  test('are public ones only', async () => {
    // Mother's Day, Christmas Eve and New Year's Eve are observed.
    expect(await told('DE', '2026-05-05T00:00Z', '2026-05-12T00:00Z')).toEqual([]);
    expect(await told('DE', '2026-12-20T00:00Z', '2026-12-24T23:00Z')).toEqual([]);
  });

  test('are the days off in their place as well', async () => {
    // Boxing Day of 2026 is a Saturday; Independence Day of 2027 a Sunday; New Year's Day of 2028 a Saturday.
    expect(await told('GB-ENG', '2026-12-26T00:00Z', '2027-01-01T00:00Z')).toEqual([
      '2026-12-26T00:00Z 2026-12-27T00:00Z',
      '2026-12-28T00:00Z 2026-12-29T00:00Z',
    ]);
    expect(await told('US', '2027-07-03T00:00Z', '2027-07-10T00:00Z', 'UTC')).toEqual([
      '2027-07-04T00:00Z 2027-07-06T00:00Z',
    ]);
    expect(await told('US', '2027-12-28T00:00Z', '2028-01-10T00:00Z', 'UTC')).toEqual([
      '2027-12-31T00:00Z 2028-01-02T00:00Z',
    ]);
  });

  test('that begin at sunset are told by their days, those of half a day by their hours', async () => {
    expect(await told('IL', '2026-09-15T00:00Z', '2026-09-24T00:00Z', 'UTC')).toEqual([
      '2026-09-21T00:00Z 2026-09-22T00:00Z',
    ]);
    expect(await told('TR', '2026-03-10T00:00Z', '2026-04-01T00:00Z', 'UTC')).toEqual([
      '2026-03-20T00:00Z 2026-03-23T00:00Z',
    ]);
    expect(await told('AU-QLD', '2026-12-20T00:00Z', '2026-12-25T00:00Z', 'UTC')).toEqual([
      '2026-12-24T18:00Z 2026-12-25T00:00Z',
    ]);
  });

  test('are cut to what is asked for, none in no time and of nowhere', async () => {
    expect(await told('DE', '2026-10-03T10:00Z', '2026-10-03T11:00Z')).toEqual([
      '2026-10-03T10:00Z 2026-10-03T11:00Z',
    ]);
    expect(await told('DE', '2026-10-03T10:00Z', '2026-10-03T10:00Z')).toEqual([]);
    expect(await told('XX', '2026-01-01T00:00Z', '2026-12-31T00:00Z')).toEqual([]);
  });

  test.each(['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata'])(
    'are the same in a process that runs in %s',
    async (zone) => {
      const year = ['2030-01-01T00:00Z', '2031-01-01T00:00Z'] as const;
      const answers = async () => {
        // What is kept from the last question must not answer the next one.
        vi.resetModules();
        const fresh = await import('../../../src/platform/holidays.ts');
        const { start, end } = between(...year);
        return Promise.all(
          ['JP', 'NZ-AUK', 'US-CA', 'SA'].map((region) => fresh.publicHolidays(region, { start, end })),
        );
      };
      const here = await answers();
      process.env['TZ'] = zone;
      expect(await answers()).toEqual(here);
      expect(here.map((holidays) => holidays.length > 3)).toEqual([true, true, true, true]);
    },
  );

  test('are loaded by the first who asks, and not when the product starts', async () => {
    const load = vi.fn<() => object>(() => ({ default: class {} }));
    vi.doMock('date-holidays', load);
    vi.resetModules();
    await import('../../../src/http/app.ts');
    const { isHolidayRegion: ask } = await import('../../../src/platform/holidays.ts');
    expect(load).not.toHaveBeenCalled();
    await expect(ask('DE')).rejects.toThrow('getCountries');
    expect(load).toHaveBeenCalledOnce();
    vi.doUnmock('date-holidays');
  });
});
