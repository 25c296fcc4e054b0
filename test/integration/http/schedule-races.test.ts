import { afterAll, beforeAll, expect, test } from 'vitest';
import { plusMs } from '../../../src/core/time/instant.ts';
import type { ScheduleStatus } from '../../../src/core/schedule/types.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { addOverride } from '../../../src/services/schedule/add-override.ts';
import { updateSchedule } from '../../../src/services/schedule/update.ts';
import { putDueInForce } from '../../../src/services/schedule/put-due-in-force.ts';
import { openApi, type Answer, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

const DAY_MS = 86_400_000;
const TRIES = 8;

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
  pageId = await api.page();
});
afterAll(() => api.close());

let people = 0;
const newMember = () => api.member(pageId, `member${(people += 1)}@shop.test`);
const iso = (afterMs = 0) => new Date(api.clock.now() + afterMs).toISOString();
const shiftOf = (memberId: string) => ({
  members: [{ workspaceMemberId: memberId }],
  rotationType: 'DAILY',
  startDate: '2026-01-12T09:00:00.000Z',
});
const create = async (memberId: string): Promise<Answer['body']> =>
  (await api.post('/on-call-schedules', { pageId, name: 'Primary', onCallShifts: [shiftOf(memberId)] })).body;
const plan = (id: string, memberId: string, days = 1) =>
  api.put(`/on-call-schedules/${id}`, {
    onCallShifts: [shiftOf(memberId)],
    effectiveFrom: iso(days * DAY_MS),
  });

test('a member who is deleted while a plan names them is either refused or not in the plan', async () => {
  const { id: stays } = await newMember();
  for (let round = 0; round < TRIES; round += 1) {
    const { id: goes } = await newMember();
    const { id } = await create(stays);
    const [planned, deleted] = await Promise.all([
      plan(id, goes),
      new Promise((resolve) => setTimeout(resolve, round)).then(() => api.del(`/v1/${pageId}/team/${goes}`)),
    ]);
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([planned.status, deleted.status]);
  }
});

test('a plan that cannot be put in force keeps no other waiting', async () => {
  const { id: stays } = await newMember();
  const gone = await newMember();
  const [broken, sound] = [await create(stays), await create(stays)];
  await plan(broken.id, gone.id);
  await plan(sound.id, (await newMember()).id, 2);
  // As nothing in the product does: behind the back of the plan.
  await api.store.members.remove(gone, api.clock.now());
  api.clock.move(3 * DAY_MS);
  await putDueInForce(contextOf(api.services, SYSTEM));
  const { body } = await api.get(`/on-call-schedules/${sound.id}`);
  expect(body.inForceSince).toBe(iso(-DAY_MS));
});

test('edits of processes whose clocks differ leave one history, in which everybody is on call once', async () => {
  const { id: scheduleId } = await create((await newMember()).id);
  const from = api.clock.now();
  const edit = (status: ScheduleStatus, seconds: number) =>
    updateSchedule(
      { ...contextOf(api.services, SYSTEM), now: plusMs(from, seconds * 1_000) },
      { scheduleId, changes: { status }, effectiveFrom: null, handover: 'TURN_END' },
    );
  await edit('PAUSED', 5);
  await edit('ACTIVE', 1);
  await edit('PAUSED', 10);
  const { versions } = (await api.get(`/on-call-schedules/${scheduleId}/versions`)).body;
  expect(versions).toMatchObject([
    { effectiveFrom: iso(5_000), effectiveUntil: iso(10_000), status: 'ACTIVE' },
    { effectiveFrom: null, effectiveUntil: iso(5_000), status: 'ACTIVE' },
  ]);
  const { body } = await api.get(`/on-call-schedules/${scheduleId}/timeline?from=${iso()}&to=${iso(60_000)}`);
  expect(body.stretches).toMatchObject([{ start: iso(), end: iso(10_000) }]);
});

test('of overrides the last one wins, also when its process has the slower clock', async () => {
  const [turn, first, last] = [await newMember(), await newMember(), await newMember()];
  const { id: scheduleId } = await create(turn.id);
  const [start, end] = [api.clock.now(), plusMs(api.clock.now(), DAY_MS)];
  const standIn = (member: string, seconds: number) =>
    addOverride(
      { ...contextOf(api.services, SYSTEM), now: plusMs(start, seconds * 1_000) },
      { scheduleId, member, replaces: null, start, end },
    );
  await standIn(first.id, 5);
  await standIn(last.id, 1);
  const { currentMembers } = (await api.get(`/on-call-schedules/${scheduleId}/members`)).body;
  expect(currentMembers).toMatchObject([{ email: last.email }]);
});
