import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { API_START, openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
let ann: string;
let ben: string;
beforeAll(async () => {
  api = await openApi();
  pageId = await api.page();
  ann = (await api.member(pageId, 'ann@x.test')).id;
  ben = (await api.member(pageId, 'ben@x.test')).id;
});
afterAll(() => api.close());

const add = async (more: object = {}, ofShift: object = {}): Promise<string> => {
  const shift = {
    members: [{ workspaceMemberId: 'ann@x.test' }, { workspaceMemberId: 'ben@x.test' }],
    rotationType: 'WEEKLY',
    startDate: '2026-01-05T09:00:00.000Z',
    ...ofShift,
  };
  const made = await api.post('/on-call-schedules', {
    pageId,
    name: 'Primary',
    onCallShifts: [shift],
    ...more,
  });
  expect(made.status).toBe(200);
  // Schedules are listed by age.
  api.clock.move(1);
  return made.body.id;
};

describe('who is on call on a page', () => {
  test('is told for every schedule: until when, who is next, and from when', async () => {
    const page = await api.page('Told');
    const [cem, dan] = [await api.member(page, 'cem@x.test'), await api.member(page, 'dan@x.test')];
    const members = [{ workspaceMemberId: cem.id }, { workspaceMemberId: dan.id }];
    const berlin = await add({ pageId: page, name: 'B', timeZone: 'Europe/Berlin' }, { members });
    const paused = await add({ pageId: page, name: 'P', status: 'PAUSED' }, { members });
    const alone = await add({ pageId: page, name: 'A' }, { members: [members[0]] });

    const entry = ({ id, name, email }: typeof cem) => ({ id, name, email, phone: null, avatar: null });
    const reader = await api.as('read', page);
    const { status, body } = await reader.get(`/${page}/on-call?at=2026-03-25T00:00:00Z`);
    expect(status).toBe(200);
    // Ten o'clock in Berlin, before and after the clock change of 2026-03-29.
    expect(body).toEqual({
      at: '2026-03-25T00:00:00.000Z',
      schedules: [
        {
          id: berlin,
          name: 'B',
          timeZone: 'Europe/Berlin',
          status: 'ACTIVE',
          current: [{ ...entry(dan), until: '2026-03-30T08:00:00.000Z' }],
          next: [{ ...entry(cem), from: '2026-03-30T08:00:00.000Z' }],
        },
        { id: paused, name: 'P', timeZone: 'UTC', status: 'PAUSED', current: [], next: [] },
        {
          id: alone,
          name: 'A',
          timeZone: 'UTC',
          status: 'ACTIVE',
          current: [{ ...entry(cem), until: null }],
          next: [],
        },
      ],
    });
    const now = new Date(api.clock.now()).toISOString();
    expect((await api.get(`/${page}/on-call`)).body.at).toBe(now);
  });

  test('takes as many statements for many schedules as for one', async () => {
    const page = await api.page('Counted');
    const { id: cem } = await api.member(page, 'cem@x.test');
    const members = [{ workspaceMemberId: 'cem@x.test' }];
    const statements = async (url: string): Promise<number> => {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      expect((await api.get(url)).status).toBe(200);
      const count = query.mock.calls.length;
      query.mockRestore();
      return count;
    };
    const counts = async () => [
      await statements(`/${page}/on-call`),
      await statements(`/team/${cem}/on-call`),
    ];
    await add({ pageId: page }, { members });
    const ofOne = await counts();
    for (let i = 0; i < 12; i += 1) await add({ pageId: page }, { members });
    expect(await counts()).toEqual(ofOne);
    expect(Math.min(...ofOne)).toBeGreaterThan(1);
  });

  test('is nobody on a page without schedules, and unknown on one of another key', async () => {
    const page = await api.page('Empty');
    expect((await api.get(`/${page}/on-call`)).body.schedules).toEqual([]);
    const foreign = await api.as('admin', page);
    expect((await foreign.get(`/${pageId}/on-call`)).status).toBe(404);
    expect((await api.get('/page_none/on-call')).status).toBe(404);
    expect(pathsOf(await api.get(`/${page}/on-call?at=noon`))).toEqual(['at']);
  });
});

describe('when a member is on call', () => {
  test('is told over all schedules, overrides too, with the instants of the timelines', async () => {
    const first = await add({ name: 'First', timeZone: 'America/New_York' });
    const second = await add({ name: 'Second' }, { members: [{ workspaceMemberId: ben }] });
    const start = '2026-03-08T06:30:00.000Z';
    const end = '2026-03-08T08:00:00.000Z';
    const override = await api.post(`/on-call-schedules/${second}/overrides`, { memberId: ann, start, end });
    const window = 'from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z';
    const { status, body } = await api.get(`/team/${ann}/on-call?${window}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      memberId: ann,
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-04-01T00:00:00.000Z',
    });
    type Told = { start: string };
    const expected: object[] = [];
    for (const [scheduleId, scheduleName] of [
      [first, 'First'],
      [second, 'Second'],
    ]) {
      const timeline = await api.get(`/on-call-schedules/${scheduleId}/timeline?${window}`);
      for (const { memberId, ...stretch } of timeline.body.stretches) {
        if (memberId === ann) expected.push({ scheduleId, scheduleName, ...stretch });
      }
    }
    expect(body.stretches).toHaveLength(expected.length);
    expect(body.stretches).toEqual(expect.arrayContaining(expected));
    const starts = body.stretches.map((stretch: Told) => stretch.start);
    expect(starts).toEqual(starts.toSorted());
    expect(body.stretches).toContainEqual({
      scheduleId: second,
      scheduleName: 'Second',
      shiftId: null,
      overrideId: override.body.id,
      start,
      end,
    });
    // Nine in the morning of New York's standard time stays four in it, whatever the sun does.
    expect(starts).toContain('2026-03-02T09:00:00.000Z');
    expect(starts).toContain('2026-03-16T08:00:00.000Z');
  });

  test('is told for the next 28 days when nothing else is asked', async () => {
    const { body } = await api.get(`/team/${ann}/on-call`);
    const now = api.clock.now();
    expect(now).toBeGreaterThanOrEqual(API_START);
    expect([body.from, body.to]).toEqual(
      [now, now + 28 * 86_400_000].map((at) => new Date(at).toISOString()),
    );
  });

  test.each([
    ['from=soon', 'from'],
    ['to=late', 'to'],
    ['from=2026-02-01&to=2026-02-01', 'to'],
    ['from=2026-01-01T00:00:00Z&to=2027-01-02T00:00:00.001Z', 'to'],
  ])('refuses %s, naming its field', async (query, path) => {
    const answer = await api.get(`/team/${ann}/on-call?${query}`);
    expect([answer.status, pathsOf(answer)]).toEqual([400, [path]]);
  });

  test('is told for 366 days at most', async () => {
    const query = 'from=2026-01-01T00:00:00Z&to=2027-01-02T00:00:00Z';
    expect((await api.get(`/team/${ann}/on-call?${query}`)).status).toBe(200);
  });

  test('is as unknown for a member of another page as for none', async () => {
    const foreign = await api.as('admin', await api.page('Elsewhere'));
    const unknown = await foreign.get('/team/mbr_none/on-call');
    expect(unknown.status).toBe(404);
    expect(await foreign.get(`/team/${ann}/on-call`)).toEqual(unknown);
  });
});
