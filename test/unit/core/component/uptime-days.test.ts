import { describe, expect, it } from 'vitest';
import { uptimeDays } from '../../../../src/core/component/uptime-days.ts';
import { asEpochMs, DAY_MS, HOUR_MS } from '../../../../src/core/time/instant.ts';

const noon = asEpochMs(Date.UTC(2026, 2, 30, 12));
const hours = (n: number) => asEpochMs(noon + n * HOUR_MS);
const lived = { bornAt: asEpochMs(noon - 400 * DAY_MS), now: noon, outages: [], planned: [] };

describe('the days of a component', () => {
  it('are the last 90 in UTC, today the last', () => {
    const days = uptimeDays(lived);
    expect(days).toHaveLength(90);
    expect(days.at(-1)).toEqual({ start: Date.UTC(2026, 2, 30), percent: 100 });
    expect(days[0]).toEqual({ start: Date.UTC(2025, 11, 31), percent: 100 });
  });

  it('count no time before it was made, nor after now', () => {
    const outages = [{ startedAt: hours(-6), endedAt: null }];
    const days = uptimeDays({ ...lived, bornAt: hours(-18), outages });
    expect(days.slice(-3).map(({ percent }) => percent)).toEqual([null, 100, 50]);
  });

  it('share an outage that lasts over midnight, and count what several share once', () => {
    const outages = [
      { startedAt: hours(-18), endedAt: hours(-6) },
      { startedAt: hours(-15), endedAt: hours(-9) },
    ];
    expect(uptimeDays({ ...lived, outages }).slice(-2)).toMatchObject([{ percent: 75 }, { percent: 50 }]);
  });

  it('count planned work as no time out', () => {
    const outages = [{ startedAt: hours(-6), endedAt: null }];
    const planned = [{ startedAt: hours(-3), endedAt: null }];
    expect(uptimeDays({ ...lived, outages, planned }).at(-1)).toMatchObject({ percent: 75 });
  });
});
