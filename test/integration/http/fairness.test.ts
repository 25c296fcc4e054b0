import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plusMs } from '../../../src/core/time/instant.ts';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

const DAY = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());

const shift = (members: readonly string[], more: object = {}) => ({
  members: members.map((workspaceMemberId) => ({ workspaceMemberId })),
  rotationType: 'DAILY',
  startDate: '2025-12-01T00:00:00.000Z',
  ...more,
});
const schedule = async (pageId: string, shifts: readonly object[], more: object = {}): Promise<string> => {
  const made = await api.post('/on-call-schedules', { pageId, name: 'S', onCallShifts: shifts, ...more });
  expect(made.status).toBe(200);
  return made.body.id;
};
const change = async (pageId: string, email: string, fields: object) =>
  expect((await api.put(`/v1/${pageId}/team/${email}`, fields)).status).toBe(200);

describe('the fairness of a page', () => {
  test('is told of everybody who was on call or is named by a schedule, most hours first', async () => {
    const pageId = await api.page();
    const ann = await api.member(pageId, 'ann@x.test');
    const ben = await api.member(pageId, 'ben@x.test');
    const cem = await api.member(pageId, 'cem@x.test');
    await api.member(pageId, 'dan@x.test');
    await change(pageId, 'ann@x.test', { timeZone: 'Europe/Berlin', country: 'DE-BY' });
    const first = await schedule(pageId, [shift(['ann@x.test', 'ben@x.test'])]);
    // Ann once more through the same days, and Cem on nothing but paper.
    await schedule(pageId, [shift(['ann@x.test'], { endDate: '2026-01-04T12:00:00.000Z' })]);
    await schedule(pageId, [shift(['cem@x.test'])], { status: 'PAUSED' });
    // Even days of January are Ann's, but for the 8th.
    await api.post(`/on-call-schedules/${first}/overrides`, {
      memberId: ben.id,
      replacesMemberId: ann.id,
      start: '2026-01-08T00:00:00.000Z',
      end: '2026-01-09T00:00:00.000Z',
    });

    const reader = await api.as('read', pageId);
    const { status, body } = await reader.get(`/${pageId}/on-call/fairness?from=2026-01-03&to=2026-01-09`);
    expect(status).toBe(200);
    const who = ({ id, email, name }: typeof ann) => ({ memberId: id, email, name });
    expect(body).toEqual({
      from: '2026-01-03T00:00:00.000Z',
      to: '2026-01-09T00:00:00.000Z',
      members: [
        {
          ...who(ben),
          timeZone: 'UTC',
          country: null,
          hours: 96,
          share: 57.14,
          stretches: 3,
          nightHours: 32,
          weekendHours: 24,
          holidayHours: null,
          pagesReceived: 0,
        },
        {
          ...who(ann),
          timeZone: 'Europe/Berlin',
          country: 'DE-BY',
          // The 3rd and 4th, where the two schedules overlap through half a day, then the 6th.
          hours: 72,
          share: 42.86,
          stretches: 2,
          nightHours: 24,
          weekendHours: 47,
          // Epiphany, from an hour before midnight on.
          holidayHours: 23,
          pagesReceived: 0,
        },
        {
          ...who(cem),
          timeZone: 'UTC',
          country: null,
          hours: 0,
          share: 0,
          stretches: 0,
          nightHours: 0,
          weekendHours: 0,
          holidayHours: null,
          pagesReceived: 0,
        },
      ],
      totals: expect.objectContaining({ hours: 168, holidayHours: 23, nightHours: 56, pagesReceived: 0 }),
    });
  });

  test('counts a page once a firing, whatever channels took it, and none that was not sent', async () => {
    const pageId = await api.page();
    const ann = await api.member(pageId, 'ann@x.test');
    await api.member(pageId, 'ben@x.test');
    await schedule(pageId, [shift(['ann@x.test']), shift(['ben@x.test'])]);
    const rule = (delayInMins: number) => ({
      delayInMins,
      actions: [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: ann.id }],
    });
    await api.post('/escalation-policies', { pageId, name: 'P', rules: [rule(0), rule(5)] });
    await api.put(`/v1/${pageId}/team/${ann.id}`, {
      notificationRules: [
        { channel: 'EMAIL', delayInMins: 0 },
        { channel: 'EMAIL', delayInMins: 1 },
      ],
    });
    const from = api.clock.now();
    for (const name of ['Down', 'Down again']) {
      await api.post(`/v1/${pageId}/incidents`, { name, status: 'INVESTIGATING' });
    }
    expect(await pagesOf(pageId, from)).toEqual([0, 0]);
    api.clock.move(2 * 60_000);
    // About each of two incidents two messages to Ann, and one to Ben, who is on call as well.
    expect(await sendEverything()).toBe(6);
    expect(await pagesOf(pageId, from)).toEqual([2, 2]);
    expect(await pagesOf(pageId, plusMs(from, 60 * 60_000))).toEqual([0, 0]);
  });

  test('is told of the last 28 days, and of 366 at most', async () => {
    const pageId = await api.page();
    const { body } = await api.get(`/${pageId}/on-call/fairness`);
    const now = api.clock.now();
    expect([body.from, body.to]).toEqual([iso(now - 28 * DAY), iso(now)]);
    expect([body.members, body.totals.hours]).toEqual([[], 0]);
    const year = 'from=2025-01-01&to=2026-01-02';
    expect((await api.get(`/${pageId}/on-call/fairness?${year}`)).status).toBe(200);
  });

  test.each([
    ['from=soon', 'from'],
    ['to=late', 'to'],
    ['from=2026-02-01&to=2026-02-01', 'to'],
    ['from=2025-01-01&to=2026-01-02T00:00:01Z', 'to'],
    ['from=2027-01-01', 'to'],
  ])('refuses %s, naming its field', async (query, path) => {
    const pageId = await api.page();
    for (const form of ['fairness', 'fairness.csv']) {
      const answer = await api.get(`/${pageId}/on-call/${form}?${query}`);
      expect([answer.status, pathsOf(answer)]).toEqual([400, [path]]);
    }
  });

  test('tells of a member who was deleted by the name they had', async () => {
    const pageId = await api.page();
    await api.member(pageId, 'ann@x.test');
    const ben = await api.member(pageId, 'ben@x.test');
    await schedule(pageId, [shift(['ann@x.test', 'ben@x.test'])]);
    const until = iso(api.clock.now());
    api.clock.move(30 * DAY);
    expect((await api.del(`/v1/${pageId}/team/ben@x.test?replaceWith=ann@x.test`)).status).toBe(200);
    const { body } = await api.get(`/${pageId}/on-call/fairness?from=2026-01-01&to=${until}`);
    const told = body.members.find(({ memberId }: { memberId: string }) => memberId === ben.id);
    expect(told).toMatchObject({ name: 'ben', email: 'ben@x.test', timeZone: null, nightHours: null });
    expect(told.hours).toBeGreaterThan(150);
  });

  test('is unknown for a page of another key', async () => {
    const pageId = await api.page();
    const foreign = await api.as('admin', await api.page());
    expect((await foreign.get(`/${pageId}/on-call/fairness`)).status).toBe(404);
    expect((await foreign.get(`/${pageId}/on-call/fairness.csv`)).status).toBe(404);
  });
});

test('the table has a header, a row a member, and nothing that a spreadsheet runs', async () => {
  const pageId = await api.page();
  const ids: string[] = [];
  for (const name of ['=1+1', '+49', '-x', '@sum', 'A "quoted", name']) {
    const { id } = await api.member(pageId, `m${ids.length}@x.test`);
    await change(pageId, id, { name });
    ids.push(id);
  }
  await schedule(pageId, [shift(ids)]);
  const key = await adminKey(pageId);
  const answer = await api.inject({
    method: 'GET',
    url: `/${pageId}/on-call/fairness.csv?from=2026-01-01&to=2026-01-06`,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe(
    'attachment; filename="on-call-fairness-2026-01-01-2026-01-06.csv"',
  );
  const [header, ...rows] = answer.body.split('\r\n');
  expect(header).toBe(
    'memberId,name,email,timeZone,country,hours,share,stretches,nightHours,weekendHours,holidayHours,pagesReceived',
  );
  // As many as members, and the end of the last line.
  expect(rows).toHaveLength(6);
  expect(rows.at(-1)).toBe('');
  const hours = 'UTC,,24,20,1,8';
  const rest = rows.slice(0, -1).map((row) =>
    row
      .slice(row.indexOf(',') + 1)
      .split(',')
      .slice(0, -3)
      .join(','),
  );
  expect(rest).toEqual([
    `'+49,m1@x.test,${hours}`,
    `'-x,m2@x.test,${hours}`,
    `'=1+1,m0@x.test,${hours}`,
    `'@sum,m3@x.test,${hours}`,
    `"A ""quoted"", name",m4@x.test,${hours}`,
  ]);
});

describe('the country of a member', () => {
  test.each(['XX', 'DE-XX', 'US-LA-XX', 'de', 'Germany'])(
    'is refused where nobody knows %s',
    async (country) => {
      const pageId = await api.page();
      await api.member(pageId, 'ann@x.test');
      const change = await api.put(`/v1/${pageId}/team/ann@x.test`, { country });
      expect([change.status, pathsOf(change)]).toEqual([400, ['country']]);
      const added = await api.post(`/v1/${pageId}/team`, {
        email: 'b@x.test',
        permission: 'MEMBER',
        country,
      });
      expect([added.status, pathsOf(added)]).toEqual([400, ['country']]);
    },
  );

  test.each(['DE', 'DE-BY', 'DE-BY-KATH', 'US-CA', null])('may be %s', async (country) => {
    const pageId = await api.page();
    await api.member(pageId, 'ann@x.test');
    const { status, body } = await api.put(`/v1/${pageId}/team/ann@x.test`, { country });
    expect([status, body.country]).toEqual([200, country]);
  });
});

async function adminKey(pageId: string): Promise<string> {
  const { body } = await api.post('/api-keys', { name: 'k', scope: 'read', pageId });
  return body.key;
}

/** The pages of ann and ben since `from`. */
async function pagesOf(pageId: string, from: number): Promise<number[]> {
  const { body } = await api.get(`/${pageId}/on-call/fairness?from=${from}&to=${from + DAY}`);
  const members = body.members as { email: string; pagesReceived: number }[];
  expect(body.totals.pagesReceived).toBe(members.reduce((sum, member) => sum + member.pagesReceived, 0));
  return members.toSorted((a, b) => (a.email < b.email ? -1 : 1)).map((member) => member.pagesReceived);
}

/** Sends what is due by e-mail; answers how many that were. */
async function sendEverything(): Promise<number> {
  const now = api.clock.now();
  const claimed = await api.store.notifications.claim({
    channel: 'EMAIL',
    now,
    leaseUntil: plusMs(now, 60_000),
    leaseToken: 'lease',
    limit: 100,
  });
  for (const one of claimed) {
    const sent = { externalId: null, isRepeat: false, bundleId: null };
    await api.store.notifications.markSent(one, sent, now);
  }
  return claimed.length;
}
