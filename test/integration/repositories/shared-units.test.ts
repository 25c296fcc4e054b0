import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plusMs } from '../../../src/core/time/instant.ts';
import type { Store } from '../../../src/services/ports/store.ts';
import { API_START, openApi, type TestApi } from '../../support/api.ts';
import { anOpening } from '../../support/opening.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

let made = 0;
const opening = (pageId: string, dedupKey: string | null = null) => {
  made += 1;
  return anOpening({ id: `inc_of_test_${made}`, pageId, dedupKey });
};

/** Does `work` while a transaction that has done `hold` is open, and answers what came of it. */
async function whileHeld<T>(hold: (store: Store) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  return api.services.uow.transaction(async (store) => {
    await hold(store);
    return work();
  });
}

test('units that wait for somebody else, begun one after the other, do not hold up those that come next', async () => {
  const pageId = await api.page();
  const { uow } = api.services;
  const open = (dedupKey: string | null) =>
    uow.together((store) => store.incidents.insert(opening(pageId, dedupKey), API_START));
  const waiting: Promise<unknown>[] = [];
  const next = await whileHeld(
    (store) => store.incidents.insert(opening(pageId, 'held'), API_START),
    async () => {
      for (let i = 0; i < 4; i += 1) {
        waiting.push(open('held'));
        await nextTurn();
      }
      return open(null);
    },
  );
  expect(next).not.toBeNull();
  expect(await Promise.all(waiting)).toEqual([null, null, null, null]);
});

test('what is said of an incident does not wait for whoever holds it, who may say something of it too', async () => {
  const pageId = await api.page();
  const incident = opening(pageId);
  await api.store.incidents.insert(incident, API_START);
  const said = (text: string) => ({
    events: [
      {
        id: `evt_${text}_of_test`,
        pageId,
        type: 'incident.updated' as const,
        at: API_START,
        incidentId: incident.id,
        monitorId: null,
        scheduleId: null,
        actor: 'Tocsin',
        text,
        data: {},
      },
    ],
    requests: [
      { id: `obx_${text}_of_test`, kind: 'chat.sync' as const, subjectId: incident.id, dueAt: API_START },
    ],
  });
  const { uow } = api.services;
  await uow.transaction(async (store) => {
    await store.incidents.lock(incident.id);
    await uow.together((other) => other.additions.insert(said('sent'), API_START));
    await store.additions.insert(said('taken'), API_START);
  });
  const timeline = await api.store.events.ofIncident(incident.id, { afterSeq: 0n, limit: 10 });
  expect(timeline.map(({ text }) => text)).toEqual(['sent', 'taken']);
});

test('whoever holds an incident keeps others who want to waiting', async () => {
  const pageId = await api.page();
  const incident = opening(pageId);
  await api.store.incidents.insert(incident, API_START);
  const order: string[] = [];
  let second: Promise<void> = Promise.resolve();
  await whileHeld(
    (store) => store.incidents.lock(incident.id),
    async () => {
      second = api.services.uow.transaction(async (store) => {
        order.push('wants it');
        await store.incidents.lock(incident.id);
        order.push('has it');
      });
      while (order.length === 0) await nextTurn();
      await api.store.incidents.find(incident.id);
      order.push('is let go');
    },
  );
  await second;
  expect(order).toEqual(['wants it', 'is let go', 'has it']);
});

test('of two that say that they sent a notification, one moment and one transaction, it is who has the lease', async () => {
  const pageId = await api.page();
  const incident = opening(pageId);
  await api.store.incidents.insert(incident, API_START);
  const { id: memberId } = await api.member(pageId, 'ann@shop.test');
  const [firingId, id] = ['fir_of_test', 'ntf_of_test'];
  await api.store.additions.insert(
    {
      firings: [
        {
          id: firingId,
          incidentId: incident.id,
          runId: null,
          kind: 'ROUTING',
          pass: 0,
          rule: 0,
          dueAt: API_START,
          firedAt: API_START,
          reached: 1,
        },
      ],
      notifications: [
        {
          id,
          incidentId: incident.id,
          firingId,
          memberId,
          channel: 'EMAIL',
          step: 1,
          setKey: 'set_of_test',
          state: 'PENDING',
          why: 'a test',
          dueAt: API_START,
          evenIfTaken: false,
          reason: null,
        },
      ],
    },
    API_START,
  );
  const claim = async (leaseToken: string, afterMs: number) => {
    const now = plusMs(API_START, afterMs);
    const leaseUntil = plusMs(now, 20_000);
    const [claimed] = await api.store.notifications.claim({
      channel: 'EMAIL',
      now,
      leaseUntil,
      leaseToken,
      limit: 1,
    });
    if (claimed === undefined) throw new Error('nothing was claimed');
    return claimed;
  };
  const lost = await claim('lost', 0);
  const held = await claim('held', 60_000);
  const { uow } = api.services;
  const ours = await Promise.all(
    [lost, held].map((claimed) =>
      uow.together((store) =>
        store.notifications.markSent(
          claimed,
          { externalId: claimed.leaseToken, isRepeat: false, bundleId: null },
          plusMs(API_START, 61_000),
        ),
      ),
    ),
  );
  expect(ours).toEqual([false, true]);
});
