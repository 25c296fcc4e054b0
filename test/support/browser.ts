import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { say } from './say.ts';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Whether browser tests can run here. In CI they must: a browser that is missing there fails them. */
export function hasBrowser(): boolean {
  if (existsSync(CHROMIUM)) return true;
  if (process.env['CI'] === 'true') throw new Error(`browser tests need a browser: ${CHROMIUM} is not there`);
  say(`SKIPPED: browser tests, because ${CHROMIUM} is not there`);
  return false;
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
}
