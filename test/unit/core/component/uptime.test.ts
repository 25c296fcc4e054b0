import { describe, expect, test } from 'vitest';
import { uptimePercentage, type Stretch } from '../../../../src/core/component/uptime.ts';
import { asEpochMs, DAY_MS, HOUR_MS, plusMs } from '../../../../src/core/time/instant.ts';

const NOW = asEpochMs(Date.UTC(2026, 3, 1));
const ago = (ms: number) => plusMs(NOW, -ms);
const outage = (fromAgo: number, toAgo: number | null): Stretch => ({
  startedAt: ago(fromAgo),
  endedAt: toAgo === null ? null : ago(toAgo),
});
const uptime = (outages: readonly Stretch[], ageMs = 400 * DAY_MS, planned: readonly Stretch[] = []) =>
  uptimePercentage({ bornAt: ago(ageMs), now: NOW, outages, planned });

describe('uptime', () => {
  test('without an outage is 100', () => {
    expect(uptime([])).toBe(100);
  });

  test('counts an outage over 90 days', () => {
    expect(uptime([outage(10 * DAY_MS, 9 * DAY_MS)])).toBe(98.888);
  });

  test('counts an outage that lasts up to now', () => {
    expect(uptime([outage(9 * DAY_MS, null)])).toBe(90);
  });

  test('counts time that outages share once, however they overlap', () => {
    const shared = [
      outage(18 * DAY_MS, 9 * DAY_MS),
      outage(17 * DAY_MS, 16 * DAY_MS),
      outage(10 * DAY_MS, null),
      outage(12 * DAY_MS, 9 * DAY_MS),
    ];
    expect(uptime(shared)).toBe(80);
    expect(uptime(shared.toReversed())).toBe(80);
  });

  test('counts of an outage only what lies in the 90 days', () => {
    expect(uptime([outage(200 * DAY_MS, 81 * DAY_MS)])).toBe(90);
    expect(uptime([outage(200 * DAY_MS, 90 * DAY_MS)])).toBe(100);
    expect(uptime([outage(200 * DAY_MS, null)])).toBe(0);
  });

  test('of a younger component is over its life', () => {
    expect(uptime([outage(DAY_MS, null)], 10 * DAY_MS)).toBe(90);
    expect(uptime([outage(20 * DAY_MS, 9 * DAY_MS)], 10 * DAY_MS)).toBe(90);
  });

  test('of a component that is made now is 100', () => {
    expect(uptime([], 0)).toBe(100);
    expect(uptime([outage(HOUR_MS, null)], 0)).toBe(100);
  });

  test('is cut to three decimals, so that 100 means no outage', () => {
    expect(uptime([outage(1, 0)])).toBe(99.999);
  });

  test('counts no time of planned work', () => {
    const out = [outage(27 * DAY_MS, 18 * DAY_MS), outage(9 * DAY_MS, null)];
    expect(uptime(out, 400 * DAY_MS, [outage(30 * DAY_MS, 18 * DAY_MS)])).toBe(90);
    expect(uptime(out, 400 * DAY_MS, [outage(9 * DAY_MS, null), outage(20 * DAY_MS, 19 * DAY_MS)])).toBe(
      91.111,
    );
    expect(uptime([], 400 * DAY_MS, [outage(9 * DAY_MS, null)])).toBe(100);
  });

  test('takes no time for an outage of no length', () => {
    expect(uptime([outage(DAY_MS, DAY_MS)])).toBe(100);
  });
});
