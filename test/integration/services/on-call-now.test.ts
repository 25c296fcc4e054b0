import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plusMs } from '../../../src/core/time/instant.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { onCallNow } from '../../../src/services/oncall/on-call-now.ts';
import { API_START, openApi, type TestApi } from '../../support/api.ts';

const DAY = 86_400_000;

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  pageId = await api.page();
  for (const email of ['ann@x.test', 'ben@x.test', 'cem@x.test']) await api.member(pageId, email);
});
afterAll(() => api.close());

const add = async (more: object) =>
  (await api.post('/on-call-schedules', { pageId, ...more })).body.id as string;
const shift = (members: readonly string[], more: object = {}) => ({
  members: members.map((name) => ({ workspaceMemberId: `${name}@x.test` })),
  rotationType: 'DAILY',
  // Noon, an hour before the tests' clock.
  startDate: '2026-01-15T11:00:00.000Z',
  ...more,
});
const names = (found: readonly { member: { name: string | null } }[]) =>
  found.map(({ member }) => member.name);

describe('who is on call now', () => {
  test('says until when, and from when the next ones are, for every schedule of the page', async () => {
    const rotating = await add({ name: 'Rotating', onCallShifts: [shift(['ann', 'ben'])] });
    api.clock.move(1);
    const paused = await add({ name: 'Paused', status: 'PAUSED', onCallShifts: [shift(['ann'])] });
    api.clock.move(1);
    const alone = await add({
      name: 'Alone',
      timeZone: 'Asia/Tokyo',
      onCallShifts: [shift(['cem'], { rotationType: 'WEEKLY' })],
    });

    const ctx = contextOf(api.services, SYSTEM);
    const found = await onCallNow(ctx, { pageId, at: API_START });
    expect(found.map((schedule) => schedule.scheduleId)).toEqual([rotating, paused, alone]);
    const handoff = plusMs(API_START, 23 * 3_600_000);
    expect(names(found[0]?.current ?? [])).toEqual(['ann']);
    expect(found[0]?.current[0]?.until).toBe(handoff);
    expect(names(found[0]?.next ?? [])).toEqual(['ben']);
    expect(found[0]?.next[0]?.from).toBe(handoff);
    expect(found[1]).toMatchObject({ status: 'PAUSED', current: [], next: [] });
    expect(found[2]).toMatchObject({ timeZone: 'Asia/Tokyo', current: [{ until: null }], next: [] });
  });

  test('counts overrides that end after the instant asked about, and no others', async () => {
    const page = await api.page('Overridden');
    const [ann, ben] = [await api.member(page, 'ann@x.test'), await api.member(page, 'ben@x.test')];
    const { body } = await api.post('/on-call-schedules', {
      pageId: page,
      name: 'S',
      onCallShifts: [shift(['ann'])],
    });
    const override = (start: number, end: number) =>
      api.post(`/on-call-schedules/${body.id}/overrides`, {
        memberId: ben.id,
        start: new Date(API_START + start).toISOString(),
        end: new Date(API_START + end).toISOString(),
      });
    await override(-2 * DAY, 0);
    await override(5 * DAY, 6 * DAY);
    const now = async (ms: number) => {
      const [found] = await onCallNow(contextOf(api.services, SYSTEM), {
        pageId: page,
        at: plusMs(API_START, ms),
      });
      return {
        current: names(found?.current ?? []),
        next: names(found?.next ?? []),
        from: found?.next[0]?.from,
      };
    };
    expect(await now(-1)).toMatchObject({ current: ['ben'], next: ['ann'], from: API_START });
    expect(await now(0)).toEqual({ current: ['ann'], next: ['ben'], from: plusMs(API_START, 5 * DAY) });
    const loaded = await api.store.schedules.loadSchedules({ ids: [body.id] }, API_START);
    expect(loaded[0]?.overrides).toHaveLength(1);
    expect(ann.pageId).toBe(page);
  });
});
