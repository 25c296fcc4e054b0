import { request, type Dispatcher } from 'undici';
import { assertTargetAllowed, guardedLookup, TargetForbiddenError } from '../platform/target-guard.ts';
import type { OutboundPage, Sender, SendResult } from '../services/ports/sender.ts';
import { createAgent, DEFAULT_TIMEOUT_MS, networkFailure, retryAfterMs } from './network.ts';
import { webhookBody } from './webhook-body.ts';
import { webhookHeaders } from './webhook-signature.ts';

const MAX_ANSWER_BYTES = 4_096;
/** 4xx that say "later": a request that came too slowly or too early, and too many of them. */
const LATER = new Set([408, 425, 429]);

export type WebhookOptions = {
  /** Signs for members without a secret of their own; null: those get no signature. */
  readonly defaultSecret: string | null;
  readonly allowPrivateTargets: boolean;
  readonly timeoutMs?: number;
};

/**
 * Pages members by a POST to an address of theirs, signed, with an id that stays over all attempts. Redirects are
 * failures: where they lead to nobody has checked.
 */
export function createWebhookSender(options: WebhookOptions): Sender & { close(): Promise<void> } {
  const { defaultSecret, allowPrivateTargets, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const agent = createAgent({ timeoutMs, lookup: guardedLookup({ allowPrivateTargets }) });
  return {
    channel: 'WEBHOOK',
    send: async (page) => {
      const url = urlOf(page.recipient.webhookUrl);
      if (url === null) return { kind: 'rejected', reason: 'The member has no webhook address.' };
      try {
        assertTargetAllowed(url.hostname, { allowPrivateTargets });
        const response = await postTo(url, { page, defaultSecret, timeoutMs, agent });
        await drain(response.body);
        return judge(response, page);
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => agent.destroy(),
  };
}

type Attempt = { page: OutboundPage; defaultSecret: string | null; timeoutMs: number; agent: Dispatcher };

function postTo(url: URL, attempt: Attempt): Promise<Dispatcher.ResponseData> {
  const { page, defaultSecret, timeoutMs, agent } = attempt;
  const body = webhookBody(page);
  const secret = page.recipient.webhookSecret ?? defaultSecret;
  return request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'tocsin',
      ...basicAuth(url),
      ...webhookHeaders({ id: page.key, now: page.now, body, secret }),
    },
    body,
    dispatcher: agent,
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** A user and password in the address, which the client leaves out of what it sends. */
function basicAuth(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {};
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function judge(response: Dispatcher.ResponseData, page: OutboundPage): SendResult {
  const { statusCode: status, headers } = response;
  if (status >= 200 && status < 300) return { kind: 'sent', externalId: null };
  const reason = `The webhook answered with HTTP status ${status}.`;
  if (status >= 500 || LATER.has(status)) {
    const header = headers['retry-after'];
    const afterMs = retryAfterMs(Array.isArray(header) ? header[0] : header, page.now);
    const after = afterMs === undefined ? {} : { afterMs };
    return { kind: 'retry', reason, ...after, unavailable: status >= 500 };
  }
  if (status < 400)
    return { kind: 'retry', reason: `${reason} Redirects are not followed.`, unavailable: false };
  return { kind: 'rejected', reason };
}

/** The status has been seen, so whatever happens to the rest of the answer changes nothing. */
async function drain(body: Dispatcher.ResponseData['body']): Promise<void> {
  try {
    await body.dump({ limit: MAX_ANSWER_BYTES });
  } catch {
    body.destroy();
  }
}

function failureOf(error: unknown): SendResult {
  const refused = [error, (error as { cause?: unknown } | null)?.cause].find(
    (e) => e instanceof TargetForbiddenError,
  );
  if (refused !== undefined) return { kind: 'rejected', reason: `The webhook’s address ${refused.message}.` };
  return networkFailure('The webhook', error);
}

function urlOf(address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}
