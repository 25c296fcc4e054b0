import { createHmac } from 'node:crypto';
import { SECOND_MS } from '../../core/time/instant.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';

/** How long the app has for its answer; then the person sees `operation_timeout`. */
const ANSWER_WITHIN_MS = 3 * SECOND_MS;
const MAX_ANSWER_BYTES = 1_000_000;

/** What the app answered at once, or the word by which the service says that it did not. */
export type Delivery =
  | { readonly kind: 'answered'; readonly isJson: boolean; readonly body: string }
  | { readonly kind: 'failed'; readonly error: 'operation_timeout' | 'dispatch_failed' };

/** Sends a form to the app as the service would: signed, over HTTP, once. */
export type Deliver = (form: Readonly<Record<string, string>>) => Promise<Delivery>;

export function createDeliver(deps: {
  eventsUrl(): string;
  signingSecret: string;
  clock: Clock;
  log: Logger;
  /** Default: 3 s, the service's own patience. */
  answerWithinMs?: number;
}): Deliver {
  const answerWithinMs = deps.answerWithinMs ?? ANSWER_WITHIN_MS;
  return async (form) => {
    const body = new URLSearchParams(form).toString();
    const timestamp = String(Math.floor(deps.clock.now() / SECOND_MS));
    const mac = createHmac('sha256', deps.signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
    try {
      const response = await fetch(deps.eventsUrl(), {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(answerWithinMs),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': `v0=${mac}`,
        },
        body,
      });
      const text = await response.text();
      if (response.status !== 200 || text.length > MAX_ANSWER_BYTES) {
        deps.log.warn({ status: response.status }, 'the app refused what the sandbox sent');
        return { kind: 'failed', error: 'dispatch_failed' };
      }
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return { kind: 'answered', isJson, body: text };
    } catch (error) {
      deps.log.warn({ err: error }, 'the app did not answer the sandbox');
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      return { kind: 'failed', error: isLate ? 'operation_timeout' : 'dispatch_failed' };
    }
  };
}
