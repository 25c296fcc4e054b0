import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  pageId = await api.page();
});

const group = async (name: string, more: object = {}) =>
  (await api.post('/monitors-groups', { pageId, name, ...more })).body.monitor;
const monitor = async (): Promise<string> =>
  (await api.post('/monitors', { pageId, url: 'https://shop.test' })).body.monitor.id;
const groupOf = async (monitorId: string) => (await api.get(`/monitors/${monitorId}`)).body.monitor.groupId;

describe('monitor groups that are changed at once', () => {
  test('make no cycle when fifty moves come at once', async () => {
    const made = [];
    for (let i = 0; i < 10; i += 1) made.push(await group(`G${i}`));
    const ids = made.map(({ id }) => id as string);
    const at = (i: number): string => ids[i % ids.length] ?? '';
    // Each under one of those behind it, all the way round: any move alone is right, all together make rings.
    const moves = Array.from({ length: 50 }, (_, i) => ({ id: at(i), groupId: at(i + 1 + (i % 5)) }));
    const answers = await Promise.all(
      moves.map(({ id, groupId }) => api.put(`/monitors-groups/${id}`, { groupId })),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(statuses).toContain(200);
    expect(statuses).toContain(409);
    const { monitorGroups } = (await api.get(`/${pageId}/monitors-groups`)).body;
    for (const { id, parents } of monitorGroups) {
      expect(parents).not.toContain(id);
      // Whoever is in a ring, or below one, never gets to the top.
      const top = monitorGroups.find((other: { id: string }) => other.id === (parents.at(-1) ?? id));
      expect(top.groupId).toBeNull();
    }
  });

  test('lose no monitor that moves in while they are deleted', async () => {
    const outer = await group('Outer');
    const inner = await group('Inner', { groupId: outer.id });
    const monitors = await Promise.all(Array.from({ length: 10 }, () => monitor()));
    const [deleted, ...moves] = await Promise.all([
      api.del(`/monitors-groups/${inner.id}`),
      ...monitors.map((id) => api.put(`/monitors/${id}/group`, { parentId: inner.id })),
    ]);
    expect(deleted?.status).toBe(200);
    for (const [i, move] of moves.entries()) {
      expect(await groupOf(monitors[i] ?? '')).toBe(move.status === 200 ? outer.id : null);
    }
  });
});
