import type { Logger } from '../platform/logger.ts';

/** Does something again and again, `ms` after it last ended, never twice at once. What it throws is logged. */
export function every(
  ms: number,
  work: () => Promise<void>,
  log: Logger,
  options: { atOnce: boolean } = { atOnce: false },
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = Promise.resolve();
  const run = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'regular work failed; it comes again');
    }
    if (!isStopped) timer = setTimeout(start, ms);
  };
  const start = (): void => {
    running = run();
  };
  if (options.atOnce) start();
  else timer = setTimeout(start, ms);
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
