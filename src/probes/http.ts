import type { ProbeResult } from '../core/monitor/probe-result.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { Check } from './connection.ts';
import { exchange, type Answer } from './exchange.ts';
import { failureSentence, timeoutSentence } from './failure-sentence.ts';
import { firstHop, type HopSource } from './hop.ts';
import { ProbeError } from './probe-error.ts';
import { startStopwatch } from './stopwatch.ts';

export const DEFAULT_TIMEOUT_MS = 30_000;
export const MAX_REDIRECTS = 5;

export type HttpProbeRequest = HopSource & {
  /** For the whole check, redirects included, from the first look-up to the last byte. */
  readonly timeoutMs?: number;
  readonly allowPrivateTargets: boolean;
  readonly startedAt: EpochMs;
  /** Authorities (PEM) to trust in place of the built-in ones. */
  readonly ca?: string;
};

/**
 * One HTTP check: a fresh connection, up to five redirects, at most 1 MiB of the body. Never rejects: what goes wrong
 * is a `failed` result with a sentence. Phase times add up over redirects; a phase that did not end is null, and
 * `responseTime` is null unless the whole answer came. `ssl` is, of the certificates met, the one that expires first.
 */
export async function probeHttp(request: HttpProbeRequest): Promise<ProbeResult> {
  const { startedAt, timeoutMs = DEFAULT_TIMEOUT_MS } = request;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const check: Check = {
    startedAt,
    stopwatch: startStopwatch(),
    signal: deadline.signal,
    rules: { allowPrivateTargets: request.allowPrivateTargets },
    ca: request.ca,
    peer: request.url,
    ssl: null,
  };
  try {
    const answer = await follow(request, check);
    return { kind: 'response', startedAt, phases: check.stopwatch.stop(), ...answer, ssl: check.ssl };
  } catch (cause) {
    const phase = check.stopwatch.running();
    const error = deadline.signal.aborted
      ? timeoutSentence(timeoutMs, phase)
      : failureSentence(cause, { phase, peer: check.peer });
    return { kind: 'failed', startedAt, phases: check.stopwatch.phases(), error, ssl: check.ssl };
  } finally {
    clearTimeout(timer);
  }
}

async function follow(request: HttpProbeRequest, check: Check): Promise<Answer> {
  let hop = firstHop(request);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const next = await exchange(hop, check);
    if ('statusCode' in next) return next;
    hop = next;
  }
  throw new ProbeError(
    `gave up after ${MAX_REDIRECTS} redirects, the next to ${hop.url.origin}${hop.url.pathname}`,
  );
}
