import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plusMs } from '../../../src/core/time/instant.ts';
import { API_START, openApi, type TestApi } from '../../support/api.ts';
import { anOpening } from '../../support/opening.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

test('units within one transaction that are begun together keep or lose each its own writes only', async () => {
  const pageId = await api.page();
  const at = { createdAt: API_START, updatedAt: API_START };
  const metric = (id: string) => ({
    ...at,
    id: `met_${id}`,
    pageId,
    name: id,
    suffix: 'ms',
    active: true,
    order: 0,
    monitorId: null,
  });
  const outcomes = await api.services.uow.whole((unit) =>
    Promise.allSettled([
      unit.transaction(async (store) => {
        await store.metrics.insert(metric('kept_1'));
        await store.metrics.insert(metric('kept_2'));
        await store.metrics.insert(metric('kept_3'));
      }),
      unit.transaction(async (store) => {
        await store.metrics.insert(metric('lost'));
        throw new Error('what is written with this is taken back');
      }),
      unit.transaction((store) => store.metrics.insert(metric('kept_4'))),
    ]),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const kept = await api.store.metrics.list(pageId, { offset: 0, limit: 10 });
  expect(kept.map(({ name }) => name)).toEqual(['kept_1', 'kept_2', 'kept_3', 'kept_4']);
});

describe('units that share a transaction', () => {
  const opening = (pageId: string, id: string, dedupKey: string | null = null) =>
    anOpening({ id: `inc_${id}`, pageId, name: id, dedupKey });

  test('fail each for itself, and each is done once', async () => {
    const pageId = await api.page();
    const { uow } = api.services;
    const ids = Array.from({ length: 12 }, (_, i) => `shared_${i}`);
    const outcomes = await Promise.allSettled(
      ids.map((id, i) =>
        uow.together(async (store) => {
          const inserted = await store.incidents.insert(opening(pageId, id), API_START);
          if (i % 4 === 3) throw new Error(`${id} does not want to`);
          return inserted?.number;
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(ids.map((_, i) => i % 4 !== 3));
    const numbers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const stored = await Promise.all(ids.map((id) => api.store.incidents.find(`inc_${id}`)));
    expect(stored.flatMap((incident) => (incident === null ? [] : [incident.number]))).toEqual(numbers);
    expect(new Set(numbers).size).toBe(9);
  });

  test('of one dedup key make one incident, and the others see it', async () => {
    const pageId = await api.page();
    const seen = await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        api.services.uow.together(async (store) => {
          const inserted = await store.incidents.insert(opening(pageId, `same_${id}`, 'disk'), API_START);
          const open = await store.incidents.findOpenByDedupKey(pageId, 'disk');
          return { isNew: inserted !== null, open: open?.id };
        }),
      ),
    );
    expect(seen.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(seen.map(({ open }) => open)).size).toBe(1);
  });

  test('keep what they wrote though one of them swallows that a statement failed', async () => {
    const pageId = await api.page();
    const { uow } = api.services;
    const swallows = () =>
      uow.together(async (store) => {
        const twice = opening(pageId, 'twice');
        await store.incidents.insert({ ...twice, pageId: 'page_of_nobody' }, API_START).catch(() => null);
      });
    await Promise.allSettled([
      swallows(),
      uow.together((store) => store.incidents.insert(opening(pageId, 'beside_it'), API_START)),
      swallows(),
    ]);
    expect((await api.store.incidents.find('inc_beside_it'))?.name).toBe('beside_it');
  });

  test('may ask for the same promised work: it is asked for once', async () => {
    const pageId = await api.page();
    const request = (id: string) => ({
      id: `obx_${id}`,
      kind: 'chat.sync' as const,
      subjectId: `inc_of_${pageId}`,
      dueAt: API_START,
    });
    await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        api.services.uow.together((store) => store.additions.insert({ requests: [request(id)] }, API_START)),
      ),
    );
    const asked = await api.store.outbox.claim({
      kind: 'chat.sync',
      now: API_START,
      leaseUntil: plusMs(API_START, 60_000),
      leaseToken: 'mine',
      limit: 10,
    });
    expect(asked.filter(({ subjectId }) => subjectId === `inc_of_${pageId}`)).toHaveLength(1);
  });

  test('do not wait for one that waits for somebody else', async () => {
    const pageId = await api.page();
    const { uow } = api.services;
    let letGo = (): void => undefined;
    let holder: Promise<void> = Promise.resolve();
    await new Promise<void>((isHeld) => {
      holder = uow.transaction(async (store) => {
        await store.incidents.insert(opening(pageId, 'held', 'locked'), API_START);
        await new Promise<void>((go) => {
          letGo = go;
          isHeld();
        });
      });
    });
    const waiting = uow.together((store) =>
      store.incidents.insert(opening(pageId, 'late', 'locked'), API_START),
    );
    const others = await Promise.all(
      ['x', 'y', 'z'].map((id) =>
        uow.together((store) => store.incidents.insert(opening(pageId, `free_${id}`), API_START)),
      ),
    );
    expect(others.every((one) => one !== null)).toBe(true);
    letGo();
    await holder;
    expect(await waiting).toBeNull();
  });
});
