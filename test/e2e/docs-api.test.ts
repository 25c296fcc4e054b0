import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoClient } from '../../src/start/demo/client.ts';
import { ensureTeam } from '../../src/start/demo/setup.ts';
import { startTarget, type DemoTarget } from '../../src/start/demo/target.ts';
import { ADMIN_KEY, startProduct, type Product } from '../support/product.ts';
import { say } from '../support/say.ts';
import { blocksOf, differences, runSession, type Block } from '../support/shell-session.ts';

const FOLDER = new URL('../../docs/api/', import.meta.url);
const documents = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
const blocksIn = (name: string): Block[] => blocksOf(readFileSync(new URL(name, FOLDER), 'utf8'));
const isShell = ({ language }: Block): boolean => language === 'sh';
/** What the README says to paste first. */
const setup = blocksIn('README.md').find(isShell)?.code ?? '';

let product: Product;
let target: DemoTarget;

describe.runIf(canPaste())('pasted after the demo', () => {
  beforeAll(async () => {
    product = await startProduct();
    target = await startTarget();
    await ensureTeam(demoClient(product.url, ADMIN_KEY), target.url);
  });
  afterAll(async () => {
    await product?.close();
    await target?.close();
  });

  test.concurrent.each(documents)('docs/api/%s does what it shows', async (document) => {
    const blocks = blocksIn(document);
    const shell = blocks.filter((block) => isShell(block) && block.code !== setup);
    const { exitCode, complaints, printed } = await runSession([setup, ...shell.map(({ code }) => code)], {
      TOCSIN_URL: product.url,
      TOCSIN_API_KEY: ADMIN_KEY,
    });
    // What a failed command said is in the message of the test that it fails.
    expect(exitCode === 0 ? '' : `${exitCode}: ${complaints}${printed.join('').slice(-1_000)}`).toBe('');
    const wrong = blocks.flatMap((block, index) => {
      if (block.language !== 'json') return [];
      // The block before it is what prints it, as its last line.
      const place = shell.findIndex((one) => one === blocks[index - 1]);
      const answer = printed[1 + place]?.split('\n').at(-1) ?? '';
      return differences(JSON.parse(block.code), JSON.parse(answer)).map((one) => `${one} of ${block.code}`);
    });
    expect(wrong).toEqual([]);
  });
});

/** Whether there is what documents are pasted into. In CI there must be. */
function canPaste(): boolean {
  const missing = ['bash', 'curl'].filter((name) => spawnSync(name, ['--version']).error !== undefined);
  if (missing.length === 0) return true;
  if (process.env['CI'] === 'true') throw new Error(`the documents need ${missing.join(' and ')}`);
  say(`SKIPPED: the requests of docs/api, because ${missing.join(' and ')} is not there`);
  return false;
}
