import { describe, expect, test } from 'vitest';
import type { WatchedMonitor } from '../../support/alerts.ts';
import { aMaintenanceStory } from '../../support/maintenances.ts';
import { ADMIN_KEY } from '../../support/product.ts';

/* What is hidden at the end of a maintenance, in unlucky circumstances. */

describe('incidents that a maintenance hid', () => {
  test('open all, where it is ended by a request with an Idempotency-Key', async () => {
    const story = await aMaintenanceStory();
    const monitors: (WatchedMonitor & { componentId: string })[] = [];
    for (let index = 0; index < 6; index += 1) monitors.push(await story.watched(`Shop ${index}`));
    const components = monitors.map(({ componentId }) => componentId);
    const { id } = await story.plan({ status: 'INPROGRESS', components });
    await Promise.all(monitors.map((monitor) => monitor.finds('DOWN')));
    const ended = await fetch(`${story.product.url}${story.maintenances}/${id}/maintenance-updates`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ADMIN_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': 'the-end-of-many',
      },
      body: JSON.stringify({ status: 'COMPLETED' }),
    });
    expect(ended.status).toBe(200);
    const names = (await story.incidents()).map(({ name }) => name as string);
    expect(names.toSorted()).toEqual(monitors.map(({ name }) => `${name} is down`));
    expect(await story.events('monitor.unsuppressed', 'incident.opened')).toHaveLength(12);
  });

  test('wait for a check where the monitor was paused for longer than what it saw is worth', async () => {
    const story = await aMaintenanceStory();
    const shop = await story.watched('Shop');
    const bar = await story.watched('Bar');
    const components = [shop.componentId, bar.componentId];
    const { id } = await story.plan({ status: 'INPROGRESS', components });
    for (const monitor of [shop, bar]) {
      await monitor.finds('DOWN');
      await story.product.ok('PUT', `/monitors/${monitor.id}`, { paused: true });
    }
    await story.put(id, { status: 'COMPLETED' });
    story.clock.move(60 * 60_000);
    for (const monitor of [shop, bar]) {
      await story.product.ok('PUT', `/monitors/${monitor.id}`, { paused: false });
    }
    await story.product.tocsin.work.sweepNow();
    expect(await story.incidents()).toEqual([]);
    await shop.finds('UP');
    await bar.finds('DOWN');
    await story.product.tocsin.work.sweepNow();
    expect(await story.incidents()).toMatchObject([{ name: 'Bar is down' }]);
  });

  test('are hidden from the planned start on, though nobody has looked at the clock yet', async () => {
    const story = await aMaintenanceStory();
    const shop = await story.watched('Shop');
    await shop.finds('UP');
    const components = [shop.componentId];
    const { id } = await story.plan({ start: story.inMinutes(5), end: story.inMinutes(60), components });
    const other = await story.plan({
      name: 'Another',
      start: story.inMinutes(600),
      end: story.inMinutes(700),
    });
    story.clock.move(6 * 60_000);
    await shop.finds('DOWN');
    // Whoever looks for what is hidden no more comes before whoever starts it.
    await story.put(other.id, { status: 'COMPLETED' });
    expect(await story.incidents()).toEqual([]);
    await story.tick(0);
    expect(await story.get(id)).toMatchObject({ status: 'INPROGRESS', suppressed: [{ monitorId: shop.id }] });
    expect(await story.componentStatus(shop.componentId)).toBe('UNDERMAINTENANCE');
    await story.put(id, { status: 'COMPLETED' });
    expect(await story.incidents()).toMatchObject([{ name: 'Shop is down' }]);
  });

  test('are not hidden by one that nobody has started or ended in its time', async () => {
    const story = await aMaintenanceStory();
    const shop = await story.watched('Shop');
    const byHand = await story.watched('By hand');
    const start = story.inMinutes(5);
    await story.plan({ start, end: story.inMinutes(60), components: [shop.componentId] });
    await story.plan({ start, autoStart: false, components: [byHand.componentId] });
    story.clock.move(90 * 60_000);
    await shop.finds('DOWN');
    await byHand.finds('DOWN');
    expect(await story.incidents()).toHaveLength(2);
  });
});
