import pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { AlertStory, WatchedMonitor } from '../../support/alerts.ts';
import { aMaintenanceStory, type MaintenanceStory } from '../../support/maintenances.ts';
import { ADMIN_KEY, type Json } from '../../support/product.ts';
import { until } from '../../support/until.ts';

describe('while a maintenance is in progress', () => {
  /** A maintenance in progress with a monitor that is up. */
  async function maintained(alerts: Json[] = [], more: Json = {}) {
    const story = await aMaintenanceStory();
    const shop = await story.watched('Shop', alerts, more);
    await shop.finds('UP');
    const { id } = await story.plan({
      start: story.inMinutes(-1),
      components: [shop.componentId],
    });
    return { story, shop, id: id as string };
  }
  const namesOf = async (story: AlertStory) => (await story.incidents()).map(({ name }) => name as string);
  const pages = (story: AlertStory) => story.smtp.received.length;

  test('a monitor with its component opens no incident, and that is recorded wherever somebody looks', async () => {
    const { story, shop, id } = await maintained();
    await shop.finds('DOWN');
    expect(await namesOf(story)).toEqual([]);
    expect(pages(story)).toBe(0);
    const text = expect.stringMatching(/^Suppressed by maintenance Move: Shop is down: /);
    const { monitorLogs } = await story.product.ok('GET', `/monitors/${shop.id}/logs?sort=-createdAt`);
    const causes = monitorLogs.filter((log: Json) => log.suppressedBy !== null);
    expect(causes).toMatchObject([{ status: 'DOWN', suppressedBy: { id, name: 'Move' } }]);
    expect(await story.events('monitor.suppressed')).toMatchObject([
      {
        monitor_id: shop.id,
        text,
        data: { to: 'DOWN', logId: causes[0].id, maintenanceId: id, maintenances: [{ id, name: 'Move' }] },
      },
    ]);
    expect((await story.get(id)).suppressed).toEqual([{ monitorId: shop.id, at: expect.any(String), text }]);
    expect(await story.componentStatus(shop.componentId)).toBe('UNDERMAINTENANCE');
  });

  test('what has recovered by its end opens nothing', async () => {
    const { story, shop, id } = await maintained();
    await shop.finds('DOWN');
    await shop.finds('UP');
    await story.put(id, { status: 'COMPLETED' });
    await story.product.tocsin.work.sweepNow();
    expect(await namesOf(story)).toEqual([]);
    expect(await story.componentStatus(shop.componentId)).toBe('OPERATIONAL');
    expect((await story.get(id)).suppressed).toHaveLength(1);
  });

  test('what is still down at its end opens its incident then, once, and pages', async () => {
    const { story, shop, id } = await maintained();
    await story.product.ok('POST', `/v1/${story.pageId}/team`, {
      email: 'ann@shop.test',
      permission: 'FULL',
    });
    await shop.finds('DOWN');
    // Soon enough for what was found to count still.
    await story.put(id, { end: story.inMinutes(1) });
    await story.tick(1.5);
    expect(await story.get(id)).toMatchObject({ status: 'COMPLETED' });
    expect(await story.incidents()).toMatchObject([
      { name: 'Shop is down', impact: 'MAJOROUTAGE', monitorId: shop.id, response: { state: 'TRIGGERED' } },
    ]);
    expect(await story.componentStatus(shop.componentId)).toBe('MAJOROUTAGE');
    await until('somebody is paged', () => pages(story) > 0);
    for (let looks = 0; looks < 3; looks += 1) await story.product.tocsin.work.sweepNow();
    await story.put(id, { name: 'Moved' });
    const [incident] = await story.incidents();
    const { events } = await story.product.ok('GET', `/incidents/${incident.id}/timeline`);
    expect(events.filter(({ type }: Json) => type === 'incident.opened')).toHaveLength(1);
    expect(events.filter(({ text }: Json) => text.startsWith('Seen again'))).toEqual([]);
    expect(await story.events('monitor.unsuppressed')).toHaveLength(1);
    await shop.finds('UP');
    expect(await story.incidents()).toMatchObject([{ response: { state: 'RESOLVED' } }]);
  });

  test('the incident opens also where it is deleted, loses the component, or the component is deleted', async () => {
    const ends: ((story: MaintenanceStory, id: string, shop: { componentId: string }) => Promise<unknown>)[] =
      [
        (story, id) => story.product.ok('DELETE', `${story.maintenances}/${id}`),
        (story, id) => story.put(id, { components: [] }),
        (story, _id, { componentId }) =>
          story.product.ok('DELETE', `/v1/${story.pageId}/components/${componentId}`),
        (story, id) =>
          story.product.ok('POST', `${story.maintenances}/${id}/maintenance-updates`, {
            status: 'COMPLETED',
          }),
      ];
    const story = await aMaintenanceStory();
    for (const [index, end] of ends.entries()) {
      const shop = await story.watched(`Shop ${index}`);
      const { id } = await story.plan({ status: 'INPROGRESS', components: [shop.componentId] });
      await shop.finds('DOWN');
      expect(await namesOf(story)).not.toContain(`Shop ${index} is down`);
      await end(story, id, shop);
      expect(await namesOf(story)).toContain(`Shop ${index} is down`);
    }
  });

  test('the incident opens by the next look of anybody, where the process died between the end and it', async () => {
    const { story, shop, id } = await maintained();
    await shop.finds('DOWN');
    // What a process leaves that ends it and dies: the end is stored and nothing else is done.
    const client = new pg.Client({ connectionString: story.product.databaseUrl });
    await client.connect();
    await client.query(`update maintenance set status = 'COMPLETED', next_due_at = null where id = '${id}'`);
    await client.end();
    const others = [await story.another(), await story.another()].map(({ tocsin }) => tocsin.work);
    await Promise.all([...others, ...others].map((work) => work.sweepNow()));
    expect(await namesOf(story)).toEqual(['Shop is down']);
    expect(await story.events('monitor.unsuppressed', 'incident.opened')).toHaveLength(2);
    const joined = (await story.events('incident.updated')).filter(({ data }) => data.joined);
    expect(joined).toEqual([]);
  });

  test('another one in progress goes on hiding what the first one hid', async () => {
    const { story, shop, id } = await maintained();
    const other = await story.plan({ name: 'Patch', status: 'INPROGRESS', components: [shop.componentId] });
    await shop.finds('DOWN');
    await story.put(id, { status: 'COMPLETED' });
    expect(await namesOf(story)).toEqual([]);
    expect((await story.get(other.id)).suppressed).toHaveLength(1);
    expect(await story.componentStatus(shop.componentId)).toBe('UNDERMAINTENANCE');
    await story.put(other.id, { status: 'COMPLETED' });
    expect(await namesOf(story)).toEqual(['Shop is down']);
    expect(await story.componentStatus(shop.componentId)).toBe('MAJOROUTAGE');
  });

  test('an INCIDENT alert is silent too and makes up for it; other alerts are sent as ever', async () => {
    const { story, shop, id } = await maintained(
      [
        { type: 'INCIDENT', whenDegrades: true },
        { type: 'EMAIL', recipient: 'ops@shop.test' },
      ],
      { onFail: { createIncident: false } },
    );
    await shop.finds('DOWN');
    await until('the alert is sent', () => story.smtp.received.length === 1);
    await shop.finds('UP');
    await shop.finds('DEGRADED');
    expect(await namesOf(story)).toEqual([]);
    await story.put(id, { status: 'COMPLETED' });
    expect(await namesOf(story)).toEqual(['Shop is degraded']);
  });

  test('a monitor that asks for no incident, or has another component, is not concerned', async () => {
    const { story, id } = await maintained();
    const quiet = await story.watched('Quiet', [], { onFail: { createIncident: false } });
    await story.put(id, { components: [quiet.componentId] });
    await quiet.finds('DOWN');
    const other = await story.watched('Other');
    await other.finds('DOWN');
    expect(await namesOf(story)).toEqual(['Other is down']);
    await story.put(id, { status: 'COMPLETED' });
    expect(await namesOf(story)).toEqual(['Other is down']);
    expect(await story.events('monitor.suppressed')).toEqual([]);
    expect(await story.componentStatus(quiet.componentId)).toBe('MAJOROUTAGE');
  });

  test('what was open before stays, and its recovery resolves it', async () => {
    const story = await aMaintenanceStory();
    const shop = await story.watched('Shop');
    await shop.finds('DOWN');
    const { id } = await story.plan({ status: 'INPROGRESS', components: [shop.componentId] });
    expect(await story.componentStatus(shop.componentId)).toBe('UNDERMAINTENANCE');
    await shop.finds('UP');
    expect(await story.incidents()).toMatchObject([{ response: { state: 'RESOLVED' } }]);
    await story.put(id, { status: 'COMPLETED' });
    expect(await story.incidents()).toHaveLength(1);
    expect(await story.componentStatus(shop.componentId)).toBe('OPERATIONAL');
  });

  test('a change in the very moment of its end is paged, before or behind it', async () => {
    const story = await aMaintenanceStory();
    for (let round = 0; round < 5; round += 1) {
      const shop = await story.watched(`Shop ${round}`);
      const { id } = await story.plan({ status: 'INPROGRESS', components: [shop.componentId] });
      await Promise.all([story.put(id, { status: 'COMPLETED' }), shop.finds('DOWN')]);
      // Suppressed just before the end could be seen: the next look finds it.
      await story.product.tocsin.work.sweepNow();
      expect(await namesOf(story)).toContain(`Shop ${round} is down`);
      expect(await story.incidents()).toHaveLength(round + 1);
      expect(await story.componentStatus(shop.componentId)).toBe('MAJOROUTAGE');
    }
  });

  test('an outage that a monitor finds shows when it is over, and nothing of it where that has recovered', async () => {
    const outages = { onFail: { createIncident: false, createOutageDuration: true } };
    const recovers = { onRecover: { resolveOutageDuration: true } };
    const { story, shop, id } = await maintained([], { ...outages, ...recovers });
    const lasting = await story.watched('Lasting', [], { ...outages, ...recovers });
    await story.put(id, { components: [shop.componentId, lasting.componentId] });
    const shown = () => Promise.all([shop, lasting].map((one) => story.componentStatus(one.componentId)));
    await shop.finds('DOWN');
    await lasting.finds('DOWN');
    await shop.finds('UP');
    expect(await shown()).toEqual(['UNDERMAINTENANCE', 'UNDERMAINTENANCE']);
    await story.put(id, { status: 'COMPLETED' });
    expect(await shown()).toEqual(['OPERATIONAL', 'MAJOROUTAGE']);
  });

  test('what was down and is degraded by its end opens its incident too; nobody was told of either', async () => {
    const { story, shop, id } = await maintained();
    await shop.finds('DOWN');
    await shop.finds('DEGRADED');
    await story.put(id, { status: 'COMPLETED' });
    expect(await namesOf(story)).toEqual(['Shop is degraded']);
  });

  test('a monitor that is paused at its end opens its incident when it is watched again and still down', async () => {
    const { story, shop, id } = await maintained();
    await shop.finds('DOWN');
    await story.product.ok('PUT', `/monitors/${shop.id}`, { paused: true });
    await story.put(id, { status: 'COMPLETED' });
    await story.product.tocsin.work.sweepNow();
    expect(await namesOf(story)).toEqual([]);
    await story.product.ok('PUT', `/monitors/${shop.id}`, { paused: false });
    await story.product.tocsin.work.sweepNow();
    expect(await namesOf(story)).toEqual(['Shop is down']);
  });

  test('a monitor that asks for no incident any more at its end opens none', async () => {
    const { story, shop, id } = await maintained();
    await shop.finds('DOWN');
    await story.product.ok('PUT', `/monitors/${shop.id}`, { onFail: { createIncident: false } });
    await story.put(id, { status: 'COMPLETED' });
    expect(await namesOf(story)).toEqual([]);
  });

  test('an end that is sent again under the same Idempotency-Key opens the incident once', async () => {
    const { story, shop, id } = await maintained();
    await shop.finds('DOWN');
    const end = () =>
      fetch(`${story.product.url}${story.maintenances}/${id}/maintenance-updates`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ADMIN_KEY}`,
          'content-type': 'application/json',
          'idempotency-key': 'the-end',
        },
        body: JSON.stringify({ status: 'COMPLETED' }),
      });
    const answers = [await end(), await end()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await story.events('monitor.unsuppressed', 'incident.opened')).toHaveLength(2);
    expect((await story.get(id)).updates).toHaveLength(3);
  });

  test('many that are down at its end open each an incident of their own', async () => {
    const story = await aMaintenanceStory();
    const monitors: (WatchedMonitor & { componentId: string })[] = [];
    for (let index = 0; index < 6; index += 1) monitors.push(await story.watched(`Shop ${index}`));
    const components = monitors.map(({ componentId }) => componentId);
    const { id } = await story.plan({ status: 'INPROGRESS', components });
    await Promise.all(monitors.map((monitor) => monitor.finds('DOWN')));
    expect(await namesOf(story)).toEqual([]);
    const other = await story.another();
    await Promise.all([
      story.put(id, { status: 'COMPLETED' }),
      other.tocsin.work.sweepNow(),
      story.product.tocsin.work.sweepNow(),
    ]);
    await story.product.tocsin.work.sweepNow();
    expect((await namesOf(story)).toSorted()).toEqual(monitors.map(({ name }) => `${name} is down`));
  });
});
