import type { FailedResult, ResponseResult } from '../core/monitor/probe-result.ts';
import { attempt, type Means } from './attempt.ts';
import type { Check } from './connection.ts';
import { exchange, type Answer } from './exchange.ts';
import { firstHop, type HopSource } from './hop.ts';
import { ProbeError } from './probe-error.ts';

export const MAX_REDIRECTS = 5;

/** The timeout holds for all redirects together. */
export type HttpProbeRequest = HopSource & Means;

/**
 * One HTTP check: a fresh connection, up to five redirects, at most 1 MiB of the body. Never rejects: what goes wrong
 * is a `failed` result with a sentence. Phase times add up over redirects; a phase that did not end is null, and
 * `responseTime` is null unless the whole answer came. `ssl` is, of the certificates met, the one that expires first.
 */
export async function probeHttp(request: HttpProbeRequest): Promise<ResponseResult | FailedResult> {
  const { startedAt } = request;
  return attempt(request, request.url, async (check) => {
    const answer = await follow(request, check);
    return { kind: 'response', startedAt, phases: check.stopwatch.stop(), ...answer, ssl: check.ssl };
  });
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
