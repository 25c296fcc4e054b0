import twilio from 'twilio';
import { request } from 'undici';
import { MINUTE_MS, type EpochMs } from '../core/time/instant.ts';
import { createAgent } from './network.ts';

/** Where Twilio's REST interface is, unless an address says otherwise. */
const TWILIO_API_URL = 'https://api.twilio.com';

/** An answer of Twilio that is not a success. `code` is Twilio's own error number, where it gave one. */
export class TwilioFailure extends Error {
  override readonly name = 'TwilioFailure';
  readonly status: number;
  readonly code: number | null;
  readonly retryAfter: string | null;

  constructor(status: number, code: number | null, retryAfter: string | null) {
    super(`Twilio answered with HTTP status ${status}`);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export type TwilioClient = ReturnType<typeof twilio>;

/**
 * Twilio's library over a transport of ours: one try a call within `timeoutMs`, failures that tell a request that
 * never left from one that may have, and every path of `https://api.twilio.com` under `apiUrl`.
 */
export function createTwilioClient(options: {
  accountSid: string;
  authToken: string;
  apiUrl?: string;
  timeoutMs: number;
}): { client: TwilioClient; close: () => Promise<void> } {
  const { accountSid, authToken, apiUrl = TWILIO_API_URL, timeoutMs } = options;
  const agent = createAgent({ timeoutMs });
  const httpClient = new twilio.RequestClient();
  httpClient.request = async <T>(call: Call): Promise<Answer<T>> => {
    const { statusCode, headers, body } = await request(targetOf(call, apiUrl), {
      method: call.method === 'get' ? 'GET' : call.method === 'delete' ? 'DELETE' : 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'tocsin',
      },
      ...(call.data == null ? {} : { body: form(call.data as object).toString() }),
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = parse(await body.text());
    if (statusCode >= 400) {
      throw new TwilioFailure(statusCode, codeOf(answer), headerText(headers['retry-after']));
    }
    return { statusCode, body: answer as T, headers };
  };
  const client = twilio(accountSid, authToken, { accountSid, httpClient, edge: '', region: '' });
  return { client, close: () => agent.destroy() };
}

/** Our clock and Twilio's may differ by this much. */
const CLOCK_SKEW_MS = MINUTE_MS;

/**
 * Whether a message or call of that `dateCreated` may have been made since an instant of ours. The library hands over a
 * date that it cannot read as it came; one that nobody can read counts as recent.
 */
export function isMadeSince(date: unknown, since: EpochMs): boolean {
  const ms = date instanceof Date ? date.getTime() : typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(ms) || ms >= since - CLOCK_SKEW_MS;
}

type Call = Parameters<InstanceType<typeof twilio.RequestClient>['request']>[0];
type Answer<T> = Awaited<ReturnType<InstanceType<typeof twilio.RequestClient>['request']>> & { body: T };

/** The path stays; scheme, host and port are those of `apiUrl`, whose own path, if it has one, goes in front. */
function targetOf(call: Call, apiUrl: string): URL {
  const asked = new URL(call.uri);
  const base = new URL(apiUrl);
  const target = new URL(`${base.pathname.replace(/\/$/, '')}${asked.pathname}`, base);
  target.search = asked.search;
  for (const [name, value] of form(call.params ?? {})) target.searchParams.append(name, value);
  return target;
}

function form(data: object): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(data) as [string, unknown][]) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) fields.append(name, String(one));
  }
  return fields;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function codeOf(answer: unknown): number | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { code } = answer as { code?: unknown };
  return typeof code === 'number' ? code : null;
}

const headerText = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;
