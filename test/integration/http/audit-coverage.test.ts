import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../../support/api.ts';
import { AUDITED, UNAUDITED } from '../../support/audited/operations.ts';
import { newWorld, type Audited } from '../../support/audited/world.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
  ({ key } = (await api.post('/api-keys', { name: 'everything', scope: 'admin' })).body);
});
afterAll(() => api.close());

const CHANGING = ['post', 'put', 'patch', 'delete'];

/** Every operation of the API that may change something, as its own description has them. */
async function operations(): Promise<string[]> {
  const { paths } = (await api.inject({ method: 'GET', url: '/openapi.json' })).json() as {
    paths: Record<string, object>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) =>
      CHANGING.includes(method) ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
}

/** Does an operation and answers the entries that it left, wherever they belong. */
async function done(operation: string, [, , send]: Audited) {
  const world = await newWorld(api);
  const [url, payload] = await send(world);
  const [method] = operation.split(' ') as ['POST' | 'PUT' | 'DELETE', string];
  const headers = { authorization: `Bearer ${key}` };
  const answer = await api.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  const made = operation === 'POST /v1/pages' ? [answer.json().id as string] : [];
  const logs = ['', world.pageId, ...made].map((pageId) =>
    pageId === '' ? '/audit-log' : `/${pageId}/audit-log`,
  );
  const lists = await Promise.all(logs.map((log) => api.get(log)));
  const entries = lists.flatMap(({ body }) => body.auditLog ?? []);
  const requestId = answer.headers['x-request-id'];
  return {
    status: answer.statusCode,
    answer: answer.body,
    entries: entries.filter((entry: { requestId: string }) => entry.requestId === requestId),
  };
}

describe('the audit log', () => {
  it('knows every operation that changes something: each is told of, or is known to need no telling', async () => {
    const known = [...Object.keys(AUDITED), ...Object.keys(UNAUDITED)].sort();
    expect(known).toEqual((await operations()).sort());
  });

  it.each(Object.entries(AUDITED))('tells of %s', async (operation, audited) => {
    const [kind, action] = audited;
    const { status, entries, answer } = await done(operation, audited);
    expect(status < 300 ? 'done' : answer).toBe('done');
    expect(entries).toContainEqual(expect.objectContaining({ kind, action, origin: '127.0.0.1' }));
  });
});
