import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../platform/logger.ts';

/** Works something off in batches whenever it is poked, and never sleeps on a poke that came while it was working. */
export type Drainer = {
  /** There may be work. Returns at once. */
  poke(): void;
  /** Resolves when nothing is being worked on. */
  idle(): Promise<void>;
  /** No batch starts any more; resolves when the running ones have ended. */
  stop(): Promise<void>;
};

const PAUSE_AFTER_ERROR_MS = 1_000;

/** Ends after `ms`, or with an error as soon as `signal` aborts. */
type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

const sleepForReal: Sleep = (ms, signal) => sleep(ms, undefined, { signal });

/**
 * `batch` takes what is due and answers how much it was; it is called again until there is nothing. At most
 * `concurrency` batches run at once, so that one slow provider does not hold up what another batch could send. A batch
 * that fails is tried once more after a second; a lasting fault waits for the next poke.
 */
export function createDrainer(options: {
  name: string;
  concurrency: number;
  batch: () => Promise<number>;
  log: Logger;
  sleep?: Sleep;
}): Drainer {
  const { name, concurrency, batch, log, sleep: rest = sleepForReal } = options;
  const stopping = new AbortController();
  const workers = new Set<Promise<void>>();
  /** Workers that will still look at `isPoked`; a promise ends too late to be counted by. */
  let looking = 0;
  /** Somebody poked, and no batch has begun since. */
  let isPoked = false;

  const work = async (): Promise<void> => {
    let mayBeMore = true;
    let failures = 0;
    while ((mayBeMore || isPoked) && !stopping.signal.aborted) {
      isPoked = false;
      try {
        mayBeMore = (await batch()) > 0;
        failures = 0;
        if (mayBeMore) addWorker();
      } catch (error) {
        failures += 1;
        mayBeMore = failures < 2;
        log.error({ err: error, drainer: name }, 'a batch failed');
        if (mayBeMore || isPoked) await rest(PAUSE_AFTER_ERROR_MS, stopping.signal).catch(() => undefined);
      }
    }
    looking -= 1;
  };
  const addWorker = (): void => {
    if (looking >= concurrency || stopping.signal.aborted) return;
    looking += 1;
    const worker = work().finally(() => workers.delete(worker));
    workers.add(worker);
  };

  return {
    poke: () => {
      isPoked = true;
      addWorker();
    },
    idle: async () => {
      while (workers.size > 0) await Promise.all(workers);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(workers);
    },
  };
}
