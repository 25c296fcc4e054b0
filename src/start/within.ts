import { setTimeout as pause } from 'node:timers/promises';

/** Waits for `work`, but not longer than `ms`: true when it ended in time. What it throws is thrown. */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const giveUp = new AbortController();
  const late = pause(ms, false, { signal: giveUp.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    giveUp.abort();
    // Whatever comes of it later is nobody's any more.
    work.catch(() => undefined);
  }
}
