import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { forgetOldAnswers } from '../../../src/services/idempotency/do-once.ts';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

const HOUR_MS = 3_600_000;

let api: TestApi;
let pageId: string;
let adminKey: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
  pageId = await api.page();
  adminKey = (await api.post('/api-keys', { name: 'repeats', scope: 'admin' })).body.key;
});
afterAll(() => api.close());

let names = 0;
const newName = () => `try-${(names += 1)}`;

async function post(url: string, name: string, body: object, key = adminKey) {
  const answer = await api.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': name },
  });
  return {
    status: answer.statusCode,
    body: answer.json(),
    isReplayed: answer.headers['idempotent-replayed'] === 'true',
  };
}

const schedule = (name: string) => ({
  pageId,
  name,
  onCallShifts: [{ members: [], rotationType: 'DAILY', startDate: '2026-01-05T09:00:00Z' }],
});
const incident = (name: string) => ({ name, status: 'INVESTIGATING', components: [], statuses: [] });
const incidents = () => `/v1/${pageId}/incidents`;
const countOf = async (name: string) =>
  (await api.get(`${incidents()}?per_page=100`)).body.filter((one: { name: string }) => one.name === name)
    .length;

test('a repeated POST gets the first answer again, and nothing is done twice', async () => {
  const name = newName();
  const first = await post(incidents(), name, incident('Twice'));
  const second = await post(incidents(), name, incident('Twice'));
  expect(first).toMatchObject({ status: 200, isReplayed: false });
  expect(second).toEqual({ ...first, isReplayed: true });
  expect(await countOf('Twice')).toBe(1);
});

test('twins at the same time are one', async () => {
  const name = newName();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post(incidents(), name, incident('Twins'))),
  );
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  expect(await countOf('Twins')).toBe(1);
});

test('more at once than the database has connections for are all answered', async () => {
  const name = newName();
  await api.member(pageId, 'ann@shop.test');
  const body = {
    ...schedule('Crowd'),
    onCallShifts: [
      {
        members: [{ workspaceMemberId: 'ann@shop.test' }],
        rotationType: 'DAILY',
        startDate: '2026-01-05T09:00:00Z',
      },
    ],
  };
  const twins = await Promise.all(Array.from({ length: 20 }, () => post('/on-call-schedules', name, body)));
  expect(twins.map(({ status }) => status)).toEqual(twins.map(() => 200));
  const others = await Promise.all(
    Array.from({ length: 20 }, () => post('/on-call-schedules', newName(), body)),
  );
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
});

test('another body is refused, and does nothing', async () => {
  const name = newName();
  await post(incidents(), name, incident('One'));
  const other = await post(incidents(), name, incident('Other'));
  expect(other.status).toBe(409);
  expect(other.body.error).toEqual({
    code: 'conflict',
    message: 'This Idempotency-Key was used with another body',
  });
  expect(await countOf('Other')).toBe(0);
  expect((await post(incidents(), name, incident('One'))).isReplayed).toBe(true);
});

test('the same name by another API key, or on another path, is another request', async () => {
  const name = newName();
  await post(incidents(), name, incident('Mine'));
  const other = (await api.post('/api-keys', { name: 'other', scope: 'admin' })).body.key;
  expect((await post(incidents(), name, incident('Mine'), other)).isReplayed).toBe(false);
  expect((await post('/api-keys', name, { name: 'by name', scope: 'read' })).isReplayed).toBe(false);
  expect(await countOf('Mine')).toBe(2);
});

test('a refusal is given again; what was refused is not half done', async () => {
  const name = newName();
  const subdomain = { name: 'Taken', email: 'a@shop.test', subdomain: 'taken-name' };
  await api.post('/v1/pages', subdomain);
  const first = await post('/v1/pages', name, subdomain);
  expect(first.status).toBe(409);
  expect(await post('/v1/pages', name, subdomain)).toEqual({ ...first, isReplayed: true });
});

test('what is only looked at stays so, in one transaction with it or not', async () => {
  const member = await api.member(pageId, `${newName()}@shop.test`);
  const shift = (id: string) => ({
    members: [{ workspaceMemberId: id }],
    rotationType: 'DAILY',
    startDate: '2026-01-05T09:00:00Z',
  });
  const other = await api.member(pageId, `${newName()}@shop.test`);
  const made = (
    await post('/on-call-schedules', newName(), {
      ...schedule('Looked at'),
      onCallShifts: [shift(member.id)],
    })
  ).body;
  const preview = { onCallShifts: [shift(other.id)] };
  const answer = await post(`/on-call-schedules/${made.id}/preview`, newName(), preview);
  expect(answer.status).toBe(200);
  expect((await api.get(`/on-call-schedules/${made.id}`)).body).toEqual(made);
});

test('what an answer shows once stands nowhere in the database', async () => {
  const name = newName();
  const first = await post('/api-keys', name, { name: 'secret', scope: 'read' });
  const again = await post('/api-keys', name, { name: 'secret', scope: 'read' });
  expect(again.body.key).toBe(first.body.key);
  expect(
    (await api.get('/api-keys')).body.apiKeys.filter((key: { name: string }) => key.name === 'secret'),
  ).toHaveLength(1);
});

test('a repeated POST is answered however its key is spelled', async () => {
  const name = newName();
  const first = await post(incidents(), name, incident('Spelled'));
  const again = await api.inject({
    method: 'POST',
    url: incidents(),
    payload: incident('Spelled'),
    headers: { authorization: `bearer  ${adminKey}`, 'idempotency-key': name },
  });
  expect(again.statusCode).toBe(200);
  expect(again.json()).toEqual(first.body);
});

test('after a day it is a new request', async () => {
  const name = newName();
  await post(incidents(), name, incident('Daily'));
  api.clock.move(24 * HOUR_MS);
  expect((await post(incidents(), name, incident('Daily'))).isReplayed).toBe(false);
  await forgetOldAnswers(contextOf(api.services, SYSTEM));
  expect((await post(incidents(), name, incident('Daily'))).isReplayed).toBe(true);
});

test.each(['', 'with space', 'ü', 'x'.repeat(256)])('a name such as %j is refused', async (name) => {
  const answer = await post(incidents(), name, incident('Named'));
  expect(answer.status).toBe(400);
  expect(pathsOf(answer)).toEqual(['Idempotency-Key']);
});
