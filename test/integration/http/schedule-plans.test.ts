import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi, type Answer, type TestApi } from '../../support/api.ts';

const DAY_MS = 86_400_000;

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  pageId = await api.page();
  for (const name of ['ana', 'bo', 'cy', 'di']) await api.member(pageId, `${name}@shop.test`);
});
afterAll(() => api.close());

const iso = (afterMs = 0) => new Date(api.clock.now() + afterMs).toISOString();
const shift = (names: string[]) => ({
  members: names.map((name) => ({ workspaceMemberId: `${name}@shop.test` })),
  rotationType: 'DAILY',
  startDate: '2026-01-12T09:00:00.000Z',
});
/** Daily turns; the clock stands at noon of a day that is ana's among ana, bo and cy. */
async function create(names: string[]): Promise<Answer['body']> {
  return (await api.post('/on-call-schedules', { pageId, name: 'Primary', onCallShifts: [shift(names)] }))
    .body;
}
const members = (made: Answer['body'], names: string[]) => ({
  onCallShifts: [{ ...shift(names), id: made.onCallShifts[0].id }],
});
const edit = async (made: Answer['body'], change: object) =>
  expect((await api.put(`/on-call-schedules/${made.id}`, change)).status).toBe(200);

/** Who is on call at noon of today and the days after it. */
async function holders(made: Answer['body'], days: number): Promise<string[]> {
  const found: string[] = [];
  for (let day = 0; day < days; day += 1) {
    const { body } = await api.get(`/on-call-schedules/${made.id}/members?at=${iso(day * DAY_MS)}`);
    found.push(body.currentMembers.map(({ email }: { email: string }) => email.split('@')[0]).join());
  }
  return found;
}

test('an edit holds on behind a pause that is planned', async () => {
  const made = await create(['ana', 'bo', 'cy']);
  await edit(made, { status: 'PAUSED', effectiveFrom: iso(2 * DAY_MS) });
  await edit(made, { status: 'ACTIVE', effectiveFrom: iso(3 * DAY_MS) });
  await edit(made, { ...members(made, ['bo', 'cy']), handover: 'NOW' });
  expect(await holders(made, 6)).toEqual(['bo', 'cy', '', 'cy', 'bo', 'cy']);
});

test('a plan of members stays as it is, and goes on with the turns that an edit before it gives', async () => {
  const made = await create(['ana', 'bo', 'cy']);
  await edit(made, { ...members(made, ['ana', 'bo', 'cy', 'di']), effectiveFrom: iso(2 * DAY_MS) });
  expect(await holders(made, 5)).toEqual(['ana', 'bo', 'cy', 'di', 'ana']);
  await edit(made, members(made, ['bo', 'ana', 'cy']));
  expect(await holders(made, 5)).toEqual(['ana', 'cy', 'bo', 'cy', 'di']);
});

test('a plan that is taken back is taken from those behind it too', async () => {
  const made = await create(['ana', 'bo', 'cy']);
  await edit(made, { ...members(made, ['di']), effectiveFrom: iso(DAY_MS) });
  await edit(made, { status: 'PAUSED', effectiveFrom: iso(2 * DAY_MS) });
  await edit(made, { status: 'ACTIVE', effectiveFrom: iso(3 * DAY_MS) });
  expect(await holders(made, 5)).toEqual(['ana', 'bo', '', 'di', 'di']);
  const { versions } = (await api.get(`/on-call-schedules/${made.id}/versions`)).body;
  const { id } = versions.at(-1);
  expect((await api.del(`/on-call-schedules/${made.id}/versions/${id}`)).status).toBe(200);
  expect(await holders(made, 5)).toEqual(['ana', 'bo', '', 'ana', 'bo']);
});
