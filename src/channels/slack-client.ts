import { WebClient, LogLevel, type FetchFunction, type Logger as SlackLogger } from '@slack/web-api';
import { fetch } from 'undici';
import type { Logger } from '../platform/logger.ts';
import { createAgent } from './network.ts';

/**
 * A client that tries every call once, within `timeoutMs`, and reports a limit instead of waiting it out: the retries
 * are ours, because the client's own would send a message again after a time-out that only hid a success.
 */
export function createSlackClient(options: {
  token: string;
  apiUrl?: string;
  timeoutMs: number;
  log: Logger;
}): {
  client: WebClient;
  close: () => Promise<void>;
} {
  const { token, apiUrl, timeoutMs, log } = options;
  const agent = createAgent({ timeoutMs });
  const fetchOnce: FetchFunction = async (url, init = {}) => {
    const { body, ...rest } = init;
    const response = await fetch(url, {
      ...rest,
      dispatcher: agent,
      body: typeof body === 'string' ? body : null,
    });
    return response.status === 429 ? withRetryAfter(response) : response;
  };
  const client = new WebClient(token, {
    ...(apiUrl === undefined ? {} : { slackApiUrl: apiUrl }),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: timeoutMs,
    fetch: fetchOnce,
    logger: quietLogger(log),
  });
  return { client, close: () => agent.destroy() };
}

type FetchedResponse = Awaited<ReturnType<typeof fetch>>;

/** The client only knows a limit by a number of seconds; without one it would report a plain error. */
function withRetryAfter(response: FetchedResponse): FetchedResponse {
  const header = response.headers.get('retry-after') ?? '';
  if (/^\d+$/.test(header.trim())) return response;
  const headers = new Headers(response.headers);
  headers.set('retry-after', '1');
  return new Response(null, { status: 429, headers }) as unknown as FetchedResponse;
}

/** What the client itself has to say is told by our own results; only its warnings are worth a line. */
function quietLogger(log: Logger): SlackLogger {
  const nothing = (): void => undefined;
  const warn = (...said: unknown[]): void =>
    log.debug({ said: said.map(String).join(' ') }, 'the Slack client warns');
  return {
    debug: nothing,
    info: nothing,
    warn,
    error: warn,
    setLevel: nothing,
    getLevel: () => LogLevel.WARN,
    setName: nothing,
  };
}
