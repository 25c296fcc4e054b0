import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/core/time/instant.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { coverTimeOff } from '../../../src/services/oncall/cover-time-off.ts';
import type { TestApi } from '../../support/api.ts';
import { openSwaps, type SwapPage } from '../../support/swaps.ts';

let api: TestApi;
let newPage: () => Promise<SwapPage>;
let page: SwapPage;
let timeOffId: string;
beforeAll(async () => {
  ({ api, newPage } = await openSwaps());
});
afterAll(() => api.close());

// Hits all of ann's week from the 19th.
const HIT = ['2026-01-19T09:00:00.000Z', '2026-01-26T09:00:00.000Z'];
beforeEach(async () => {
  page = await newPage();
  const times = { start: '2026-01-19T09:00:00Z', end: '2026-01-30T00:00:00Z' };
  const { body } = await api.post(`/team/${page.ann}/time-off`, times);
  timeOffId = body.timeOff.id;
  await page.told();
});

const cover = () => coverTimeOff(contextOf(api.services, SYSTEM));
const requests = async () => (await api.get(page.swaps)).body.swaps;
const summary = async () =>
  (await requests()).map((swap: { status: string; start: string; end: string }) => [
    swap.status,
    swap.start,
    swap.end,
  ]);
const accept = async (memberId: string) => {
  const [swap] = await requests();
  const { body } = await api.post(`${page.swaps}/${swap.id}/accept`, { memberId });
  return body.overrides[0].id as string;
};
const edit = async (change: (shift: Record<string, unknown>) => object) => {
  const path = `/on-call-schedules/${page.scheduleId}`;
  const { onCallShifts } = (await api.get(path)).body;
  const changed = await api.put(path, { onCallShifts: onCallShifts.map(change) });
  expect(changed.status).toBe(200);
};

describe('the requests of time off', () => {
  test('stay as they are while the schedule does, open or accepted', async () => {
    expect(await cover()).toEqual({ opened: 0, withdrawn: 0 });
    await accept(page.ben);
    expect(await cover()).toEqual({ opened: 0, withdrawn: 0 });
    expect(await summary()).toEqual([['ACCEPTED', ...HIT]]);
  });

  test('follow an edit: what is not theirs any more is withdrawn, what has become so is asked for', async () => {
    // Ben and ann change places, so that ann has the week after.
    await edit((shift) => ({ ...shift, startDate: '2025-12-29T09:00:00Z' }));
    api.clock.move(1);
    const hit = ['2026-01-26T09:00:00.000Z', '2026-01-30T00:00:00.000Z'];
    const now = (await api.get(`/on-call-schedules/${page.scheduleId}/members?at=2026-01-27T00:00:00Z`)).body;
    expect(now.currentMembers).toMatchObject([{ id: page.ann }]);
    expect(await cover()).toEqual({ opened: 1, withdrawn: 1 });
    expect(await summary()).toEqual([
      ['OPEN', ...hit],
      ['WITHDRAWN', ...HIT],
    ]);
    expect(await page.told()).toEqual(['ben@x.test: ann looks for somebody to take over on call']);
    expect(await cover()).toEqual({ opened: 0, withdrawn: 0 });
  });

  test('are opened once, by however many processes at once', async () => {
    await edit((shift) => ({ ...shift, startDate: '2025-12-29T09:00:00Z' }));
    const done = await Promise.all(Array.from({ length: 4 }, cover));
    expect(done.reduce((sum, { opened }) => sum + opened, 0)).toBe(1);
    expect(await requests()).toHaveLength(2);
  });

  test('are not opened again after their member withdrew one by hand', async () => {
    const [swap] = await requests();
    await api.del(`${page.swaps}/${swap.id}`);
    expect(await cover()).toEqual({ opened: 0, withdrawn: 0 });
    expect(await requests()).toHaveLength(1);
  });

  test('are opened again when the override of an accepted one is taken back', async () => {
    const override = await accept(page.ben);
    await api.del(`/on-call-schedules/${page.scheduleId}/overrides/${override}`);
    api.clock.move(1);
    expect(await cover()).toEqual({ opened: 1, withdrawn: 0 });
    expect((await summary())[0]).toEqual(['OPEN', ...HIT]);
  });

  test('are asked for again of one who accepted and takes time off as well', async () => {
    await accept(page.ben);
    const times = { start: '2026-01-20T00:00:00Z', end: '2026-01-21T00:00:00Z' };
    const { body } = await api.post(`/team/${page.ben}/time-off`, times);
    expect(body.swaps).toMatchObject([{ memberId: page.ben, start: '2026-01-20T00:00:00.000Z' }]);
    expect(await cover()).toEqual({ opened: 0, withdrawn: 0 });
  });

  test('are left alone once the time off is taken back', async () => {
    await api.del(`/team/${page.ann}/time-off/${timeOffId}`);
    expect(await cover()).toEqual({ opened: 0, withdrawn: 0 });
    expect(await summary()).toEqual([['WITHDRAWN', ...HIT]]);
  });
});

// Last: it moves the clock.
test('time off that runs, or is over, asks for nothing twice', async () => {
  api.clock.move(8 * DAY_MS);
  expect(await cover()).toEqual({ opened: 0, withdrawn: 0 });
  api.clock.move(30 * DAY_MS);
  expect(await cover()).toEqual({ opened: 0, withdrawn: 0 });
  expect(await summary()).toEqual([['EXPIRED', ...HIT]]);
});
