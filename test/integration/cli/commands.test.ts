import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cli, startCli } from '../../support/cli.ts';
import { openShop, type Shop } from '../../support/cli-shop.ts';
import { startTarget, type Target } from '../../support/target.ts';

let shop: Shop;
let target: Target;
beforeAll(async () => {
  target = await startTarget();
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
  await target.close();
});

describe('what it says', () => {
  test('who is on call, until when, and who is next', async () => {
    const [now, json, then] = await Promise.all([
      shop.run('oncall'),
      shop.run('oncall', '--json'),
      shop.run('oncall', '--at', '2026-01-06T09:00Z'),
    ]);
    const { current, next } = JSON.parse(json.out);
    expect(now.out).toMatch(/^SCHEDULE +ON CALL +UNTIL +NEXT\nPrimary +/);
    expect(now.out).toMatch(
      new RegExp(`^Primary +${current[0].name} +\\w{3} .*\\(in .*\\) +${next[0].name}$`, 'm'),
    );
    expect(now.err).toBe('Times are in Europe/Berlin.\n');
    expect(then.out).toMatch(/^Primary +Ann +Mon 12 Jan 09:00 +Ben$/m);
  });

  test('monitors, by name, and what a check of one came to', async () => {
    const { monitor } = await shop.product.ok('POST', '/monitors', {
      pageId: shop.pageId,
      name: 'Checkout page',
      url: target.url,
    });
    expect((await shop.run('monitors', 'run', 'checkout')).out).toMatch(
      /^Checkout page: UP, HTTP 200, \d+ ms\n$/,
    );
    target.fail();
    expect((await shop.run('monitors', 'run', 'checkout page')).out).toMatch(
      /^Checkout page: \w+, HTTP 500, /,
    );
    target.recover();
    expect((await shop.run('monitors', 'pause', monitor.id)).out).toBe('Checkout page is paused.\n');
    expect((await shop.run('monitors', 'list')).out).toMatch(/^PAUSED .* Checkout page +http:/m);
    expect((await shop.run('monitors', 'show', 'checkout')).out).toMatch(
      /^target +HTTP http:.*\nchecked .*\nevery +1m\n/m,
    );
  });

  test('schedules, and who stands in', async () => {
    const asked = await shop.run(
      'schedules',
      'override',
      'primary',
      'Ben',
      '2026-01-06T09:00Z',
      '8h',
      '--replaces',
      'ann@example.com',
      '--json',
    );
    expect(JSON.parse(asked.out)).toMatchObject({
      start: '2026-01-06T09:00:00.000Z',
      end: '2026-01-06T17:00:00.000Z',
    });
    const { out } = await shop.run('schedules', 'show', 'Primary', '--days', '30');
    expect(out).toMatch(/^Primary \(ACTIVE, UTC\)\nFROM +TO +ON CALL\n/);
    expect(out.split('\n').filter((line) => /(Ann|Ben)$/.test(line)).length).toBeGreaterThanOrEqual(4);
    expect((await shop.run('schedules', 'list')).out).toMatch(/^Primary +ACTIVE +UTC +Ann, Ben$/m);
  });

  test('whose key it is, and who is in the team', async () => {
    expect((await shop.run('who')).out).toMatch(/^key +Laptop\nmay +write$/m);
    const { out } = await shop.run('team', 'list', '--json');
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).name),
    ).toEqual(['Ann', 'Ben']);
  });

  test('whatever else there is, by a request of one’s own', async () => {
    expect(JSON.parse((await shop.run('api', 'GET', '/v2/pages', '--json')).out)).toMatchObject([
      { subdomain: 'shop' },
    ]);
    const settings = { TOCSIN_URL: shop.product.url, TOCSIN_API_KEY: shop.key };
    const made = await cli(['api', 'post', '/teams', '-'], settings, '{"name":"Night shift","members":[]}');
    expect(made.code).toBe(0);
    expect(JSON.parse(made.out)).toMatchObject({ team: { name: 'Night shift' } });
    expect(await shop.run('api', 'POST', '/teams', '{')).toMatchObject({
      code: 2,
      err: 'tocsin: the body is not JSON\n',
    });
  });

  test('how to use it, within 80 columns', async () => {
    const { out, code } = await cli(['--help'], {});
    expect(code).toBe(0);
    for (const word of ['oncall', 'TOCSIN_API_KEY', '--json', '  4  ']) expect(out).toContain(word);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect((await cli(['--version'], {})).out).toMatch(/^tocsin \d+\.\d+\.\d+\n$/);
    expect((await cli(['help', 'snooze'], {})).out).toContain('tocsin snooze <incident> <time>');
  });

  test('tables as narrow as the terminal, without colours where it is none', async () => {
    await shop.open(`A name that is ${'very '.repeat(30)}long`);
    const settings = { TOCSIN_URL: shop.product.url, TOCSIN_API_KEY: shop.key };
    const narrow = await cli(['incidents', 'list'], { ...settings, COLUMNS: '80' });
    expect(narrow.out).toContain('…');
    expect(narrow.out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(narrow.out).not.toContain('\u001b');
  });
});

describe('it ends with', () => {
  test('1 where the server refuses, and says why', async () => {
    expect(await shop.run('api', 'GET', '/v2/nowhere')).toMatchObject({ code: 1, out: '' });
    const wrong = await shop.run('incidents', 'open', '');
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/^tocsin: name .*\n$/);
    expect(await shop.run('oncall', '--page', 'nowhere')).toMatchObject({
      code: 1,
      err: "tocsin: there is no page 'nowhere'; there is shop (Shop)\n",
    });
    const { number } = await shop.open('Refused');
    for (const [args, err] of [
      [['ack', 'abc'], "there is no incident 'abc'; write its number (42 or #42) or its id"],
      [['ack', '0'], "there is no incident '0'; write its number (42 or #42) or its id"],
      [
        ['incidents', 'show', '99999'],
        'there is no incident #99999; `tocsin incidents list --all` shows those there are',
      ],
      [['incidents', 'show', `inc_${'0'.repeat(26)}`], 'incident not found'],
      [['ack', String(number), '--by', 'nobody'], 'by: no member of this page has that id or e-mail'],
      [['incidents', 'open', ''], 'name must not be empty'],
      [['events', '--types', 'bad'], 'types: there are no events of type "bad"'],
    ] as const) {
      expect(await shop.run(...args)).toEqual({ code: 1, out: '', err: `tocsin: ${err}\n` });
    }
  });

  test('2 where what was typed cannot be meant', async () => {
    for (const args of [
      ['ack'],
      ['nonsense'],
      ['incidents'],
      ['oncall', '--bogus'],
      ['who', '--at', 'now'],
      ['snooze', '1', 'soon'],
    ]) {
      const { code, out, err } = await shop.run(...args);
      expect({ args, code, out, lines: err.split('\n').length }).toEqual({
        args,
        code: 2,
        out: '',
        lines: 2,
      });
    }
    expect(await shop.asAdmin('oncall')).toMatchObject({
      code: 2,
      err: 'tocsin: which page? Say --page or TOCSIN_PAGE: shop (Shop), warehouse (Warehouse)\n',
    });
    expect(await shop.asAdmin('oncall', '--page', 'shop')).toMatchObject({ code: 0 });
  });

  test('3 where nobody answers', async () => {
    const { code, err } = await cli(['who'], { TOCSIN_URL: 'http://127.0.0.1:1' });
    expect(code).toBe(3);
    expect(err).toMatch(/^tocsin: http:\/\/127\.0\.0\.1:1 cannot be reached .*TOCSIN_URL or --url.*\n$/);
    const tls = shop.product.url.replace('http:', 'https:');
    expect(await cli(['who'], { TOCSIN_URL: tls, TOCSIN_API_KEY: 'key' })).toMatchObject({
      code: 3,
      err: `tocsin: ${tls} cannot be reached (TLS: wrong version number): does Tocsin run there (TOCSIN_URL or --url)?\n`,
    });
    const elsewhere = await cli(['who'], {
      TOCSIN_URL: target.url,
      TOCSIN_API_KEY: 'key',
    });
    expect(elsewhere).toMatchObject({ code: 3, err: expect.stringMatching(/the address of Tocsin\?\n$/) });
  });

  test('4 where the key is missing, wrong, or not allowed to, and never shows it', async () => {
    const settings = { TOCSIN_URL: shop.product.url };
    expect((await cli(['who'], { ...settings, TOCSIN_API_KEY: '' })).code).toBe(4);
    const wrong = await cli(['who', '--key', 'tk_hunter2'], settings);
    expect(wrong.code).toBe(4);
    expect(wrong.err).toMatch(/TOCSIN_API_KEY or --key\n$/);
    const { key } = await shop.product.ok('POST', '/api-keys', {
      name: 'Wall',
      scope: 'read',
      pageId: shop.pageId,
    });
    const { number } = await shop.open('Not for readers');
    const denied = await cli(['resolve', String(number)], { ...settings, TOCSIN_API_KEY: key });
    expect(denied.code).toBe(4);
    const malformed = await cli(['who', '--key', 'hunter2\n'], settings);
    expect(malformed.code).toBe(2);
    expect([wrong, denied, malformed].map(({ out, err }) => out + err).join()).not.toMatch(
      new RegExp(`hunter2|${key}`),
    );
  });

  test('0 where whoever reads has read enough', async () => {
    const settings = { TOCSIN_URL: shop.product.url, TOCSIN_API_KEY: shop.key };
    const { PATH = '' } = process.env;
    // Longer than a pipe holds, so that it is still writing when the pipe is closed.
    await shop.product.ok('POST', `/v1/${shop.pageId}/incidents`, {
      name: 'x',
      status: 'INVESTIGATING',
      message: 'y'.repeat(9_000),
    });
    const tocsin = `'${process.execPath}' --import ./scripts/typescript.mjs src/cli/main.ts`;
    const list = `${tocsin} api GET "/v1/$PAGE/incidents"; echo $? >&2`;
    const shell = spawn('sh', ['-c', `(${list}) | head -1`], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...settings, PATH, PAGE: shop.pageId },
    });
    let out = '';
    let err = '';
    shell.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    shell.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    await new Promise((resolve) => shell.once('close', resolve));
    expect({ out, err }).toEqual({ out: '[\n', err: '0\n' });
  });
});

describe('events', () => {
  test('come as they happen, until Ctrl-C', async () => {
    const following = shop.start('events', '--types', 'incident.opened', '--json');
    // A stream begins with what happens once it is open, which nothing but an event shows from outside.
    const names: string[] = [];
    let isSeen = false;
    const seen = following.wrote((out) => out.includes('Seen'));
    void seen.then(() => (isSeen = true));
    while (!isSeen) {
      names.push((await shop.open(`Seen ${names.length}`)).id);
      await Promise.race([seen, new Promise((resolve) => setTimeout(resolve, 500))]);
    }
    following.kill('SIGINT');
    const { code, out } = await following.ended;
    expect(code).toBe(0);
    const [first] = out.split('\n').map((line) => (line === '' ? null : JSON.parse(line)));
    expect(first).toMatchObject({ type: 'incident.opened', lastEventId: expect.stringMatching(/^\d+$/) });

    const { number } = await shop.open('Afterwards');
    const later = shop.start('events', '--after', first.lastEventId);
    await later.wrote((text) => text.includes(`#${number} Afterwards opened`));
    later.closePipe();
    await shop.open('One more, that finds nobody');
    expect((await later.ended).code).toBe(0);
  });
});

test('a Ctrl-C ends what waits for an answer at once', async () => {
  const { createServer } = await import('node:http');
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const server = createServer(() => asked()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  const waiting = startCli(['who'], { TOCSIN_URL: `http://127.0.0.1:${port}` });
  await isAsked;
  waiting.kill('SIGINT');
  expect((await waiting.ended).code).toBeNull();
  server.closeAllConnections();
  server.close();
});
