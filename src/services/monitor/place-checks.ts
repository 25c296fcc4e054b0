import { nextCheckAt } from '../../core/monitor/due.ts';
import { plusMs, SECOND_MS, type EpochMs } from '../../core/time/instant.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { Store } from '../ports/store.ts';

/**
 * Places a monitor's checks at its locations, spread over the interval. With `atOnce` the first ones are due now; they
 * fall back into their places with the second. A HEARTBEAT monitor has none.
 */
export async function placeChecks(
  store: Store,
  monitor: Monitor,
  { now, atOnce }: { now: EpochMs; atOnce: boolean },
): Promise<void> {
  const intervalMs = monitor.checksIntervalS * SECOND_MS;
  const locations = monitor.type === 'HEARTBEAT' ? [] : monitor.locations;
  const checks = locations.map((location) => {
    const next = nextCheckAt({ monitorId: monitor.id, location, intervalMs, after: now });
    return { location, nextCheckAt: atOnce ? plusMs(next, -intervalMs) : next };
  });
  await store.monitors.placeChecks(monitor.id, checks, monitor.paused);
}
