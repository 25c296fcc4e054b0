import type { FailedResult, ProbeResult } from '../core/monitor/probe-result.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { Check } from './connection.ts';
import { failureSentence, timeoutSentence } from './failure-sentence.ts';
import { ProbeError } from './probe-error.ts';
import { startStopwatch } from './stopwatch.ts';

export const DEFAULT_TIMEOUT_MS = 30_000;

/** What a check is made with, whatever it asks for. */
export type Means = {
  /** For the whole check, from the first look-up to the last byte. */
  readonly timeoutMs?: number;
  readonly allowPrivateTargets: boolean;
  readonly startedAt: EpochMs;
  /** Authorities (PEM) to trust in place of the built-in ones. */
  readonly ca?: string;
};

/**
 * Makes one check by its deadline. Never rejects: what goes wrong is a `failed` result with a sentence, in which a phase
 * that did not end is null, and so is `responseTime`.
 * @param peer what a sentence names until the check knows better
 */
export async function attempt<Result extends ProbeResult>(
  { startedAt, timeoutMs = DEFAULT_TIMEOUT_MS, allowPrivateTargets, ca }: Means,
  peer: string,
  look: (check: Check) => Promise<Result>,
): Promise<Result | FailedResult> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const check: Check = {
    startedAt,
    stopwatch: startStopwatch(),
    signal: deadline.signal,
    rules: { allowPrivateTargets },
    ca,
    peer,
    ssl: null,
  };
  try {
    return await look(check);
  } catch (cause) {
    const phase = check.stopwatch.running();
    const isLate = deadline.signal.aborted && !(cause instanceof ProbeError);
    const error = isLate
      ? timeoutSentence(timeoutMs, phase)
      : failureSentence(cause, { phase, peer: check.peer });
    return { kind: 'failed', startedAt, phases: check.stopwatch.phases(), error, ssl: check.ssl };
  } finally {
    clearTimeout(timer);
  }
}
