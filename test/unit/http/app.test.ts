import { describe, expect, it } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import type { HttpApp } from '../../../src/http/http-app.ts';
import { appWith, AUTH } from '../../support/http-app.ts';
import { START } from '../../support/http-services.ts';

describe('who may come in', () => {
  it('answers 401 without a key, with a malformed header and with a wrong key, and says how', async () => {
    const { app } = appWith();
    for (const headers of [
      {},
      { authorization: 'secret' },
      { authorization: 'Bearer wrong' },
      { authorization: 'Basic eDp5' },
    ]) {
      const answer = await app.inject({ url: '/page_1/things', headers });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.json()).toEqual({ error: { code: 'unauthorized', message: expect.any(String) } });
    }
  });

  it('answers 401 from the instant at which a key expires', async () => {
    const { app, tick } = appWith({
      keys: [
        {
          secret: 'secret',
          expiresAt: asEpochMs(START + 1000),
        },
      ],
    });
    expect((await app.inject({ url: '/page_1/things', headers: AUTH })).statusCode).toBe(200);
    tick(999);
    expect((await app.inject({ url: '/page_1/things', headers: AUTH })).statusCode).toBe(200);
    tick(1);
    expect((await app.inject({ url: '/page_1/things', headers: AUTH })).statusCode).toBe(401);
  });

  it('stops taking a key as soon as it is deleted', async () => {
    const { app, keys } = appWith();
    expect((await app.inject({ url: '/page_1/things', headers: AUTH })).statusCode).toBe(200);
    keys.clear();
    expect((await app.inject({ url: '/page_1/things', headers: AUTH })).statusCode).toBe(401);
  });

  it('lets a read key read and answers 403 when it writes', async () => {
    const { app } = appWith({ keys: [{ secret: 'secret', scope: 'read' }] });
    expect((await app.inject({ url: '/page_1/things', headers: AUTH })).statusCode).toBe(200);
    const write = await app.inject({
      method: 'POST',
      url: '/things',
      headers: AUTH,
      payload: { pageId: 'page_1', name: 'x' },
    });
    expect(write.statusCode).toBe(403);
    expect(write.json().error.code).toBe('forbidden');
  });

  it('answers 404 alike for an unknown page and for a page of another key', async () => {
    const { app } = appWith({ keys: [{ secret: 'bound', pageId: 'page_1' }, { secret: 'secret' }] });
    const bound = { authorization: 'Bearer bound' };
    const foreign = await app.inject({ url: '/page_2/things', headers: bound });
    const absent = await app.inject({ url: '/page_9/things', headers: bound });
    expect(foreign.statusCode).toBe(404);
    expect(foreign.json()).toEqual(absent.json());
    expect((await app.inject({ url: '/page_9/things', headers: AUTH })).json()).toEqual(absent.json());
    expect((await app.inject({ url: '/page_1/things', headers: bound })).statusCode).toBe(200);
  });

  it('means the page of a bound key where a body names none', async () => {
    const { app } = appWith({ keys: [{ secret: 'secret', pageId: 'page_1' }] });
    const answer = await app.inject({
      method: 'POST',
      url: '/things',
      headers: AUTH,
      payload: { name: 'x' },
    });
    expect(answer.json()).toEqual({ pageId: 'page_1', name: 'x' });
  });

  it('remembers the use of a key at most once a minute', async () => {
    const { app, touched, keys, tick, services } = appWith();
    const ask = () => app.inject({ url: '/page_1/things', headers: AUTH });
    await ask();
    expect(touched).toHaveLength(1);
    for (const [hash, key] of keys) keys.set(hash, { ...key, lastUsedAt: services.clock.now() });
    tick(59_999);
    await ask();
    expect(touched).toHaveLength(1);
    tick(1);
    await ask();
    expect(touched).toHaveLength(2);
  });

  it('answers 429 with Retry-After above the limit of a key, and lets it in again afterwards', async () => {
    const { app, tick } = appWith({ rateLimitPerMinute: 3 });
    const ask = () => app.inject({ url: '/page_1/things', headers: AUTH });
    for (let i = 0; i < 3; i += 1) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('20');
    expect(refused.json().error.code).toBe('rate_limited');
    tick(20_000);
    expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(429);
  });
});

describe('what is refused', () => {
  const post = (app: HttpApp, payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/things', headers: { ...AUTH, 'content-type': type }, payload });

  it('names every wrong field by its path as the caller wrote it', async () => {
    const { app } = appWith();
    const answer = await post(
      app,
      JSON.stringify({ name: 'too long', rules: [{ delayInMins: 0 }, { delayInMins: -1 }], target: [1] }),
    );
    expect(answer.statusCode).toBe(400);
    const { error } = answer.json();
    expect(error.code).toBe('validation_error');
    expect(error.details.map((detail: { path: string }) => detail.path)).toEqual([
      'pageId',
      'name',
      'rules[1].delayInMins',
      'target[0]',
    ]);
    expect(error.details[0].message).toBe('is required');
  });

  it('names the missing fields of a body that is not there, and refuses one that is no object', async () => {
    const { app } = appWith();
    for (const empty of ['', '{}']) {
      const paths = (await post(app, empty))
        .json()
        .error.details.map((detail: { path: string }) => detail.path);
      expect(paths).toEqual(['pageId', 'name']);
    }
    for (const other of ['null', '[]', '"x"', '1']) {
      const answer = await post(app, other);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.details[0].path).toBe('body');
    }
  });

  it('ignores fields that it does not know', async () => {
    const answer = await post(
      appWith().app,
      '{"pageId":"page_1","name":"x","message":"stray","__proto__":{"y":1}}',
    );
    expect(answer.json()).toEqual({ pageId: 'page_1', name: 'x' });
  });

  it.each([
    ['U+0000 in a value', '{"pageId":"page_1","name":"x","deep":[{"a":"\\u0000"}]}', 'deep[0].a'],
    ['U+0000 in a name', '{"pageId":"page_1","name":"x","deep":{"a\\u0000":1}}', 'deep'],
    ['half of a surrogate pair', '{"pageId":"page_1","name":"\\ud83d"}', 'name'],
  ])('answers 400 for %s and names the path', async (_what, body, path) => {
    const answer = await post(appWith().app, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details).toEqual([{ path, message: expect.any(String) }]);
  });

  it('takes text outside the basic plane', async () => {
    expect((await post(appWith().app, '{"pageId":"page_1","name":"\\ud83d\\ude80"}')).json().name).toBe('🚀');
  });

  it('answers 400 for endless nesting instead of breaking', async () => {
    const deep = `{"pageId":"page_1","name":"x","deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect((await post(appWith().app, deep)).statusCode).toBe(400);
  });

  it('answers 400 for malformed JSON, 415 for another type, 413 above 1 MiB and 404 for an unknown path', async () => {
    const { app } = appWith();
    const malformed = await post(app, '{"pageId":');
    expect([malformed.statusCode, malformed.json().error.code]).toEqual([400, 'validation_error']);
    const type = await post(app, 'pageId=page_1', 'application/x-www-form-urlencoded');
    expect([type.statusCode, type.json().error.code]).toEqual([415, 'unsupported_media_type']);
    const large = await post(
      app,
      JSON.stringify({ pageId: 'page_1', name: 'x', stray: 'y'.repeat(1024 * 1024) }),
    );
    expect([large.statusCode, large.json().error.code]).toEqual([413, 'payload_too_large']);
    const unknown = await app.inject({ url: '/nowhere?x=1', headers: AUTH });
    expect([unknown.statusCode, unknown.json().error]).toEqual([
      404,
      { code: 'not_found', message: 'There is no GET /nowhere' },
    ]);
    const badUrl = await app.inject({ url: '/%zz/things', headers: AUTH });
    expect([badUrl.statusCode, badUrl.json().error.code]).toEqual([400, 'validation_error']);
  });
});

describe('what is answered when something breaks', () => {
  it('tells nothing of a defect but the id under which it is logged', async () => {
    const lines: Record<string, unknown>[] = [];
    const { app } = appWith({ log: (line) => lines.push(line) });
    const answer = await app.inject({ url: '/broken', headers: AUTH });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/hunter2|select|at /);
    const id = answer.headers['x-request-id'];
    expect(answer.json()).toEqual({
      error: { code: 'internal', message: `Something broke on our side (request ${String(id)})` },
    });
    const logged = lines.filter((line) => line['level'] === 50);
    expect(logged).toEqual([expect.objectContaining({ requestId: id, msg: 'request failed' })]);
    expect(JSON.stringify(logged)).toContain('select * from secrets');
  });

  it('answers 503 with Retry-After while something else is down', async () => {
    const answer = await appWith().app.inject({ url: '/busy', headers: AUTH });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json().error).toEqual({ code: 'unavailable', message: 'The queue does not answer' });
  });

  it('answers 503 where what a request is about keeps changing, and says of what no more', async () => {
    const answer = await appWith().app.inject({ url: '/overtaken', headers: AUTH });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.body).not.toContain('table');
  });

  it('answers people in HTML, with what was said escaped', async () => {
    const answer = await appWith().app.inject('/people');
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('This &lt;link&gt; is not valid');
  });
});
