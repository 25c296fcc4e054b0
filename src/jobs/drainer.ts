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

/**
 * `batch` takes what is due and answers how much it was; it is called again until there is nothing. At most
 * `concurrency` batches run at once, so that one slow provider does not hold up what another batch could send.
 */
export function createDrainer(options: {
  name: string;
  concurrency: number;
  batch: () => Promise<number>;
  log: Logger;
}): Drainer {
  const { name, concurrency, batch, log } = options;
  const running = new Set<Promise<void>>();
  let pokedWhileBusy = false;
  let isStopped = false;

  const work = async (): Promise<void> => {
    do {
      pokedWhileBusy = false;
      try {
        while (!isStopped && (await batch()) > 0) start();
      } catch (error) {
        log.error({ err: error, drainer: name }, 'a batch failed; it is tried again');
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR_MS));
        // Once more only: a lasting fault is the sweeper's, not a loop's.
        if (!isStopped) await batch().catch(() => 0);
      }
    } while (pokedWhileBusy && !isStopped);
  };
  const start = (): void => {
    if (isStopped) return;
    if (running.size >= concurrency) {
      pokedWhileBusy = true;
      return;
    }
    const one = work().finally(() => running.delete(one));
    running.add(one);
  };

  return {
    poke: start,
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
