import { TocsinError } from '../client/index.ts';
import { UsageError } from './usage-error.ts';

/** What the command line ends with, for scripts. */
export const EXIT_CODES = {
  0: 'done',
  1: 'refused: no such thing, not allowed in its state, or not valid',
  2: 'wrong usage: nothing was changed',
  3: 'no answer: not reachable, timed out, or the server failed',
  4: 'not signed in: the API key is missing, wrong, or not allowed to do this',
} as const;
export type ExitCode = keyof typeof EXIT_CODES;

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return 2;
  if (error instanceof MissingKey) return 4;
  // What does not answer as Tocsin does is somebody else.
  if (!(error instanceof TocsinError) || error.code === 'unexpected') return 3;
  const { status } = error;
  if (status === 401 || status === 403) return 4;
  return status !== null && status >= 400 && status < 500 && status !== 429 ? 1 : 3;
}

export class MissingKey extends Error {
  override readonly name = 'MissingKey';
}

/** An error as OpenSSL writes it: numbers and places in its source around a few words. */
const OPENSSL = /[\dA-F]+:error:[\dA-F]+:[^:()]*:[^:()]*:([^:()]+):[^()]*/;
/** What makes a sentence out of the field before it. */
const VERB = /^(is|must|has|does|may|cannot) /;

function fieldSentence({ path, message }: { path: string; message: string }): string {
  return VERB.test(message) ? `${path} ${message}` : `${path}: ${message}`;
}

/** One line that says what is wrong and what to do about it. */
export function sentenceOf(error: unknown, url: string): string {
  if (!(error instanceof TocsinError)) return error instanceof Error ? error.message : String(error);
  const { code, message, details, status } = error;
  const said =
    details.length === 0 ? message.replace(OPENSSL, 'TLS: $1') : details.map(fieldSentence).join('; ');
  if (code === 'unauthorized') return `${said}: check TOCSIN_API_KEY or --key`;
  if (code === 'unreachable' || code === 'timeout')
    return `${said}: does Tocsin run there (TOCSIN_URL or --url)?`;
  if (code === 'unexpected') return `${said}: is ${url} (TOCSIN_URL or --url) the address of Tocsin?`;
  if (code === 'rate_limited') return `${said}: wait a little and try again`;
  if (status !== null && status >= 500 && error.requestId !== null)
    return `${said} (request ${error.requestId})`;
  return said;
}
