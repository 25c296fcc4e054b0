import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
let pageId: string;
let key: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
  pageId = await api.page();
  key = (await api.post('/api-keys', { name: 'conditional', scope: 'admin' })).body.key;
});
afterAll(() => api.close());

async function call(method: 'GET' | 'PUT' | 'DELETE', url: string, headers: object = {}, payload?: object) {
  const answer = await api.inject({
    method,
    url,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, etag: String(answer.headers['etag']), text: answer.body };
}

async function aPolicy(): Promise<string> {
  const { email } = await api.member(pageId, `m${Math.trunc(performance.now() * 1000)}@shop.test`);
  const actions = [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: email }];
  const { body } = await api.post('/escalation-policies', {
    pageId,
    name: 'Nights',
    rules: [{ delayInMins: 0, actions }],
  });
  return `/escalation-policies/${body.escalationPolicy.id}`;
}

test('what did not change is not sent again', async () => {
  const url = await aPolicy();
  const first = await call('GET', url);
  expect(first.etag).toMatch(/^"[\w-]{22}"$/);
  const again = await call('GET', url, { 'if-none-match': first.etag });
  expect(again).toEqual({ status: 304, etag: first.etag, text: '' });
  expect((await call('GET', url, { 'if-none-match': '"other", *' })).status).toBe(304);
  await call('PUT', url, {}, { name: 'Days' });
  const changed = await call('GET', url, { 'if-none-match': first.etag });
  expect(changed.status).toBe(200);
  expect(changed.etag).not.toBe(first.etag);
});

test('a change of what somebody else changed is refused, and loses nothing', async () => {
  const url = await aPolicy();
  const { etag } = await call('GET', url);
  expect((await call('PUT', url, { 'if-match': etag }, { name: 'Mine' })).status).toBe(200);
  const late = await call('PUT', url, { 'if-match': etag }, { name: 'Theirs' });
  expect(late.status).toBe(409);
  expect(JSON.parse(late.text).error.code).toBe('conflict');
  expect((await call('DELETE', url, { 'if-match': etag })).status).toBe(409);
  expect(JSON.parse((await call('GET', url)).text).escalationPolicy.name).toBe('Mine');
  expect((await call('DELETE', url, { 'if-match': '*' })).status).toBe(200);
});

test('of many who saw the same, one changes it', async () => {
  const url = await aPolicy();
  const { etag } = await call('GET', url);
  const tries = Array.from({ length: 20 }, (_, i) =>
    call('PUT', url, { 'if-match': etag }, { name: `Name ${i}` }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(19);
});

test('what is not there is 404, whatever it is compared with', async () => {
  expect((await call('PUT', '/escalation-policies/none', { 'if-match': '"x"' }, { name: 'X' })).status).toBe(
    404,
  );
});

test('of many who saw the same and change it at once one wins, however they spell the path', async () => {
  for (let round = 0; round < 3; round += 1) {
    const url = await aPolicy();
    const { etag } = await call('GET', url);
    const answers = await Promise.all(
      ['', '/', '?a=1', '?a=2'].map((ending) =>
        call('PUT', `${url}${ending}`, { 'if-match': etag }, { name: `By ${ending}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  }
});
