import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf, SYSTEM, type Services } from '../../../src/services/context.ts';
import { checkHealth } from '../../../src/services/oncall/check-health.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';
import { newNotices } from '../../support/swaps.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const NIGHTS_FREE = {
  restrictionType: 'TIMEOFDAY',
  timeOfDayRestrictionStartTime: '1970-01-01T08:00:00.000Z',
  timeOfDayRestrictionEndTime: '1970-01-01T20:00:00.000Z',
};

let api: TestApi;
let pageId: string;
let admins: string[];
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());
beforeEach(async () => {
  // Whatever other tests left is looked at, so that only the own page is due.
  api.clock.move(2 * DAY);
  pageId = await api.page();
  await api.member(pageId, 'cem@x.test');
  admins = [];
  for (const email of ['ann@x.test', 'ben@x.test']) {
    const { id } = await api.member(pageId, email);
    await api.put(`/v1/${pageId}/team/${id}`, { permission: 'FULL' });
    admins.push(id);
  }
});

const shift = (more: object = {}) => ({
  members: [{ workspaceMemberId: 'cem@x.test' }],
  rotationType: 'DAILY',
  startDate: '2026-01-01T00:00:00.000Z',
  ...more,
});
const schedule = async (name: string, more: object = {}): Promise<string> => {
  const made = await api.post('/on-call-schedules', { pageId, name, onCallShifts: [shift(more)] });
  expect(made.status).toBe(200);
  return made.body.id;
};
const usedByAPolicy = async (targetId: string | null = null) => {
  const rules = [{ delayInMins: 0, actions: [{ type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId }] }];
  expect((await api.post('/escalation-policies', { pageId, name: 'P', rules })).status).toBe(200);
};
const check = (services: Services = api.services) => checkHealth(contextOf(services, SYSTEM));
/** What this page's admins are told by the next look, as whom and in which lines. */
const told = async (days = 1) => {
  api.clock.move(days * DAY);
  await check();
  const notices = (await newNotices(api)).filter((notice) => notice.pageId === pageId);
  expect(notices.map(({ memberId }) => memberId).toSorted()).toEqual(notices.length === 0 ? [] : admins);
  expect(new Set(notices.map(({ type }) => type)).size).toBeLessThan(2);
  return notices[0]?.text.split('\n') ?? [];
};

describe('the daily look at on-call', () => {
  test('tells admins once of a schedule that nobody has at night, and again when it is put right', async () => {
    const id = await schedule('Primary', NIGHTS_FREE);
    await usedByAPolicy(id);
    expect(await told(0)).toEqual([
      expect.stringMatching(/^New: Nobody is on call for “Primary”, \d\d times, first from .* to .* UTC\.$/),
    ]);
    for (const days of [1, 1, 3, 1, 27, 1, 60, 1]) expect(await told(days)).toEqual([]);

    await api.put(`/on-call-schedules/${id}`, { onCallShifts: [shift({ restrictionType: 'NONE' })] });
    expect(await told()).toEqual([
      expect.stringMatching(/^Solved: Nobody was on call for “Primary”, \d\d times, first from /),
    ]);
    expect(await told()).toEqual([]);
  });

  test('tells of a new problem beside an old one', async () => {
    const id = await schedule('Primary', NIGHTS_FREE);
    await usedByAPolicy();
    expect(await told()).toHaveLength(1);
    await schedule('Secondary', { endDate: '2026-01-02T00:00:00.000Z' });
    const cem = await api.put(`/v1/${pageId}/team/cem@x.test`, {
      notificationRules: [{ channel: 'SMS', delayInMins: 0 }],
    });
    expect(cem.status).toBe(200);
    expect(await told()).toEqual([
      expect.stringMatching(/^New: Nobody is on call for “Secondary”, from .* to .* UTC\.$/),
      'New: No channel works for cem, who is in “Primary” and “Secondary”.',
    ]);
    expect(await told()).toEqual([]);
    await api.del(`/on-call-schedules/${id}`);
    expect(await told()).toContainEqual(expect.stringMatching(/^Solved: Nobody was on call for “Primary”/));
  });

  test('tells nothing at first where nothing is critical, and then what becomes so', async () => {
    await schedule('Unused', NIGHTS_FREE);
    expect(await told()).toEqual([]);
    expect(await told()).toEqual([]);
    await usedByAPolicy();
    expect(await told()).toEqual([expect.stringMatching(/^Now critical: Nobody is on call for “Unused”/)]);
    expect(await told()).toEqual([]);
  });

  test('is made once a day, however often and by however many it is asked for', async () => {
    await usedByAPolicy(await schedule('Primary', NIGHTS_FREE));
    const looks = await Promise.all([check(), check(), check()]);
    const all = (await api.store.pages.list({ onlyId: null, offset: 0, limit: 100 })).total;
    expect(looks.reduce((sum, { pages }) => sum + pages, 0)).toBe(all);
    expect((await newNotices(api)).filter((notice) => notice.pageId === pageId)).toHaveLength(2);
    api.clock.move(DAY - 1);
    expect(await check()).toEqual({ pages: 0 });
    api.clock.move(1);
    expect(await check()).toEqual({ pages: all });
    expect(await check()).toEqual({ pages: 0 });
  });

  test('is made by somebody else after five minutes where a process died over it', async () => {
    await usedByAPolicy(await schedule('Primary', NIGHTS_FREE));
    const { read } = api.services.uow;
    const dying = {
      ...api.services,
      uow: {
        ...api.services.uow,
        read: {
          ...read,
          policies: { ...read.policies, listForPage: () => Promise.reject(new Error('gone')) },
        },
      },
    } as Services;
    expect((await check(dying)).pages).toBeGreaterThan(0);
    expect(await check()).toEqual({ pages: 0 });
    api.clock.move(5 * MINUTE);
    await check();
    expect((await newNotices(api)).filter((notice) => notice.pageId === pageId)).toHaveLength(2);
    api.clock.move(DAY - MINUTE);
    expect(await check()).toEqual({ pages: 0 });
  });

  test('whose claim another took over keeps and tells nothing', async () => {
    await usedByAPolicy(await schedule('Primary', NIGHTS_FREE));
    const now = api.clock.now();
    await check();
    await newNotices(api);
    const snapshot = { at: now, until: now, subjects: [], isCut: false };
    const late = { pageId, name: 'Shop', before: null, claim: now - 1 } as Parameters<
      typeof api.store.onCallHealth.finish
    >[0];
    expect(await api.store.onCallHealth.finish(late, now, snapshot)).toBe(false);
    expect(await told()).toEqual([]);
  });
});
