import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathsOf, type TestApi } from '../../support/api.ts';
import { addSchedule, openSwaps, type SwapPage } from '../../support/swaps.ts';

let api: TestApi;
let newPage: (shift?: object) => Promise<SwapPage>;
beforeAll(async () => {
  ({ api, newPage } = await openSwaps());
});
afterAll(() => api.close());

const start = '2026-01-20T00:00:00.000Z';
const end = '2026-02-05T00:00:00.000Z';
const DAILY = { rotationType: 'DAILY' };
const WORKING_HOURS = {
  members: [{ workspaceMemberId: 'ann@x.test' }],
  restrictionType: 'TIMEOFDAY',
  timeOfDayRestrictionStartTime: '1970-01-01T09:00:00Z',
  timeOfDayRestrictionEndTime: '1970-01-01T17:00:00Z',
};

const timeOffOf = (memberId: string) => `/team/${memberId}/time-off`;
const add = (memberId: string, more: object = {}) => api.post(timeOffOf(memberId), { start, end, ...more });
const byNumber = (a: number, b: number) => a - b;
const shown = (swaps: { start: string; end: string }[]) => swaps.map((swap) => [swap.start, swap.end]);

describe('time off', () => {
  test('opens a request to everybody for each stretch that it hits, cut to it, and removes nobody', async () => {
    const page = await newPage();
    const { status, body } = await add(page.ann, { note: 'Skiing' });
    expect(status).toBe(200);
    expect(body.timeOff).toMatchObject({ memberId: page.ann, start, end, note: 'Skiing' });
    expect(shown(body.swaps)).toEqual([
      [start, '2026-01-26T09:00:00.000Z'],
      ['2026-02-02T09:00:00.000Z', end],
    ]);
    for (const swap of body.swaps) {
      expect(swap).toMatchObject({
        scheduleId: page.scheduleId,
        memberId: page.ann,
        toMemberId: null,
        note: 'Skiing',
        status: 'OPEN',
        timeOffId: body.timeOff.id,
      });
    }
    expect((await api.get(page.swaps)).body.swaps).toEqual(body.swaps.toReversed());
    expect(await page.onCallAt('2026-01-21T00:00:00Z')).toEqual(['ann@x.test']);
    // Once, however many stretches there are.
    expect(await page.told()).toEqual(['ben@x.test: ann looks for somebody to take over on call']);

    const [first] = body.swaps;
    expect((await api.post(`${page.swaps}/${first.id}/accept`, { memberId: page.ben })).status).toBe(200);
    expect(await page.onCallAt('2026-01-21T00:00:00Z')).toEqual(['ben@x.test']);
    expect(await page.onCallAt('2026-02-03T00:00:00Z')).toEqual(['ann@x.test']);
  });

  test('asks on every schedule of the page, and joins stretches of one that touch', async () => {
    const page = await newPage(WORKING_HOURS);
    const evenings = {
      ...WORKING_HOURS,
      timeOfDayRestrictionStartTime: '1970-01-01T17:00:00Z',
      timeOfDayRestrictionEndTime: '1970-01-01T20:00:00Z',
    };
    const other = await addSchedule(api, page.pageId, evenings);
    const { onCallShifts } = (await api.get(`/on-call-schedules/${other}`)).body;
    const both = [
      ...onCallShifts,
      { ...WORKING_HOURS, rotationType: 'DAILY', startDate: '2026-01-05T00:00:00Z' },
    ];
    await api.put(`/on-call-schedules/${other}`, { onCallShifts: both });
    const { body } = await add(page.ann, { end: '2026-01-21T00:00:00Z' });
    const of = (id: string) =>
      shown(body.swaps.filter((swap: { scheduleId: string }) => swap.scheduleId === id));
    expect(of(page.scheduleId)).toEqual([['2026-01-20T09:00:00.000Z', '2026-01-20T17:00:00.000Z']]);
    expect(of(other)).toEqual([['2026-01-20T09:00:00.000Z', '2026-01-20T20:00:00.000Z']]);
  });

  test('that has begun asks for what is still to come', async () => {
    const page = await newPage();
    const { body } = await add(page.ben, { start: '2026-01-14T00:00:00Z', end: '2026-01-16T00:00:00Z' });
    expect(shown(body.swaps)).toEqual([
      [new Date(api.clock.now()).toISOString(), '2026-01-16T00:00:00.000Z'],
    ]);
  });

  test('that hits nothing asks for nothing', async () => {
    const page = await newPage();
    expect((await add(page.cem)).body.swaps).toEqual([]);
  });

  test('does not ask for what its member asked everybody for already', async () => {
    const page = await newPage();
    const asked = { memberId: page.ann, start, end: '2026-01-26T09:00:00Z' };
    expect((await api.post(page.swaps, asked)).status).toBe(200);
    expect(shown((await add(page.ann)).body.swaps)).toEqual([['2026-02-02T09:00:00.000Z', end]]);
  });

  test('may not hit more than a hundred stretches, and is not stored then', async () => {
    const page = await newPage(DAILY);
    const refused = await add(page.ann, { end: '2026-08-20T00:00:00Z' });
    expect(refused.status).toBe(400);
    expect(pathsOf(refused)).toEqual(['end']);
    expect(refused.body.error.message).toContain('hits 107 stretches on call; at most 100');
    expect((await api.get(timeOffOf(page.ann))).body.total).toBe(0);
    expect((await api.get(page.swaps)).body.total).toBe(0);
    expect(await page.told()).toEqual([]);
    expect((await add(page.ann, { end: '2026-08-07T00:00:00Z' })).body.swaps).toHaveLength(100);
  });

  test('of one member does not overlap, even when it is sent many times at once', async () => {
    const page = await newPage();
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(page.ann)));
    expect(answers.map(({ status }) => status).sort(byNumber)).toEqual([200, ...Array(7).fill(409)]);
    expect((await api.get(page.swaps)).body.total).toBe(2);
    expect((await add(page.ann, { start: '2026-02-04T00:00:00Z', end: '2026-02-06T00:00:00Z' })).status).toBe(
      409,
    );
    expect((await add(page.ann, { start: end, end: '2026-02-06T00:00:00Z' })).status).toBe(200);
    expect((await add(page.ben)).status).toBe(200);
  });

  test('is listed in order of start', async () => {
    const page = await newPage();
    const later = (await add(page.ann, { start: end, end: '2026-02-06T00:00:00Z' })).body.timeOff;
    const first = (await add(page.ann)).body.timeOff;
    const { body } = await api.get(timeOffOf(page.ann));
    expect(body).toEqual({ timeOff: [first, later], total: 2, page: 1, totalPages: 1, limit: 100 });
    expect((await api.get(`${timeOffOf(page.ann)}?limit=1&page=2`)).body.timeOff).toEqual([later]);
  });

  test('taken back withdraws what is open and keeps what was accepted', async () => {
    const page = await newPage();
    const { timeOff, swaps } = (await add(page.ann)).body;
    await api.post(`${page.swaps}/${swaps[0].id}/accept`, { memberId: page.cem });
    const gone = await api.del(`${timeOffOf(page.ann)}/${timeOff.id}`);
    expect(gone.body.message).toBe(
      'Time off deleted successfully. Open requests withdrawn: 1; accepted ones stay: 1.',
    );
    const left = (await api.get(page.swaps)).body.swaps;
    expect(left.map((swap: { status: string }) => swap.status)).toEqual(['WITHDRAWN', 'ACCEPTED']);
    expect(await page.onCallAt('2026-01-21T00:00:00Z')).toEqual(['cem@x.test']);
    expect((await api.get(timeOffOf(page.ann))).body.total).toBe(0);
    expect((await api.del(`${timeOffOf(page.ann)}/${timeOff.id}`)).status).toBe(404);
  });

  test('goes with its member', async () => {
    const page = await newPage();
    await add(page.ann);
    expect((await api.del(`/v1/${page.pageId}/team/${page.ann}?replaceWith=${page.cem}`)).status).toBe(200);
    expect((await api.get(page.swaps)).body.total).toBe(0);
    expect((await api.get(timeOffOf(page.ann))).status).toBe(404);
  });

  test('does not exist for the key of another page, nor for another member', async () => {
    const page = await newPage();
    const { id } = (await add(page.ann)).body.timeOff;
    const stranger = await api.as('admin', await api.page('Other'));
    expect((await stranger.get(timeOffOf(page.ann))).status).toBe(404);
    expect((await stranger.post(timeOffOf(page.ann), { start, end })).status).toBe(404);
    expect((await stranger.del(`${timeOffOf(page.ann)}/${id}`)).status).toBe(404);
    expect((await api.del(`${timeOffOf(page.ben)}/${id}`)).status).toBe(404);
    expect((await api.post(timeOffOf('mbr_x'), { start, end })).status).toBe(404);
    const reader = await api.as('read', page.pageId);
    expect((await reader.post(timeOffOf(page.ben), { start, end })).status).toBe(403);
  });

  test.each([
    ['no times', { start: undefined, end: undefined }, ['start', 'end']],
    ['an end at the start', { end: start }, ['end']],
    ['an end that is over', { start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' }, ['end']],
    ['more than 366 days', { end: '2027-01-21T00:00:00.001Z' }, ['end']],
    ['a start over a year ahead', { start: '2027-01-20T00:00:00Z', end: '2027-01-21T00:00:00Z' }, ['start']],
    ['a time without a zone', { start: '2026-01-20T00:00:00' }, ['start']],
  ])('is refused with %s, naming its path', async (_what, wrong, paths) => {
    const page = await newPage();
    const refused = await add(page.ann, wrong);
    expect(refused.status).toBe(400);
    expect(pathsOf(refused)).toEqual(paths);
  });
});
