import { describe, expect, test } from 'vitest';
import { aMaintenanceStory, type MaintenanceStory } from '../../support/maintenances.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TURNS = ['maintenance.started', 'maintenance.ended'];
const turnsOf = async (story: MaintenanceStory) =>
  (await story.events(...TURNS)).map(({ type }) => type as string);

describe('by the clock, a maintenance', () => {
  test('starts and ends on time, tells subscribers each time once, and shows that on its components', async () => {
    const story = await aMaintenanceStory();
    const { componentId } = await story.watched('Shop');
    const { id, start, end } = await story.plan({
      components: [componentId],
      message: 'We move',
      notifyStart: true,
      notifyEnd: true,
      notifyEarly: true,
      notifyMinutes: 30,
    });
    await story.tick(20);
    expect(await story.announced()).toEqual([]);
    await story.tick(20);
    await story.tick(5);
    expect(await story.announced()).toMatchObject([
      {
        subject: `maintenance:${id}:early`,
        content: {
          kind: 'maintenance',
          title: 'Maintenance ahead: Move',
          text: expect.stringContaining('We move'),
        },
        component_ids: [componentId],
      },
    ]);
    expect(await story.get(id)).toMatchObject({ status: 'NOTSTARTEDYET' });
    await story.tick(30);
    expect(await story.get(id)).toMatchObject({ status: 'INPROGRESS', startedAt: start, endedAt: null });
    expect(await story.componentStatus(componentId)).toBe('UNDERMAINTENANCE');
    await story.tick(60);
    await story.product.tocsin.work.sweepNow();
    expect(await story.get(id)).toMatchObject({
      status: 'COMPLETED',
      startedAt: start,
      endedAt: end,
      updates: [
        { status: 'NOTSTARTEDYET', message: 'We move' },
        { status: 'INPROGRESS', notify: true },
        { status: 'COMPLETED', notify: true },
      ],
    });
    expect(await story.componentStatus(componentId)).toBe('OPERATIONAL');
    expect((await story.announced()).map(({ subject }) => subject as string)).toEqual([
      `maintenance:${id}:early`,
      `maintenance:${id}:started`,
      `maintenance:${id}:ended`,
    ]);
    expect(await story.events(...TURNS)).toMatchObject([
      { type: 'maintenance.started', text: 'The maintenance Move started.', data: { maintenanceId: id } },
      { type: 'maintenance.ended', text: 'The maintenance Move ended.', data: { maintenanceId: id } },
    ]);
  });

  test('is turned by the sweep alone, where no scheduler looks', async () => {
    const story = await aMaintenanceStory();
    const { id } = await story.plan({});
    story.clock.move(70 * MINUTE);
    await story.product.tocsin.work.sweepNow();
    expect(await story.get(id)).toMatchObject({ status: 'INPROGRESS' });
  });

  test('makes up for all that fell due while nothing ran, once and in order, whoever looks', async () => {
    const story = await aMaintenanceStory();
    const { componentId } = await story.watched('Shop');
    const { id, start, end } = await story.plan({
      components: [componentId],
      notifyStart: true,
      notifyEnd: true,
    });
    const ids = [id];
    for (const minutes of [61, 62, 63, 64]) {
      const more = { start: story.inMinutes(minutes), components: [componentId] };
      ids.push((await story.plan(more)).id);
    }
    story.clock.move(5 * HOUR);
    const works = [story.product, await story.another(), await story.another()].map(
      ({ tocsin }) => tocsin.work,
    );
    await Promise.all(works.flatMap((work) => [work.tickNow(), work.sweepNow(), work.tickNow()]));
    expect(await story.get(id)).toMatchObject({ status: 'COMPLETED', startedAt: start, endedAt: end });
    for (const one of ids) {
      const own = (await story.events(...TURNS)).filter(({ data }) => data.maintenanceId === one);
      expect(own.map(({ type }) => type as string)).toEqual(TURNS);
      expect((await story.get(one)).updates).toHaveLength(3);
    }
    expect(await story.componentStatus(componentId)).toBe('OPERATIONAL');
    expect((await story.announced()).map(({ subject }) => subject as string).toSorted()).toEqual([
      `maintenance:${id}:ended`,
      `maintenance:${id}:started`,
    ]);
  });

  test('leaves what is to be started and ended by hand, and takes another plan as it comes', async () => {
    const story = await aMaintenanceStory();
    const byHand = await story.plan({ autoStart: false, autoEnd: false });
    const moved = await story.plan({});
    await story.tick(30);
    await story.put(moved.id, { start: story.inMinutes(300), duration: 60 });
    await story.tick(200);
    expect(await turnsOf(story)).toEqual([]);
    await story.put(byHand.id, { status: 'INPROGRESS' });
    await story.tick(200);
    expect(await story.get(byHand.id)).toMatchObject({ status: 'INPROGRESS' });
    expect(await story.get(moved.id)).toMatchObject({ status: 'COMPLETED' });
    await story.put(byHand.id, { end: story.inMinutes(10), autoEnd: true });
    await story.tick(20);
    expect(await story.get(byHand.id)).toMatchObject({ status: 'COMPLETED' });
  });

  test('that cannot be turned keeps no other waiting', async () => {
    let broken = '';
    const story = await aMaintenanceStory((services) => ({
      ...services,
      uow: {
        ...services.uow,
        transaction: (work) =>
          services.uow.transaction((store) =>
            work({
              ...store,
              maintenances: {
                ...store.maintenances,
                lock: async (id) => {
                  if (id === broken) throw new Error('this one fails');
                  return store.maintenances.lock(id);
                },
              },
            }),
          ),
      },
    }));
    const first = await story.plan({});
    const second = await story.plan({ start: story.inMinutes(61) });
    broken = first.id;
    await story.tick(70);
    expect(await story.get(second.id)).toMatchObject({ status: 'INPROGRESS' });
    expect(await story.get(first.id)).toMatchObject({ status: 'NOTSTARTEDYET' });
    broken = '';
    await story.tick(1);
    expect(await story.get(first.id)).toMatchObject({ status: 'INPROGRESS' });
  });
});

describe('subscribers', () => {
  test('are told what is said with `notify`, once, and not a second time of the same turn', async () => {
    const story = await aMaintenanceStory();
    const { id, updates } = await story.plan({ notify: true, notifyStart: true, message: 'Soon' });
    const path = `${story.maintenances}/${id}/maintenance-updates`;
    const told = { status: 'INPROGRESS', message: 'Now', notify: true };
    const { id: updateId } = await story.product.ok('POST', path, told);
    await story.product.ok('PUT', `${path}/${updateId}`, { notify: true, message: 'Now!' });
    expect(await story.announced()).toMatchObject([
      {
        subject: `update:${updates[0].id}`,
        content: {
          kind: 'maintenance',
          title: 'Maintenance: Move',
          text: expect.stringMatching(/^Soon\n\nIt is planned: /),
          url: null,
        },
        component_ids: [],
      },
      {
        subject: `update:${updateId}`,
        content: { text: expect.stringMatching(/^Now\n\nIt is in progress: /) },
      },
    ]);
  });

  test('are told of turns by hand, each once however often it is made', async () => {
    const story = await aMaintenanceStory();
    const { id } = await story.plan({ notifyStart: true, notifyEnd: true });
    for (const status of ['INPROGRESS', 'NOTSTARTEDYET', 'INPROGRESS', 'COMPLETED']) {
      await story.put(id, { status });
    }
    expect((await story.announced()).map(({ subject }) => subject as string)).toEqual([
      `maintenance:${id}:started`,
      `maintenance:${id}:ended`,
    ]);
  });
});
