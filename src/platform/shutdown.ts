import type { Logger } from './logger.ts';

/** How long the whole of an orderly end may take before the process exits regardless. */
export const SHUTDOWN_DEADLINE_MS = 10_000;
/** A terminal and a supervisor may send the same wish twice; only a repeat after this long means impatience. */
const REPEAT_MEANS_FORCE_AFTER_MS = 5_000;
const DEFAULT_PHASE_MS = 5_000;

export interface Shutdown {
  /**
   * Adds what must be ended; the last one added is ended first. A phase that fails or outlasts
   * `timeoutMs` (default 5000) is logged and left behind; the next ones run all the same.
   */
  add(name: string, end: () => Promise<void> | void, timeoutMs?: number): void;
  /** Ends everything, once; later calls get the same promise. True when every phase ended well. */
  run(reason: string): Promise<boolean>;
  /** Runs on SIGTERM and SIGINT and then exits: 0 when all ended well, 1 when not or at the deadline. */
  listen(target: SignalSource): void;
}

/** What of `process` the shutdown uses. */
export interface SignalSource {
  on(signal: 'SIGTERM' | 'SIGINT', listener: (signal: string) => void): unknown;
  exit(code: number): void;
}

type Phase = { readonly name: string; readonly end: () => Promise<void> | void; readonly timeoutMs: number };

/** The order in which the process ends: see `Shutdown`. */
export function createShutdown(options: { log: Logger; deadlineMs?: number }): Shutdown {
  const { log, deadlineMs = SHUTDOWN_DEADLINE_MS } = options;
  const phases: Phase[] = [];
  let running: Promise<boolean> | null = null;

  const endAll = async (reason: string): Promise<boolean> => {
    log.info({ reason }, 'shutting down');
    const endsAt = performance.now() + deadlineMs;
    let well = true;
    for (let phase = phases.pop(); phase !== undefined; phase = phases.pop()) {
      const ended = await endPhase(phase, endsAt - performance.now(), log);
      well &&= ended;
    }
    log.info('shut down');
    return well;
  };
  const run = (reason: string): Promise<boolean> => (running ??= endAll(reason));

  const listen = (target: SignalSource): void => {
    let firstAt: number | null = null;
    const onSignal = (signal: string): void => {
      if (firstAt !== null) {
        if (performance.now() - firstAt < REPEAT_MEANS_FORCE_AFTER_MS) return;
        log.warn({ signal }, 'asked again to end: not waiting any longer');
        target.exit(1);
        return;
      }
      firstAt = performance.now();
      const deadline = setTimeout(() => {
        log.error({ deadlineMs }, 'the orderly end took too long');
        target.exit(1);
      }, deadlineMs);
      void run(signal).then((well) => {
        clearTimeout(deadline);
        target.exit(well ? 0 : 1);
      });
    };
    target.on('SIGTERM', onSignal);
    target.on('SIGINT', onSignal);
  };

  return {
    add: (name, end, timeoutMs = DEFAULT_PHASE_MS) => void phases.push({ name, end, timeoutMs }),
    run,
    listen,
  };
}

/** True when the phase ended in time and without an error. Never rejects. */
async function endPhase(phase: Phase, leftMs: number, log: Logger): Promise<boolean> {
  const timeoutMs = Math.max(0, Math.min(phase.timeoutMs, leftMs));
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  try {
    const ended = await Promise.race([Promise.resolve(phase.end()).then(() => true as const), timedOut]);
    if (!ended) log.warn({ phase: phase.name, timeoutMs }, 'a part did not end in time');
    return ended;
  } catch (error) {
    log.error({ phase: phase.name, err: error }, 'a part failed to end');
    return false;
  } finally {
    clearTimeout(timer);
  }
}
