import type { ChatRequestKind } from '../services/ports/chat-requests.ts';

/** What Slack wants, as it is stored. A null id: Slack never repeats it, so it needs no name of its own. */
export type SlackRequest = {
  readonly id: string | null;
  readonly kind: ChatRequestKind;
  readonly body: Record<string, unknown>;
};

/**
 * What stands in a request of Slack.
 * - `challenge`: Slack checks the address; it wants the text back.
 * - `notice`: worth a log line and nothing else.
 */
export type ParsedRequest =
  | { readonly kind: 'request'; readonly request: SlackRequest }
  | { readonly kind: 'challenge'; readonly challenge: string }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'unsupported'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Slack's check of the certificate, which is not signed: nothing else in it may be used. */
export function isSslCheck(contentType: string | undefined, rawBody: Buffer): boolean {
  return (
    mediaType(contentType) === FORM_TYPE && new URLSearchParams(rawBody.toString()).get('ssl_check') === '1'
  );
}

/** Reads a signed request: events are JSON, commands form fields, interactions a form field `payload` with JSON. */
export function parseRequest(contentType: string | undefined, rawBody: Buffer): ParsedRequest {
  switch (mediaType(contentType)) {
    case JSON_TYPE: {
      const body = jsonObject(rawBody.toString());
      return body === null ? unreadable('the body is not a JSON object') : fromBody(body);
    }
    case FORM_TYPE: {
      const form = new URLSearchParams(rawBody.toString());
      const payload = form.get('payload');
      if (payload === null) return fromBody(Object.fromEntries(form));
      const body = jsonObject(payload);
      return body === null ? unreadable('the payload is not a JSON object') : fromBody(body);
    }
    default:
      return { kind: 'unsupported', reason: `expected ${JSON_TYPE} or ${FORM_TYPE}` };
  }
}

/** Sorts a body out, however it came; the socket delivers the same bodies. */
export function fromBody(body: Record<string, unknown>): ParsedRequest {
  // The old verification token is a secret that nothing here needs.
  const { token: _token, ...rest } = body;
  const { type } = rest;
  if (type === 'url_verification') {
    return typeof rest['challenge'] === 'string'
      ? { kind: 'challenge', challenge: rest['challenge'] }
      : unreadable('the challenge is missing');
  }
  if (type === 'app_rate_limited')
    return { kind: 'notice', text: 'Slack holds events back: too many in an hour' };
  if (type === 'event_callback') return fromEvent(rest);
  if (typeof rest['command'] === 'string') return request(null, 'COMMAND', rest);
  return typeof type === 'string'
    ? request(null, 'INTERACTION', rest)
    : unreadable('it is no event, command or interaction');
}

function fromEvent(body: Record<string, unknown>): ParsedRequest {
  const { event_id: id, event } = body;
  if (typeof id !== 'string' || id === '') return unreadable('event_id is missing');
  if (typeof event !== 'object' || event === null) return unreadable('event is missing');
  return request(`evt-${id}`, 'EVENT', body);
}

function request(id: string | null, kind: ChatRequestKind, body: Record<string, unknown>): ParsedRequest {
  return { kind: 'request', request: { id, kind, body } };
}

function unreadable(reason: string): ParsedRequest {
  return { kind: 'unreadable', reason };
}

function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
