import { describe, expect, test } from 'vitest';
import { axisOf } from '../../../../../src/core/schedule/picture/axis.ts';
import { scaleOf } from '../../../../../src/core/schedule/picture/scale.ts';
import { textWidth } from '../../../../../src/core/schedule/picture/text.ts';
import { DAYS, TICK_STEPS, ticksWithin, YEARS } from '../../../../../src/core/schedule/picture/ticks.ts';
import { wallAt } from '../../../../../src/core/time/wall-clock.ts';
import { timeZone } from '../../../../../src/core/time/zone.ts';
import { between, iso } from '../../../../support/schedule-builders.ts';

const berlin = timeZone('Europe/Berlin');
const stepOf = (unit: string, count: number) =>
  TICK_STEPS.find((step) => step.unit === unit && step.count === count) ?? YEARS;
const hours = (values: readonly number[]) =>
  values.slice(1).map((at, i) => (at - (values[i] ?? 0)) / 3_600_000);

describe('ticks', () => {
  test('make days as long as the wall clock makes them', () => {
    const days = (from: string, to: string) =>
      hours(ticksWithin(DAYS, berlin, between(from, to)).map(({ at }) => at));
    expect(days('2026-03-27T23:00Z', '2026-03-30T23:00Z')).toEqual([24, 23, 24]);
    expect(days('2026-10-23T22:00Z', '2026-10-26T23:30Z')).toEqual([24, 25, 24]);
  });

  test('have none for a skipped reading of the clock and two for a doubled one', () => {
    const shown = (from: string, to: string) =>
      ticksWithin(stepOf('CLOCK', 60), berlin, between(from, to)).map(({ at, wall }) => {
        expect(wallAt(berlin, at)).toBe(wall);
        return iso(wall as never).slice(11, 16);
      });
    expect(shown('2026-03-28T23:00Z', '2026-03-29T03:00Z')).toEqual(['00:00', '01:00', '03:00', '04:00']);
    expect(shown('2026-10-24T22:00Z', '2026-10-25T03:00Z')).toEqual([
      '00:00',
      '01:00',
      '02:00',
      '02:00',
      '03:00',
    ]);
  });

  test.each([
    // Midnight skipped, midnight doubled, a whole day skipped.
    ['America/Sao_Paulo', '2018-11-03T12:00Z', '2018-11-05T12:00Z', ['03', '04', '05'], [24, 23]],
    ['America/Havana', '2026-10-31T12:00Z', '2026-11-02T12:00Z', ['31', '01', '02'], [24, 25]],
    ['Pacific/Apia', '2011-12-29T12:00Z', '2012-01-01T00:00Z', ['29', '31', '01'], [24, 24]],
  ])('begin each day of %s at its first instant', (name, from, to, days, lengths) => {
    const ticks = ticksWithin(DAYS, timeZone(name), between(from, to));
    expect(ticks.map(({ wall }) => new Date(wall).toISOString().slice(8, 10))).toEqual(days);
    expect(hours(ticks.map(({ at }) => at))).toEqual(lengths);
  });

  test('of weeks are Mondays, of months their first days', () => {
    const days = (unit: string, count: number) =>
      ticksWithin(stepOf(unit, count), berlin, between('2026-01-15T12:00Z', '2026-08-01T12:00Z')).map(
        (tick) => new Date(tick.wall).toISOString().slice(5, 10),
      );
    expect(days('WEEK', 1).slice(0, 3)).toEqual(['01-12', '01-19', '01-26']);
    expect(days('MONTH', 1)).toEqual([
      '01-01',
      '02-01',
      '03-01',
      '04-01',
      '05-01',
      '06-01',
      '07-01',
      '08-01',
    ]);
    expect(days('MONTH', 3)).toEqual(['01-01', '04-01', '07-01']);
    expect(days('YEAR', 1)).toEqual(['01-01']);
  });
});

describe('an axis', () => {
  const windows = [
    between('2026-03-29T00:00Z', '2026-03-29T00:01Z'),
    between('2026-03-29T00:00Z', '2026-03-29T03:00Z'),
    between('2026-03-28T12:00Z', '2026-03-30T12:00Z'),
    between('2026-03-20T23:00Z', '2026-04-03T22:00Z'),
    between('2026-10-20T23:00Z', '2026-12-03T22:00Z'),
    between('2026-01-05T09:00Z', '2027-01-06T09:00Z'),
  ];

  test.each([320, 375, 960, 2_400])('of %i pixels has labels that keep clear of each other', (width) => {
    for (const window of windows) {
      const { minor, major } = axisOf(scaleOf(window, 10, width), berlin);
      expect(minor.labels.length + major.labels.length).toBeGreaterThan(0);
      for (const [role, { labels }] of [['minor', minor] as const, ['major', major] as const]) {
        labels.forEach(({ x, text }, i) => {
          const end = labels[i + 1]?.x ?? width;
          expect([text, x + textWidth(text, role) < end]).toEqual([text, true]);
        });
      }
    }
  });

  test('has finer marks the shorter the window and the wider the picture', () => {
    const unitOf = (index: number, width: number) => {
      const { step } = axisOf(scaleOf(windows[index] ?? between('', ''), 0, width), berlin);
      return `${step.count} ${step.unit}`;
    };
    expect([1, 2, 3, 4, 5].map((index) => unitOf(index, 840))).toEqual([
      '15 CLOCK',
      '180 CLOCK',
      '1 DAY',
      '1 WEEK',
      '1 MONTH',
    ]);
    expect([1, 2, 3, 4, 5].map((index) => unitOf(index, 350))).toEqual([
      '30 CLOCK',
      '360 CLOCK',
      '1 DAY',
      '1 WEEK',
      '3 MONTH',
    ]);
  });

  test('names what has begun before its left edge only where the name holds for all of it', () => {
    const days = axisOf(scaleOf(between('2026-01-15T00:00Z', '2026-01-29T00:00Z'), 0, 840), berlin);
    expect(days.minor.labels[0]).toEqual({ x: 0, text: 'Thu 15' });
    expect(days.minor.lines[0]).toBeGreaterThan(0);
    expect(days.major.labels[0]).toEqual({ x: 0, text: 'January 2026' });
    const weeks = axisOf(scaleOf(between('2026-01-15T06:00Z', '2026-03-29T06:00Z'), 0, 840), berlin);
    expect(weeks.minor.labels[0]?.text).toBe('19 Jan');
  });
});
