import { request, type Dispatcher } from 'undici';
import type { EpochMs } from '../core/time/instant.ts';
import { assertTargetAllowed, guardedLookup, TargetForbiddenError } from '../platform/target-guard.ts';
import type { SendResult } from '../services/ports/sender.ts';
import { createAgent, networkFailure, retryAfterMs } from './network.ts';

const MAX_ANSWER_BYTES = 4_096;
/** 4xx that say "later": a request that came too slowly or too early, and too many of them. */
const LATER = new Set([408, 425, 429]);

export type GuardedRequest = {
  /** http or https. A user and password in it are sent as basic authentication. */
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  /** Begins the sentences about it: `The webhook`. */
  readonly partner: string;
  readonly now: EpochMs;
  /** How much of the answer is of interest, in bytes; default: nothing. */
  readonly keptBytes?: number;
};

/** What came of it, and, where one came and was of interest, the answer: its status and the beginning of its text. */
export type GuardedResult = SendResult & {
  readonly answer?: { readonly status: number; readonly text: string };
};

export type GuardedPost = {
  send(request: GuardedRequest): Promise<GuardedResult>;
  close(): Promise<void>;
};

/**
 * POSTs JSON to addresses that people gave, within `timeoutMs`, never to one that is forbidden. Redirects are failures:
 * where they lead to nobody has checked.
 */
export function createGuardedPost(options: { allowPrivateTargets: boolean; timeoutMs: number }): GuardedPost {
  const { allowPrivateTargets, timeoutMs } = options;
  const agent = createAgent({ timeoutMs, lookup: guardedLookup({ allowPrivateTargets }) });
  return {
    send: async (asked) => {
      try {
        assertTargetAllowed(asked.url.hostname, { allowPrivateTargets });
        const response = await post(asked, agent, timeoutMs);
        const text = await readBody(response.body, asked.keptBytes ?? 0);
        const result = judge(response, asked);
        if (asked.keptBytes === undefined) return result;
        return { ...result, answer: { status: response.statusCode, text } };
      } catch (error) {
        return failureOf(asked.partner, error);
      }
    },
    close: () => agent.destroy(),
  };
}

/** The address as one that can be posted to; null where it is none. */
export function postableUrl(address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}

function post(
  { url, headers, body }: GuardedRequest,
  agent: Dispatcher,
  timeoutMs: number,
): Promise<Dispatcher.ResponseData> {
  return request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'tocsin',
      ...basicAuth(url),
      ...headers,
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

function judge(response: Dispatcher.ResponseData, { partner, now }: GuardedRequest): SendResult {
  const { statusCode: status, headers } = response;
  if (status >= 200 && status < 300) return { kind: 'sent', externalId: null };
  const reason = `${partner} answered with HTTP status ${status}.`;
  if (status >= 500 || LATER.has(status)) {
    const header = headers['retry-after'];
    const afterMs = retryAfterMs(Array.isArray(header) ? header[0] : header, now);
    const after = afterMs === undefined ? {} : { afterMs };
    return { kind: 'retry', reason, ...after, unavailable: status >= 500 };
  }
  if (status < 400) {
    return { kind: 'retry', reason: `${reason} Redirects are not followed.`, unavailable: false };
  }
  return { kind: 'rejected', reason };
}

/** The beginning of the answer. The status has been seen, so whatever happens to the rest changes nothing. */
async function readBody(body: Dispatcher.ResponseData['body'], keptBytes: number): Promise<string> {
  const kept: Buffer[] = [];
  let left = keptBytes;
  try {
    if (left > 0) {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        kept.push(chunk.subarray(0, left));
        left -= chunk.length;
        // Leaving early ends the connection, so that an answer without end costs nothing.
        if (left <= 0) break;
      }
    } else await body.dump({ limit: MAX_ANSWER_BYTES });
  } catch {
    body.destroy();
  }
  return Buffer.concat(kept).toString('utf8');
}

function failureOf(partner: string, error: unknown): SendResult {
  const refused = [error, (error as { cause?: unknown } | null)?.cause].find(
    (e) => e instanceof TargetForbiddenError,
  );
  if (refused !== undefined) {
    return { kind: 'rejected', reason: `${partner}’s address ${refused.message}.` };
  }
  return networkFailure(partner, error);
}
