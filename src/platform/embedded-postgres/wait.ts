import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** Asks `check` every `everyMs` until it says true; false when `timeoutMs` passed before that. */
export async function waitUntil(
  check: () => boolean | Promise<boolean>,
  options: { timeoutMs: number; everyMs: number },
): Promise<boolean> {
  const endsAt = performance.now() + options.timeoutMs;
  for (;;) {
    if (await check()) return true;
    if (performance.now() >= endsAt) return false;
    await delay(options.everyMs);
  }
}
