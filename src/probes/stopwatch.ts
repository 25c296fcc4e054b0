import { performance } from 'node:perf_hooks';
import type { PhaseTimes } from '../core/monitor/probe-result.ts';

export type Phase = Exclude<keyof PhaseTimes, 'responseTime'>;

export type Stopwatch = {
  /** Ends the running phase and starts another. A phase entered again, after a redirect, adds up. */
  readonly enter: (phase: Phase) => void;
  readonly running: () => Phase;
  /** The phases that ended; without `responseTime`. */
  readonly phases: () => PhaseTimes;
  /** Ends the running phase and the whole. */
  readonly stop: () => PhaseTimes;
};

/** Times the phases of one check, in ms to the microsecond, from now on. */
export function startStopwatch(): Stopwatch {
  const startedAt = performance.now();
  const spent = new Map<Phase, number>();
  let running: Phase = 'dnsTime';
  let since: number | null = null;

  const end = (): number => {
    const now = performance.now();
    if (since !== null) spent.set(running, (spent.get(running) ?? 0) + now - since);
    since = null;
    return now;
  };
  const read = (responseTime: number | null): PhaseTimes => ({
    dnsTime: rounded(spent.get('dnsTime')),
    tcpTime: rounded(spent.get('tcpTime')),
    tlsTime: rounded(spent.get('tlsTime')),
    firstByteTime: rounded(spent.get('firstByteTime')),
    downloadTime: rounded(spent.get('downloadTime')),
    responseTime: rounded(responseTime),
  });
  return {
    enter: (phase) => {
      since = end();
      running = phase;
    },
    running: () => running,
    phases: () => read(null),
    stop: () => read(end() - startedAt),
  };
}

function rounded(ms: number | null | undefined): number | null {
  return ms == null ? null : Math.round(ms * 1_000) / 1_000;
}
