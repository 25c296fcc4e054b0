import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_START, openApi, type TestApi } from '../../support/api.ts';

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
