import { addSchedule } from '../swaps.ts';
import type { Json } from '../product.ts';
import { memberOf, type Audited, type World } from './world.ts';

const schedule = async (w: World): Promise<string> =>
  `/on-call-schedules/${await addSchedule(w.api, w.pageId)}`;
/** Ann's week on call. */
const WEEK = {
  memberId: 'ann@x.test',
  start: '2026-01-19T09:00:00.000Z',
  end: '2026-01-20T09:00:00.000Z',
};
const override = async (w: World): Promise<string> => {
  const path = `${await schedule(w)}/overrides`;
  return `${path}/${(await w.ok('post', path, { ...WEEK, memberId: 'cem@x.test' })).id}`;
};
const version = async (w: World): Promise<string> => {
  const path = await schedule(w);
  const effectiveFrom = '2026-03-01T00:00:00.000Z';
  await w.ok('put', path, { status: 'PAUSED', effectiveFrom });
  const { versions } = await w.ok('get', `${path}/versions`);
  return `${path}/versions/${versions.find((one: Json) => one.effectiveFrom === effectiveFrom).id}`;
};
const swap = async (w: World): Promise<string> => {
  const path = `${await schedule(w)}/swaps`;
  return `${path}/${(await w.ok('post', path, { ...WEEK, toMemberId: 'ben@x.test' })).swap.id}`;
};
const AWAY = { start: '2026-02-20T00:00:00.000Z', end: '2026-02-21T00:00:00.000Z' };
const timeOff = async (w: World): Promise<string> => {
  const path = `/team/${await memberOf(w, 'ann@x.test')}/time-off`;
  return `${path}/${(await w.ok('post', path, AWAY)).timeOff.id}`;
};

/** What is done about who is on call. */
export const ON_CALL: Readonly<Record<string, Audited>> = {
  'POST /on-call-schedules': [
    'schedule',
    'created',
    async (w) => {
      const shift = { members: [{ workspaceMemberId: 'ann@x.test' }], rotationType: 'DAILY' };
      const onCallShifts = [{ ...shift, startDate: '2026-01-05T09:00:00.000Z' }];
      return ['/on-call-schedules', { pageId: w.pageId, name: 'Web', onCallShifts }];
    },
  ],
  'PUT /on-call-schedules/{id}': ['schedule', 'updated', async (w) => [await schedule(w), { name: 'Night' }]],
  'DELETE /on-call-schedules/{id}': ['schedule', 'deleted', async (w) => [await schedule(w)]],
  'DELETE /on-call-schedules/{id}/versions/{version_id}': [
    'schedule_version',
    'deleted',
    async (w) => [await version(w)],
  ],
  'POST /on-call-schedules/{id}/overrides': [
    'schedule_override',
    'created',
    async (w) => [`${await schedule(w)}/overrides`, WEEK],
  ],
  'DELETE /on-call-schedules/{id}/overrides/{override_id}': [
    'schedule_override',
    'deleted',
    async (w) => [await override(w)],
  ],
  'POST /on-call-schedules/{id}/swaps': [
    'swap',
    'created',
    async (w) => [`${await schedule(w)}/swaps`, WEEK],
  ],
  'POST /on-call-schedules/{id}/swaps/{swap_id}/accept': [
    'swap',
    'accepted',
    async (w) => [`${await swap(w)}/accept`, { memberId: 'ben@x.test' }],
  ],
  'POST /on-call-schedules/{id}/swaps/{swap_id}/decline': [
    'swap',
    'declined',
    async (w) => [`${await swap(w)}/decline`, { memberId: 'ben@x.test' }],
  ],
  'DELETE /on-call-schedules/{id}/swaps/{swap_id}': ['swap', 'withdrawn', async (w) => [await swap(w)]],
  'POST /team/{member_id}/time-off': [
    'time_off',
    'created',
    async (w) => [`/team/${await memberOf(w, 'ann@x.test')}/time-off`, AWAY],
  ],
  'DELETE /team/{member_id}/time-off/{time_off_id}': ['time_off', 'deleted', async (w) => [await timeOff(w)]],
};
