import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
let ann: string;
beforeAll(async () => {
  api = await openApi();
  pageId = await api.page();
  ann = (await api.member(pageId, 'ann@x.test')).id;
  await api.member(pageId, 'ben@x.test');
});
afterAll(() => api.close());

const shift = (more: object = {}) => ({
  members: [{ workspaceMemberId: ann, color: '#ff0000' }, { workspaceMemberId: 'BEN@x.test' }],
  rotationType: 'WEEKLY',
  startDate: '2026-01-05T09:00:00.000Z',
  ...more,
});
const schedule = (more: object = {}, ofShift: object = {}) => ({
  pageId,
  name: 'Primary',
  onCallShifts: [shift(ofShift)],
  ...more,
});
const NIGHT = '1970-01-01T21:00:00.000Z';
const MORNING = '1970-01-01T07:30:00.000Z';

describe('on-call schedules', () => {
  test('answer bare, members with their user, times as written', async () => {
    const created = await api.post('/on-call-schedules', {
      ...schedule({ timeZone: 'Europe/Berlin' }),
      onCallShifts: [
        shift({
          restrictionType: 'TIMEOFDAY',
          timeOfDayRestrictionStartTime: '2024-06-01T21:00:00+05:00',
          timeOfDayRestrictionEndTime: MORNING,
        }),
        shift({
          name: 'Weekend',
          rotationType: 'CUSTOM',
          customRotationTypeValue: 12,
          customRotationTypeUnit: 'HOURS',
          endDate: '2027-01-05T09:00:00+01:00',
          restrictionType: 'TIMEINTERVALS',
          timeIntervals: [{ startDay: 'FRIDAY', startDayTime: NIGHT, endDay: 'MONDAY', endDayTime: MORNING }],
        }),
      ],
    });
    expect(created.status).toBe(200);
    const made = created.body;
    expect(made).toMatchObject({
      pageId,
      siteId: pageId,
      name: 'Primary',
      description: '',
      status: 'ACTIVE',
    });
    const [night, weekend] = made.onCallShifts;
    expect(night).toMatchObject({
      name: 'Shift 1',
      order: 1,
      rotationType: 'WEEKLY',
      customRotationTypeValue: null,
      startDate: '2026-01-05T09:00:00.000Z',
      endDate: null,
      timeOfDayRestrictionStartTime: NIGHT,
      timeOfDayRestrictionEndTime: MORNING,
      timeIntervals: [],
    });
    expect(night.members).toMatchObject([
      {
        order: 1,
        color: '#ff0000',
        workspaceMember: { id: ann, user: { id: ann, name: 'ann', email: 'ann@x.test', avatar: null } },
      },
      { order: 2, workspaceMember: { user: { email: 'ben@x.test' } } },
    ]);
    expect(weekend).toMatchObject({
      name: 'Weekend',
      endDate: '2027-01-05T08:00:00.000Z',
      timeIntervals: [{ startDay: 'FRIDAY', startDayTime: NIGHT, endDay: 'MONDAY', endDayTime: MORNING }],
    });
    expect((await api.get(`/on-call-schedules/${made.id}`)).body).toEqual(made);
    const list = await api.get(`/${pageId}/on-call-schedules?limit=1000`);
    expect(list.body.onCallSchedules).toContainEqual(made);
    expect(list.body).toMatchObject({ page: 1, limit: 1000, totalPages: 1 });
  });

  test('sent back as they were answered stay as they are, ids and all', async () => {
    const made = (await api.post('/on-call-schedules', schedule())).body;
    api.clock.move(1_000);
    const same = await api.put(`/on-call-schedules/${made.id}`, made);
    expect(same.body).toEqual({ ...made, updatedAt: same.body.updatedAt });

    const renamed = await api.put(`/on-call-schedules/${made.id}`, { name: 'Other', status: 'PAUSED' });
    expect(renamed.body).toMatchObject({ name: 'Other', status: 'PAUSED', onCallShifts: made.onCallShifts });

    const [only] = made.onCallShifts;
    const swapped = { ...only, members: only.members.toReversed() };
    const changed = await api.put(`/on-call-schedules/${made.id}`, { onCallShifts: [shift(), swapped] });
    const [added, kept] = changed.body.onCallShifts;
    expect(added.id).not.toBe(only.id);
    expect(kept).toMatchObject({ id: only.id, order: 2 });
    expect(kept.members.map((m: { id: string }) => m.id)).toEqual(
      swapped.members.map((m: { id: string }) => m.id),
    );
    expect(kept.members[0].order).toBe(1);
  });

  test.each([
    ['no name', { name: undefined }, {}, 'name'],
    ['no shifts', { onCallShifts: undefined }, {}, 'onCallShifts'],
    ['empty shifts', { onCallShifts: [] }, {}, 'onCallShifts'],
    ['an unknown status', { status: 'OFF' }, {}, 'status'],
    ['an unknown zone', { timeZone: 'Europe/Nowhere' }, {}, 'timeZone'],
    ['a bare offset as zone', { timeZone: '+02:00' }, {}, 'timeZone'],
    ['no members', {}, { members: undefined }, 'onCallShifts[0].members'],
    ['empty members', {}, { members: [] }, 'onCallShifts[0].members'],
    [
      'a member without a name',
      {},
      { members: [{ color: 'red' }] },
      'onCallShifts[0].members[0].workspaceMemberId',
    ],
    [
      'an unknown member',
      {},
      { members: [{ workspaceMemberId: 'x@x.test' }] },
      'onCallShifts[0].members[0].workspaceMemberId',
    ],
    ['no rotation', {}, { rotationType: undefined }, 'onCallShifts[0].rotationType'],
    ['an unknown rotation', {}, { rotationType: 'MONTHLY' }, 'onCallShifts[0].rotationType'],
    ['no start', {}, { startDate: undefined }, 'onCallShifts[0].startDate'],
    ['a start that is no time', {}, { startDate: 'soon' }, 'onCallShifts[0].startDate'],
    ['an end at the start', {}, { endDate: '2026-01-05T09:00:00.000Z' }, 'onCallShifts[0].endDate'],
    [
      'CUSTOM without value',
      {},
      { rotationType: 'CUSTOM', customRotationTypeUnit: 'DAYS' },
      'onCallShifts[0].customRotationTypeValue',
    ],
    [
      'CUSTOM without unit',
      {},
      { rotationType: 'CUSTOM', customRotationTypeValue: 2 },
      'onCallShifts[0].customRotationTypeUnit',
    ],
    ['a CUSTOM value of none', {}, { customRotationTypeValue: 0 }, 'onCallShifts[0].customRotationTypeValue'],
    [
      'a CUSTOM value over 1000',
      {},
      { customRotationTypeValue: 1001 },
      'onCallShifts[0].customRotationTypeValue',
    ],
    [
      'TIMEOFDAY without start',
      {},
      { restrictionType: 'TIMEOFDAY', timeOfDayRestrictionEndTime: NIGHT },
      'onCallShifts[0].timeOfDayRestrictionStartTime',
    ],
    [
      'TIMEOFDAY without end',
      {},
      { restrictionType: 'TIMEOFDAY', timeOfDayRestrictionStartTime: NIGHT },
      'onCallShifts[0].timeOfDayRestrictionEndTime',
    ],
    [
      'a clock time that is none',
      {},
      { timeOfDayRestrictionStartTime: '25:00' },
      'onCallShifts[0].timeOfDayRestrictionStartTime',
    ],
    ['TIMEINTERVALS without any', {}, { restrictionType: 'TIMEINTERVALS' }, 'onCallShifts[0].timeIntervals'],
    [
      'an unknown day',
      {},
      { timeIntervals: [{ startDay: 'CATURDAY', startDayTime: NIGHT, endDay: 'MONDAY', endDayTime: NIGHT }] },
      'onCallShifts[0].timeIntervals[0].startDay',
    ],
  ])('refuse %s, naming its path', async (_what, more, ofShift, path) => {
    const answer = await api.post('/on-call-schedules', { ...schedule({}, ofShift), ...more, pageId });
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual([path]);
  });

  test('say who is on call at an instant, who is next, and why', async () => {
    const { id } = (await api.post('/on-call-schedules', schedule())).body;
    const at = (when: string) => api.get(`/on-call-schedules/${id}/members?at=${when}`);
    const { body } = await at('2026-01-13T00:00:00.000Z');
    const ben = { name: 'ben', email: 'ben@x.test', phone: null, avatar: null };
    expect(body.currentMembers).toMatchObject([ben]);
    expect(body.nextMembers).toMatchObject([{ id: ann }]);
    expect(body.allMembers).toMatchObject([{ id: ann }, ben]);
    expect(body.explain).toMatchObject([
      { turn: 1, handoffBefore: '2026-01-12T09:00:00.000Z', handoffAfter: '2026-01-19T09:00:00.000Z' },
    ]);
    expect(body.explain[0].sentence).toContain('ben');
    expect((await at('2026-01-12T08:59:59.999Z')).body.currentMembers).toMatchObject([{ id: ann }]);
    expect((await at(String(Date.UTC(2026, 0, 12, 9)))).body.currentMembers).toMatchObject([ben]);
    expect((await api.get(`/on-call-schedules/${id}/members`)).body.currentMembers).toMatchObject([ben]);
    expect(pathsOf(await at('noon'))).toEqual(['at']);
  });

  test('let overrides stand in, list them, and take them back', async () => {
    const { id } = (await api.post('/on-call-schedules', schedule())).body;
    const path = `/on-call-schedules/${id}`;
    const start = '2026-01-13T10:00:00.000Z';
    const end = '2026-01-13T14:00:00.000Z';
    const made = await api.post(`${path}/overrides`, { memberId: 'ann@x.test', start, end });
    expect(made.body).toMatchObject({ memberId: ann, replacesMemberId: null, start, end });
    const members = await api.get(`${path}/members?at=${start}`);
    expect(members.body.currentMembers).toMatchObject([{ id: ann }]);
    expect(members.body.explain[0].overrideId).toBe(made.body.id);

    const window = 'from=2026-01-13&to=2026-01-14';
    const timeline = await api.get(`${path}/timeline?${window}`);
    expect(timeline.body).toMatchObject({
      from: '2026-01-13T00:00:00.000Z',
      to: '2026-01-14T00:00:00.000Z',
      gaps: [],
    });
    expect(
      timeline.body.stretches.map((s: { start: string; overrideId: string }) => [s.start, s.overrideId]),
    ).toEqual([
      ['2026-01-13T00:00:00.000Z', null],
      [start, made.body.id],
      [end, null],
    ]);

    expect((await api.get(`${path}/overrides`)).body).toMatchObject({ overrides: [made.body], total: 1 });
    expect((await api.del(`${path}/overrides/${made.body.id}`)).status).toBe(200);
    expect((await api.del(`${path}/overrides/${made.body.id}`)).status).toBe(404);
    expect((await api.get(`${path}/timeline?${window}`)).body.stretches).toHaveLength(1);
  });

  test.each([
    ['no member', { memberId: undefined }, ['memberId']],
    ['unknown members', { memberId: 'x', replacesMemberId: 'y' }, ['memberId', 'replacesMemberId']],
    ['an end before the start', { end: '2026-01-13T09:00:00Z' }, ['end']],
    ['a time without a zone', { start: '2026-01-13T09:00:00' }, ['start']],
  ])('refuse an override with %s', async (_what, wrong, paths) => {
    const { id } = (await api.post('/on-call-schedules', schedule())).body;
    const good = { memberId: ann, start: '2026-01-13T10:00:00Z', end: '2026-01-13T11:00:00Z' };
    const answer = await api.post(`/on-call-schedules/${id}/overrides`, { ...good, ...wrong });
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual(paths);
  });

  test('show gaps in the timeline, and refuse a window over 366 days or one that ends before it starts', async () => {
    const restriction = {
      restrictionType: 'TIMEOFDAY',
      timeOfDayRestrictionStartTime: MORNING,
      timeOfDayRestrictionEndTime: NIGHT,
    };
    const { id } = (await api.post('/on-call-schedules', schedule({}, restriction))).body;
    const timeline = (query: string) => api.get(`/on-call-schedules/${id}/timeline?${query}`);
    expect((await timeline('from=2026-01-13&to=2026-01-14')).body.gaps).toEqual([
      { start: '2026-01-13T00:00:00.000Z', end: '2026-01-13T07:30:00.000Z' },
      { start: '2026-01-13T21:00:00.000Z', end: '2026-01-14T00:00:00.000Z' },
    ]);
    expect((await timeline('from=2026-01-01&to=2027-01-02')).status).toBe(200);
    expect(pathsOf(await timeline('from=2026-01-01&to=2027-01-02T00:00:00.001Z'))).toEqual(['to']);
    expect(pathsOf(await timeline('from=2026-01-02&to=2026-01-02'))).toEqual(['to']);
  });

  test('need their page named where there are several, and not by a key that is bound to one', async () => {
    await api.page('Second');
    const unnamed = { ...schedule(), pageId: undefined };
    expect(pathsOf(await api.post('/on-call-schedules', unnamed))).toEqual(['pageId']);
    const bound = await api.as('write', pageId);
    expect((await bound.post('/on-call-schedules', unnamed)).body.pageId).toBe(pageId);
  });

  test('are deleted without a body, and do not exist for the key of another page', async () => {
    const { id } = (await api.post('/on-call-schedules', schedule())).body;
    const path = `/on-call-schedules/${id}`;
    const stranger = await api.as('admin', await api.page('Other'));
    const override = { memberId: ann, start: '2026-01-13T10:00:00Z', end: '2026-01-13T11:00:00Z' };
    for (const below of ['', '/members', '/timeline', '/overrides']) {
      expect((await stranger.get(`${path}${below}`)).status).toBe(404);
    }
    expect((await stranger.put(path, { name: 'x' })).status).toBe(404);
    expect((await stranger.post(`${path}/overrides`, override)).status).toBe(404);
    expect((await stranger.del(`${path}/overrides/ovr_x`)).status).toBe(404);
    expect((await stranger.del(path)).status).toBe(404);
    expect(await api.del(path)).toEqual({ status: 204, body: null });
    expect((await api.del(path)).status).toBe(404);
  });
});
