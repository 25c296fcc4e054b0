import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeSlack, type FakeSlack } from '../support/fake-slack.ts';
import { freePort } from '../support/free-port.ts';
import { SIGNING_SECRET } from '../support/product.ts';
import { ProductProcess } from '../support/product-process.ts';
import { say } from '../support/say.ts';
import { startTarget, type Target } from '../support/target.ts';
import { aTeamOnCall } from '../support/team.ts';
import { until } from '../support/until.ts';

/* How the process starts, refuses to start, and ends. */

let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-process-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs it until it ends by itself. */
async function run(settings: Record<string, string>, args: readonly string[] = []) {
  await using product = new ProductProcess(
    { DATA_DIR: dataDir, PORT: await freePort(), ...settings },
    'start',
    args,
  );
  const { code } = await product.ended();
  return { code, stdout: product.stdout, lines: product.stderr.split('\n').filter((line) => line !== '') };
}

describe.concurrent('a start that cannot be', () => {
  test('ends with 1 and names the setting that is wrong', async () => {
    const { code, lines } = await run({ STORM_PER_MINUTE: 'many' });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('STORM_PER_MINUTE');
  });

  test('names every wrong setting, and no secret', async () => {
    const { code, lines } = await run({ PORT: 'http', SLACK_BOT_TOKEN: 'a-secret-token', ROLES: 'api,cook' });
    expect(code).toBe(1);
    for (const name of ['PORT', 'SLACK_BOT_TOKEN', 'ROLES']) {
      expect(lines.filter((line) => line.includes(`tocsin: ${name} `))).toHaveLength(1);
    }
    expect(lines.join()).not.toContain('a-secret-token');
  });

  test('--help prints every setting and starts nothing', async () => {
    const { code, stdout, lines } = await run({ PORT: 'not read' }, ['--help']);
    expect(code).toBe(0);
    expect(lines).toEqual([]);
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'REDIS_URL',
      'SLACK_BOT_TOKEN',
      'STORM_PER_MINUTE',
      'DATA_DIR',
    ]) {
      expect(stdout).toContain(`  ${name} `);
    }
  });
});

describe('a running process', () => {
  let slack: FakeSlack;
  let target: Target;
  let product: ProductProcess;

  beforeAll(async () => {
    slack = await startFakeSlack();
    target = await startTarget();
    product = await new ProductProcess({
      DATA_DIR: dataDir,
      PORT: await freePort(),
      SLACK_BOT_TOKEN: 'xoxb-test',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_API_URL: slack.apiUrl,
    }).ready();
  }, 90_000);
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await Promise.all([slack?.close(), target?.close()]);
  });

  test('keeps a second one off its data directory, which ends with 1 and one clear line', async () => {
    const { code, lines } = await run({});
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^tocsin: .*data directory.*/i);
    expect((await product.tryApi('GET', '/healthz'))?.status).toBe(200);
  });

  test('ends in order within 10 s and with 0, though Slack hangs and a target never answers', async () => {
    const { pageId } = await aTeamOnCall(product);
    target.hang();
    await product.ok('POST', '/monitors', { pageId, name: 'hung', url: target.url, checksInterval: 5 });
    slack.behave({ kind: 'hang' });
    await product.ok('POST', `/v1/${pageId}/incidents`, { name: 'hung', status: 'INVESTIGATING' });
    await until('Slack is asked', () => slack.requests.length > 0);
    await until('the target is asked', () => target.hits() > 0);

    const { code, afterMs } = await product.end('SIGTERM');

    expect(product.stderr).toBe('');
    expect(code).toBe(0);
    expect(afterMs).toBeLessThan(10_000);
    say(`SIGTERM with a hung Slack and a hung target: ${Math.round(afterMs)} ms`);
  });

  test('what it left half done is done by the next one', async () => {
    slack.behave({ kind: 'ok' });
    await using next = await new ProductProcess({
      DATA_DIR: dataDir,
      PORT: await freePort(),
      SLACK_BOT_TOKEN: 'xoxb-test',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_API_URL: slack.apiUrl,
    }).ready();
    await until('Ann is paged', () => slack.messages.some((m) => m.channel === 'D0ANN'));
    const { code } = await next.end('SIGINT');
    expect(code).toBe(0);
  });
});
