import { TocsinError } from './error.ts';

const MOST_TRIES = 3;
const FIRST_PAUSE_MS = 250;
/** What time may mend: too many requests, and a server that cannot serve just now. */
const TRY_AGAIN = new Set([429, 503]);

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type TransportOptions = {
  readonly fetch: Fetch;
  /** From the call to the end of the answer's body, tries and pauses included. */
  readonly timeoutMs: number;
};

/**
 * Sends requests, again where that is safe: reads, and POSTs that carry an Idempotency-Key. A repeated POST is answered as
 * the first one was, so it is never done twice. Errors: `TocsinError` `unreachable` or `timeout`; the caller's own abort
 * is thrown as it is.
 */
export function transportOf({ fetch, timeoutMs }: TransportOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { url, method, headers, redirect } = request;
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
    const init = { method, headers, redirect, body: body?.byteLength === 0 ? null : body };
    const deadline = deadlineOf(timeoutMs, request.signal);
    try {
      for (let tries = 1; ; tries += 1) {
        const isLast = tries >= MOST_TRIES || !isRepeatable(request);
        const outcome = await tryOnce(fetch, url, { ...init, signal: deadline.signal });
        deadline.throwIfOver(outcome);
        const pauseMs = pauseAfter(outcome, tries);
        if (isLast || pauseMs === null || pauseMs >= deadline.leftMs()) return answerOf(outcome, url);
        await deadline.pause(pauseMs);
      }
    } finally {
      deadline.end();
    }
  };
}

type Outcome = { response: Response } | { failure: unknown };

/** With its whole body, so that a connection that breaks in the middle of it counts as no answer. */
async function tryOnce(fetch: Fetch, url: string, init: RequestInit): Promise<Outcome> {
  try {
    const response = await fetch(url, init);
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return { response: new Response(body.byteLength === 0 ? null : body, { status, statusText, headers }) };
  } catch (failure) {
    return { failure };
  }
}

function answerOf(outcome: Outcome, url: string): Response {
  if ('response' in outcome) return outcome.response;
  throw unreachable(url, outcome.failure);
}

export function unreachable(url: string, cause: unknown): TocsinError {
  const why = reasonOf(cause);
  return new TocsinError('unreachable', `${new URL(url).origin} cannot be reached${why}`, { cause });
}

/** Node's fetch says no more than "fetch failed" itself. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { cause } = error;
  if (!(cause instanceof Error)) return '';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const reason = cause.message === '' ? code : cause.message;
  return reason === '' ? '' : ` (${reason})`;
}

/** Doors that take no API key take no Idempotency-Key either. */
function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && headers.has('idempotency-key'));
}

/** How long to wait before the next try; null: there is no point in one. */
function pauseAfter(outcome: Outcome, tries: number): number | null {
  if (!('response' in outcome)) return backoffMs(tries);
  if (!TRY_AGAIN.has(outcome.response.status)) return null;
  return retryAfterMs(outcome.response.headers) ?? backoffMs(tries);
}

/** Between half of and the whole of a time that doubles, so that clients that failed together do not come together. */
export function backoffMs(tries: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + random / 2 ** 33);
}

/** Seconds, or a date, which counts from the server's own clock. */
function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const ms = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** The end of a call: by its time or by its caller, whichever is first. */
function deadlineOf(timeoutMs: number, callers: AbortSignal) {
  const startedAt = performance.now();
  const controller = new AbortController();
  const timeout = new TocsinError('timeout', `No answer within ${timeoutMs / 1_000} s`);
  const timer = setTimeout(() => controller.abort(timeout), timeoutMs);
  const onAbort = () => controller.abort(callers.reason);
  if (callers.aborted) onAbort();
  callers.addEventListener('abort', onAbort, { once: true });
  const { signal } = controller;
  return {
    signal,
    leftMs: () => startedAt + timeoutMs - performance.now(),
    throwIfOver: (outcome: Outcome) => {
      if ('failure' in outcome && signal.aborted) throw signal.reason;
    },
    pause: (ms: number) => pause(ms, signal),
    end: () => {
      clearTimeout(timer);
      callers.removeEventListener('abort', onAbort);
    },
  };
}

/** Errors: the signal's reason. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
