import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { aMaintenanceStory, type MaintenanceStory } from '../../support/maintenances.ts';
import type { Json } from '../../support/product.ts';

/** A monitor that is up, its component in a group, and a maintenance in progress with the group. */
async function aGroup() {
  const story = await aMaintenanceStory();
  const components = `/v1/${story.pageId}/components`;
  const shop = await story.watched('Shop');
  await shop.finds('UP');
  const { id: groupId } = await story.product.ok('POST', components, { name: 'Paying' });
  const moveTo = (group: string | null): Promise<Json> =>
    story.product.ok('PUT', `${components}/${shop.componentId}`, { group });
  await moveTo(groupId);
  const start = (more: Json = {}): Promise<Json> =>
    story.plan({ status: 'INPROGRESS', components: [groupId], ...more });
  const names = async () => (await story.incidents()).map(({ name }) => name as string);
  return { story, components, shop, groupId: groupId as string, moveTo, start, names };
}

async function nest(story: MaintenanceStory, pairs: readonly (readonly [string, string])[]): Promise<void> {
  const client = new pg.Client({ connectionString: story.product.databaseUrl });
  await client.connect();
  for (const [id, group] of pairs)
    await client.query('update component set group_id = $2 where id = $1', [id, group]);
  await client.end();
}

describe('a maintenance of a group of components', () => {
  test('hides the incidents of what is in the group, shows there, and both end with it', async () => {
    const { story, shop, start, names } = await aGroup();
    const { id } = await start();
    expect(await story.componentStatus(shop.componentId)).toBe('UNDERMAINTENANCE');
    await shop.finds('DOWN');
    expect(await names()).toEqual([]);
    expect((await story.get(id)).suppressed).toMatchObject([{ monitorId: shop.id }]);
    expect(await story.componentStatus(shop.componentId)).toBe('UNDERMAINTENANCE');
    const summary = await fetch(`${story.product.url}/summary.json?subdomain=shop`);
    expect(((await summary.json()) as Json).page.status).toBe('UNDERMAINTENANCE');
    await story.product.tocsin.work.sweepNow();
    expect(await names()).toEqual([]);
    await story.put(id, { status: 'COMPLETED' });
    expect(await names()).toEqual(['Shop is down']);
    expect(await story.componentStatus(shop.componentId)).toBe('MAJOROUTAGE');
  });

  test('hides from the planned start on, though nobody has looked at the clock', async () => {
    const { story, shop, start, names } = await aGroup();
    await start({ status: 'NOTSTARTEDYET', start: story.inMinutes(1), end: story.inMinutes(60) });
    story.clock.move(2 * 60_000);
    await shop.finds('DOWN');
    expect(await names()).toEqual([]);
  });

  test('lets go of what is taken out of the group, and of all when the group is deleted', async () => {
    const { story, components, shop, groupId, moveTo, start, names } = await aGroup();
    await start();
    await shop.finds('DOWN');
    expect(await moveTo(null)).toMatchObject({ status: 'MAJOROUTAGE' });
    expect(await names()).toEqual(['Shop is down']);
    await shop.finds('UP');
    expect(await moveTo(groupId)).toMatchObject({ status: 'UNDERMAINTENANCE' });
    await shop.finds('DOWN');
    expect(await names()).toEqual(['Shop is down']);
    expect(await story.incidents()).toMatchObject([{ response: { state: 'RESOLVED' } }]);
    await story.product.ok('DELETE', `${components}/${groupId}`);
    expect(await names()).toEqual(['Shop is down', 'Shop is down']);
    expect(await story.componentStatus(shop.componentId)).toBe('MAJOROUTAGE');
  });

  test('covers a component that is made in the group meanwhile, and keeps what somebody sets for the end', async () => {
    const { story, components, groupId, start } = await aGroup();
    const { id } = await start({ components: [], statuses: [{ id: groupId, status: 'PARTIALOUTAGE' }] });
    const made = await story.product.ok('POST', components, { name: 'New', group: groupId });
    expect(made.status).toBe('PARTIALOUTAGE');
    const set = await story.product.ok('PUT', `${components}/${made.id}`, { status: 'DEGRADEDPERFORMANCE' });
    expect(set.status).toBe('PARTIALOUTAGE');
    const listed = await story.product.ok('GET', components);
    expect(listed.find((one: Json) => one.id === made.id).status).toBe('PARTIALOUTAGE');
    await story.put(id, { status: 'COMPLETED' });
    expect(await story.componentStatus(made.id)).toBe('DEGRADEDPERFORMANCE');
  });

  test('leaves to a component what is said of itself, by the same maintenance and by others', async () => {
    const { story, shop, groupId, start, names } = await aGroup();
    const statuses = [
      { id: groupId, status: 'UNDERMAINTENANCE' },
      { id: shop.componentId, status: 'PARTIALOUTAGE' },
    ];
    const both = await start({ components: [], statuses });
    const other = await start({ name: 'Patch', statuses: [{ id: groupId, status: 'DEGRADEDPERFORMANCE' }] });
    expect(await story.componentStatus(shop.componentId)).toBe('PARTIALOUTAGE');
    await shop.finds('DOWN');
    const [{ data }] = (await story.events('monitor.suppressed')) as [Json];
    expect(data.maintenances.map(({ name }: Json) => name).toSorted()).toEqual(['Move', 'Patch']);
    await story.put(both.id, { status: 'COMPLETED' });
    expect(await names()).toEqual([]);
    expect(await story.componentStatus(shop.componentId)).toBe('DEGRADEDPERFORMANCE');
    await story.put(other.id, { status: 'COMPLETED' });
    expect(await names()).toEqual(['Shop is down']);
  });

  test('covers groups within groups, and ends where they name each other', async () => {
    const { story, components, shop, groupId, names } = await aGroup();
    const { id: top } = await story.product.ok('POST', components, { name: 'All' });
    // The API makes one level; the tree in the database is what counts.
    await nest(story, [[groupId, top]]);
    const { id } = await story.plan({ status: 'INPROGRESS', components: [top] });
    expect(await story.componentStatus(shop.componentId)).toBe('UNDERMAINTENANCE');
    await nest(story, [[top, groupId]]);
    await shop.finds('DOWN');
    expect(await names()).toEqual([]);
    await story.put(id, { status: 'COMPLETED' });
    expect(await names()).toEqual(['Shop is down']);
    expect(await story.componentStatus(shop.componentId)).toBe('MAJOROUTAGE');
  });

  test('of another group is no concern', async () => {
    const { story, components, shop, start, names } = await aGroup();
    const { id: other } = await story.product.ok('POST', components, { name: 'Other' });
    await start({ components: [other] });
    await shop.finds('DOWN');
    expect(await names()).toEqual(['Shop is down']);
    expect(await story.componentStatus(shop.componentId)).toBe('MAJOROUTAGE');
  });
});
