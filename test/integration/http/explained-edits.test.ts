import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi, type TestApi } from '../../support/api.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  pageId = await api.page();
  for (const name of ['ana', 'bo', 'cy']) await api.member(pageId, `${name}@shop.test`);
});
afterAll(() => api.close());

const iso = (afterMs = 0) => new Date(api.clock.now() + afterMs).toISOString();
const shiftOf = (names: string[], more: object) => ({
  members: names.map((name) => ({ workspaceMemberId: `${name}@shop.test` })),
  startDate: '2026-01-12T09:00:00.000Z',
  ...more,
});

test.each([
  ['a day', { rotationType: 'DAILY' }, HOUR_MS],
  [
    'twenty weeks',
    { rotationType: 'CUSTOM', customRotationTypeValue: 20, customRotationTypeUnit: 'WEEKS' },
    60 * DAY_MS,
  ],
])('a turn of %s that an edit gave to somebody is theirs since then', async (_length, rotation, laterMs) => {
  const { body } = await api.post('/on-call-schedules', {
    pageId,
    name: 'Primary',
    onCallShifts: [shiftOf(['ana', 'bo', 'cy'], rotation)],
  });
  const url = `/on-call-schedules/${body.id}`;
  const { explain, currentMembers } = (await api.get(`${url}/members`)).body;
  const editedAt = iso();
  const names = ['ana', 'bo', 'cy'].filter((name) => currentMembers[0].email !== `${name}@shop.test`);
  const onCallShifts = [{ ...shiftOf(names, rotation), id: body.onCallShifts[0].id }];
  expect((await api.put(url, { onCallShifts, handover: 'NOW' })).status).toBe(200);
  const later = iso(laterMs);
  const after = (await api.get(`${url}/members?at=${later}`)).body.explain[0];
  expect(after).toMatchObject({ turn: explain[0].turn, handoffBefore: editedAt });
  expect(after.memberId).not.toBe(explain[0].memberId);
});

test('the first instant there is can be asked about', async () => {
  const { body } = await api.post('/on-call-schedules', {
    pageId,
    name: 'Old',
    onCallShifts: [
      { ...shiftOf(['ana'], { rotationType: 'WEEKLY' }), startDate: '0001-01-01T00:00:00.000Z' },
    ],
  });
  const { status } = await api.get(`/on-call-schedules/${body.id}/members?at=0001-01-01T00:00:00.000Z`);
  expect(status).toBe(200);
});
