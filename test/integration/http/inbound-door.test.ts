import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpApp } from '../../../src/http/app.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { integrationOn, pageWithAdmin } from '../../support/integrations.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const incident = async (id: string) => (await api.get(`/incidents/${id}`)).body.incident;

describe('a body', () => {
  it('may be JSON of any name, a form with JSON in a field, or a form of fields', async () => {
    const { send } = await integrationOn(api, await pageWithAdmin(api));
    const json = JSON.stringify({ title: 'Same', dedupKey: 'same' });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const multipart =
      `--B\r\nContent-Disposition: form-data; name="data"\r\n\r\n${json}\r\n` +
      '--B\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\nfile\r\n--B--\r\n';
    const answers = [
      await send(json),
      await send(json, { 'content-type': 'text/plain; charset=utf-8' }),
      await send(json, { 'content-type': 'application/vnd.tool+json' }),
      await send(json, { 'content-type': '' }),
      await send(json, { 'content-type': 'json; charset' }),
      await send(`\uFEFF${json}`),
      await send(json, form),
      await send(new URLSearchParams({ token: 't', payload: json }).toString(), form),
      await send('Title=Same&dedup_key=same&Status=Down', form),
      await send(multipart, { 'content-type': 'multipart/form-data; boundary=B' }),
    ];
    expect(answers.map(({ body }) => body.action ?? body)).toEqual([
      'opened',
      ...Array.from({ length: 9 }, () => 'updated'),
    ]);
  });

  it('is read by the mapping of the integration', async () => {
    const { id, send } = await integrationOn(api, await pageWithAdmin(api), {
      mapping: {
        title: '$.a.b[0].t',
        dedupKey: '$.k',
        status: '$.s',
        severity: '$.p',
        component: '$.c',
        url: '$.u',
      },
    });
    const { body } = await send({
      a: { b: [{ t: 'Deep' }] },
      k: 12345678901234567890n.toString(),
      s: 'wobbly',
      p: 'minor',
    });
    expect(await incident(body.incidentId)).toMatchObject({
      name: 'Deep',
      dedupKey: `${id}:12345678901234567890`,
      impact: 'DEGRADEDPERFORMANCE',
    });
    const long = '{"k": 12345678901234567890, "s": "up"}';
    expect((await send(long)).body).toMatchObject({ action: 'resolved', incidentId: body.incidentId });
    expect((await send('{"k": 12345678901234567891, "s": "up"}')).body.action).toBe('ignored');
  });

  it('with names of the language or what no database stores does no harm', async () => {
    const { send } = await integrationOn(api, await pageWithAdmin(api));
    const hostile =
      '{"__proto__": {"title": "polluted"}, "constructor": {"prototype": {"status": "ok"}}, "title": "a\\u0000b\\ud800",' +
      ' "dedupKey": "k\\u0000", "toString": 1, "hasOwnProperty": null}';
    const { status, body } = await send(hostile);
    expect([status, body.action]).toEqual([200, 'opened']);
    expect((await incident(body.incidentId)).name).toBe('a b\ufffd');
    expect(({} as { title?: string }).title).toBeUndefined();
  });
});

describe('the door', () => {
  it('lets each integration send as often as the setting says, each for itself', async () => {
    const pageId = await pageWithAdmin(api);
    const app = createHttpApp({ services: api.services, rateLimitPerMinute: 2 });
    const [one, two] = [await integrationOn(api, pageId), await integrationOn(api, pageId)];
    const statusOf = async ({ url }: { url: string }) => {
      const body = { title: 'x', status: 'ok' };
      const answer = await app.inject({ method: 'POST', url: new URL(url).pathname, payload: body });
      return [answer.statusCode, answer.headers['retry-after']];
    };
    expect([await statusOf(one), await statusOf(one)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(await statusOf(one)).toEqual([429, '30']);
    expect(await statusOf(two)).toEqual([200, undefined]);
    await app.close();
  });

  it('leaves no secret in the log, whatever comes of the event', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const app = createHttpApp({ services: { ...api.services, log } });
    const { id, url } = await integrationOn(api, await pageWithAdmin(api));
    const path = new URL(url).pathname;
    for (const payload of ['{"title": "x"}', 'no JSON', 'x'.repeat(2 * 1024 * 1024)]) {
      await app.inject({ method: 'POST', url: path, payload });
    }
    await app.inject({ method: 'GET', url: path });
    await app.inject({ method: 'POST', url: `${path}x`, payload: '{}' });
    await app.close();
    expect(lines.join('')).toContain(id);
    expect(lines.join('')).not.toContain(path.split('/').at(-1));
  });
});
