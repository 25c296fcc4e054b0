import type { ProbeResult } from '../../core/monitor/probe-result.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Monitor } from './monitor-config.ts';

/** Looks at a target once. Never rejects; `isVoid` where the process itself stood still, so that the result says nothing. */
export type Probe = (
  monitor: Monitor,
  startedAt: EpochMs,
) => Promise<{ readonly result: ProbeResult; readonly isVoid: boolean }>;
