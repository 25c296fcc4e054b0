import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config/config.ts';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** The product that runs beside the demo, or one that the demo starts and ends itself. */
export async function reachProduct(
  config: Config,
  say: (line: string) => void,
): Promise<{ url: string; key: string; stop: () => Promise<void> }> {
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
  if (await isReady(url)) return { url, key: keyOf(config), stop: async () => undefined };
  say('No product answers yet: starting one.');
  const product = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()));
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    if (await isReady(url)) break;
    if (product.exitCode !== null) throw new Error('the product did not start; see above');
    if (performance.now() > deadline) throw new Error(`the product was not ready within a minute at ${url}`);
    await sleep(200);
  }
  return {
    url,
    key: keyOf(config),
    stop: async () => {
      product.kill('SIGTERM');
      await ended;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

function keyOf(config: Config): string {
  const path = join(config.dataDir, 'admin-key');
  if (config.adminApiKey !== null) return config.adminApiKey;
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  throw new Error(`no admin key: set ADMIN_API_KEY, or run the demo where ${path} is`);
}
