import { cut } from '../core/notification/message.ts';
import type { SendResult } from '../services/ports/sender.ts';
import { neverConnected } from './network.ts';

/** What nodemailer says of a failed send beside its message. */
type SmtpError = {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
};

/** Failures of nodemailer that no server has to do with and that will be the same next time. */
const OURS = new Set(['EENVELOPE', 'EMESSAGE', 'ECONFIG', 'ENOAUTH', 'EMAXRECIPIENTS', 'EREQUIRETLS']);

const WORDS: Record<string, string> = {
  EABORT: 'did not answer in time',
  ETIMEDOUT: 'did not answer in time',
  EDNS: 'could not be looked up',
  ETLS: 'and we could not agree on encryption',
  EAUTH: 'did not accept the login',
};

/**
 * What a failed send means. `hasLeft`: the whole message went out, so that without an answer it may have arrived.
 * 4xx may pass, 5xx will not, but for 503, which only complains of the order of commands (RFC 5321, 4.2.1).
 */
export function emailFailure(error: unknown, hasLeft: boolean): Exclude<SendResult, { kind: 'sent' }> {
  const { code, responseCode, response } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as SmtpError;
  if (typeof responseCode === 'number') return answered(responseCode, code, response);
  const word = typeof code === 'string' ? code : '';
  if (OURS.has(word))
    return { kind: 'rejected', reason: 'The message could not be given to the mail server.' };
  const said = neverConnected(error) ? 'cannot be reached' : (WORDS[word] ?? 'dropped the connection');
  const reason = `The mail server ${said}.`;
  return hasLeft
    ? { kind: 'uncertain', reason, unavailable: true }
    : { kind: 'retry', reason, unavailable: true };
}

function answered(status: number, code: unknown, response: unknown): Exclude<SendResult, { kind: 'sent' }> {
  // The answer to a login may repeat what it was given: only its number is told.
  const reason =
    code === 'EAUTH'
      ? `The mail server refused the login (${status}).`
      : `The mail server refused the message: ${responseText(response, status)}`;
  if (status >= 500 && status !== 503) return { kind: 'rejected', reason };
  // 421: it is closing down; a login that fails for now concerns every message.
  return { kind: 'retry', reason, unavailable: status === 421 || status === 503 || code === 'EAUTH' };
}

function responseText(response: unknown, status: number): string {
  return typeof response === 'string' ? cut(response.replaceAll(/\s+/g, ' ').trim(), 200) : String(status);
}
