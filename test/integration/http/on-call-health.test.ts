import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { plusMs } from '../../../src/core/time/instant.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

const DAY = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();
type Problem = {
  kind: string;
  severity: string;
  scheduleIds: string[];
  scheduleNames: string[];
  memberId: string | null;
};

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());

const schedule = async (
  pageId: string,
  members: readonly string[],
  more: object = {},
  ofShift: object = {},
): Promise<string> => {
  const shift = {
    members: members.map((workspaceMemberId) => ({ workspaceMemberId })),
    rotationType: 'DAILY',
    startDate: '2026-01-01T00:00:00.000Z',
    ...ofShift,
  };
  const made = await api.post('/on-call-schedules', { pageId, name: 'S', onCallShifts: [shift], ...more });
  expect(made.status).toBe(200);
  api.clock.move(1);
  return made.body.id;
};
const policy = async (pageId: string, ...levels: (string | null)[]) => {
  const rules = levels.map((targetId, level) => ({
    delayInMins: level * 5,
    actions: [{ type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId }],
  }));
  expect((await api.post('/escalation-policies', { pageId, name: 'P', rules })).status).toBe(200);
};
const problems = async (pageId: string): Promise<Problem[]> => {
  const { status, body } = await api.get(`/${pageId}/on-call/health`);
  expect(status).toBe(200);
  return body.problems;
};
const short = (found: readonly Problem[]) =>
  found.map(({ kind, severity, scheduleNames, memberId }) => [
    kind,
    severity,
    scheduleNames.join('+'),
    memberId,
  ]);

describe('the health of on-call', () => {
  test('is told for the next 28 days, by the clock of the schedule', async () => {
    const pageId = await api.page();
    await api.member(pageId, 'ann@x.test');
    const endDate = iso(api.clock.now() + 5 * DAY);
    const id = await schedule(
      pageId,
      ['ann@x.test'],
      { name: 'Primary', timeZone: 'Asia/Tokyo' },
      { endDate },
    );
    await policy(pageId, id);
    const now = api.clock.now();
    const reader = await api.as('read', pageId);
    const { status, body } = await reader.get(`/${pageId}/on-call/health`);
    expect(status).toBe(200);
    expect(body).toEqual({
      checkedAt: iso(now),
      until: iso(now + 28 * DAY),
      problems: [
        {
          kind: 'GAP',
          severity: 'critical',
          scheduleIds: [id],
          scheduleNames: ['Primary'],
          memberId: null,
          start: endDate,
          end: iso(now + 28 * DAY),
          message: expect.stringMatching(
            /^Nobody is on call for “Primary”, from Tue 2026-01-20 21:00 Asia\/Tokyo to Thu 2026-02-12 21:00 Asia\/Tokyo\.$/,
          ),
        },
      ],
    });
  });

  test('depends on what routing rules and policies use', async () => {
    const pageId = await api.page();
    await api.member(pageId, 'ann@x.test');
    const ended = { endDate: '2026-01-02T00:00:00.000Z' };
    const unused = await schedule(pageId, ['ann@x.test'], { name: 'Unused' }, ended);
    const routed = await schedule(pageId, ['ann@x.test'], { name: 'Routed', status: 'PAUSED' });
    expect(short(await problems(pageId))).toEqual([
      ['GAP', 'warning', 'Unused', null],
      ['PAUSED', 'warning', 'Routed', null],
    ]);
    const actions = [{ type: 'NOTIFY_ALL_ON_CALL_MEMBERS', targetId: routed }];
    const rule = await api.post('/routing-rules', { routingRule: { siteId: pageId, actions } });
    expect(rule.status).toBe(200);
    expect(short(await problems(pageId))).toEqual([
      ['PAUSED', 'critical', 'Routed', null],
      ['GAP', 'warning', 'Unused', null],
    ]);
    // A level for whoever is on call anywhere uses all schedules that are not paused.
    await policy(pageId, null);
    expect(short(await problems(pageId))).toEqual([
      ['GAP', 'critical', 'Unused', null],
      ['PAUSED', 'critical', 'Routed', null],
    ]);
    expect(unused).not.toBe(routed);
  });

  test('sees members without a channel, on two levels at once, and on call while they are away', async () => {
    const pageId = await api.page();
    const [ann, ben] = [await api.member(pageId, 'ann@x.test'), await api.member(pageId, 'ben@x.test')];
    const first = await schedule(pageId, ['ann@x.test'], { name: 'First' });
    const second = await schedule(pageId, ['ann@x.test', 'ben@x.test'], { name: 'Second' });
    await policy(pageId, first, second);
    const rules = { notificationRules: [{ channel: 'SMS', delayInMins: 0 }] };
    await api.put(`/v1/${pageId}/team/${ben.id}`, rules);
    const now = api.clock.now();
    await api.store.timeOff.insert({
      id: 'off_1',
      memberId: ann.id,
      start: api.clock.now(),
      end: plusMs(now, 6 * 3_600_000),
      note: '',
      createdAt: now,
    });
    const found = await problems(pageId);
    const kinds = new Map<string, (string | null)[]>();
    for (const [kind, severity, schedules, memberId] of short(found)) {
      kinds.set(`${kind} ${severity} ${schedules}`, [
        ...(kinds.get(`${kind} ${severity} ${schedules}`) ?? []),
        memberId ?? null,
      ]);
    }
    expect(Object.fromEntries(kinds)).toEqual({
      'UNREACHABLE critical Second': [ben.id],
      'SAME_PERSON warning First+Second': Array.from({ length: 15 }, () => ann.id),
      'TIME_OFF warning First': [ann.id],
      'TIME_OFF warning Second': [ann.id],
    });
  });

  test('takes as many statements for many schedules as for one', async () => {
    const pageId = await api.page();
    await api.member(pageId, 'ann@x.test');
    const statements = async (): Promise<number> => {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      await problems(pageId);
      const count = query.mock.calls.length;
      query.mockRestore();
      return count;
    };
    await schedule(pageId, ['ann@x.test']);
    const ofOne = await statements();
    for (let i = 0; i < 8; i += 1) await schedule(pageId, ['ann@x.test']);
    expect(await statements()).toBe(ofOne);
  });

  test('is unknown for a page of another key', async () => {
    const pageId = await api.page();
    const foreign = await api.as('admin', await api.page());
    expect((await foreign.get(`/${pageId}/on-call/health`)).status).toBe(404);
    expect(await problems(pageId)).toEqual([]);
  });
});
