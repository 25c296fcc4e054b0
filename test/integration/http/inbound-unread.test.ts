import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../../support/api.ts';
import { integrationOn, pageWithAdmin, sendTo } from '../../support/integrations.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const incidentsOf = async (pageId: string) => (await api.get(`/v1/${pageId}/incidents`)).body;

describe('a body that cannot be read', () => {
  it.each([
    ['no JSON', 'disk full', 'not valid JSON'],
    ['nothing', '', 'empty'],
    ['no title', '{"status": "firing"}', 'No title'],
    ['no object', '"text"', 'no JSON object'],
    ['10,000 levels', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'nested'],
    ['10,000 lists', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'nested'],
    ['a null byte', '{"title": "x"}\u0000', 'not valid JSON'],
  ])('(%s) is answered 400 with the reason, and kept', async (_what, text, reason) => {
    const pageId = await pageWithAdmin(api);
    const { id, send } = await integrationOn(api, pageId);
    const answer = await send(text, { 'content-type': 'text/plain' });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } });
    expect(answer.body.error.message).toContain(reason);
    const { unread } = (await api.get(`/v3/integrations/${id}/unread`)).body;
    expect(unread).toHaveLength(1);
    expect(unread[0]).toMatchObject({ contentType: 'text/plain', receivedAt: '2026-01-15T12:00:00.000Z' });
    expect(unread[0].reason).toContain(reason);
    expect(unread[0].body).toBe(text.slice(0, 16_384).replace('\0', '\ufffd'));
    expect(await incidentsOf(pageId)).toEqual([]);
  });

  it('is kept where it is no form, though it calls itself one, and where it is no text', async () => {
    const { id, send } = await integrationOn(api, await pageWithAdmin(api));
    expect((await send('x', { 'content-type': 'multipart/form-data; boundary=B' })).status).toBe(400);
    expect((await send(Buffer.from([0xff, 0xfe, 0x00, 0x7b]))).status).toBe(400);
    expect((await api.get(`/v3/integrations/${id}/unread`)).body.total).toBe(2);
  });

  it('over 1 MiB is answered 413, and that it came is kept', async () => {
    const { id, send } = await integrationOn(api, await pageWithAdmin(api));
    const answer = await send({ title: 'x'.repeat(1024 * 1024) });
    expect(answer).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
    expect((await api.get(`/v3/integrations/${id}/unread`)).body.unread).toMatchObject([
      { body: '', reason: 'The body is larger than 1 MiB' },
    ]);
  });

  it('is kept among the last 100, newest first, also when they come at once', async () => {
    const { id, send } = await integrationOn(api, await pageWithAdmin(api));
    const other = await integrationOn(api, await pageWithAdmin(api));
    await other.send('theirs');
    for (let i = 0; i < 90; i += 1) {
      await send(`bad ${i}`);
      api.clock.move(1);
    }
    await Promise.all(Array.from({ length: 30 }, () => send('at once')));
    api.clock.move(1);
    await send('the last');
    const path = `/v3/integrations/${id}/unread`;
    const { unread, total } = (await api.get(path)).body;
    expect(total).toBe(100);
    expect(unread[0].body).toBe('the last');
    expect(unread.filter(({ body }: { body: string }) => body === 'at once')).toHaveLength(30);
    expect(unread[99].body).toBe('bad 21');
    expect((await api.get(`${path}?limit=30&page=4`)).body).toMatchObject({
      totalPages: 4,
      limit: 30,
      page: 4,
    });
    expect((await api.get(`/v3/integrations/${other.id}/unread`)).body.total).toBe(1);
  });
});

it('nothing that is no token is an address', async () => {
  for (const token of [
    '%00',
    '%E2%82%AC',
    'a%2Fb',
    '..%2F',
    'x'.repeat(1_000),
    encodeURIComponent("' or 1=1 --"),
  ]) {
    const answer = await api.inject({ method: 'POST', url: `/inbound/${token}`, payload: { title: 'x' } });
    expect(answer.statusCode).toBe(404);
  }
});

it('an unknown address is refused before its body is looked at', async () => {
  const send = sendTo(api, 'https://tocsin.test/inbound/unknown');
  for (const body of [{ title: 'x' }, 'no JSON', 'x'.repeat(2 * 1024 * 1024)]) {
    expect(await send(body)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  }
});
