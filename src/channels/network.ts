import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { asEpochMs, DAY_MS, SECOND_MS, type EpochMs } from '../core/time/instant.ts';

/** How long a partner may take where a sender's options do not say. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** Failures of the network that happen before a request can have left. */
const BEFORE_CONNECTION: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'is not known to the name server',
  EAI_AGAIN: 'could not be looked up: the name server did not answer',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
  EADDRNOTAVAIL: 'cannot be reached from here',
  UND_ERR_CONNECT_TIMEOUT: 'did not accept a connection in time',
  CERT_HAS_EXPIRED: 'has an expired certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that nobody vouches for',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate that nobody vouches for',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate that nobody vouches for',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that nobody vouches for',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS',
};

/** Failures after which the request may or may not have been acted on. */
const AFTER_CONNECTION: Record<string, string> = {
  ECONNRESET: 'dropped the connection',
  EPIPE: 'dropped the connection',
  UND_ERR_SOCKET: 'dropped the connection',
  UND_ERR_HEADERS_TIMEOUT: 'did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'did not finish its answer in time',
};

/**
 * A pool of connections whose connecting ends well before `timeoutMs`: so a time-out of the whole request means that
 * the request may have left, and a partner that cannot be reached is told apart from one that does not answer.
 */
export function createAgent(options: { timeoutMs: number; lookup?: LookupFunction }): Agent {
  const { timeoutMs, lookup } = options;
  return new Agent({
    connect: {
      timeout: Math.max(1, Math.min(5_000, timeoutMs / 2)),
      ...(lookup === undefined ? {} : { lookup }),
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}

/** Whether a failed request can never have left: it is safe to send again. */
export function neverConnected(error: unknown): boolean {
  return codesOf(error).some((code) => code in BEFORE_CONNECTION);
}

export type NetworkFailure =
  | { readonly kind: 'retry'; readonly reason: string; readonly unavailable: true }
  | { readonly kind: 'uncertain'; readonly reason: string; readonly unavailable: true };

/** What a failure of the network means for an attempt. `partner` begins the sentence; no address or secret is in it. */
export function networkFailure(partner: string, error: unknown): NetworkFailure {
  const reason = `${partner} ${networkWords(error)}.`;
  return { kind: neverConnected(error) ? 'retry' : 'uncertain', reason, unavailable: true };
}

/**
 * How long a `Retry-After` header asks to wait, in milliseconds, at most a day: seconds or an HTTP date (RFC 9110,
 * 10.2.3). Undefined where it is absent or means nothing.
 */
export function retryAfterMs(header: string | null | undefined, now: EpochMs): number | undefined {
  if (header == null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * SECOND_MS : Date.parse(header) - now;
  if (!Number.isFinite(ms)) return undefined;
  return asEpochMs(Math.min(Math.max(0, ms), DAY_MS));
}

function networkWords(error: unknown): string {
  for (const code of codesOf(error)) {
    const words = BEFORE_CONNECTION[code] ?? AFTER_CONNECTION[code];
    if (words !== undefined) return words;
  }
  return isTimeout(error) ? 'did not answer in time' : 'could not be talked to';
}

function isTimeout(error: unknown): boolean {
  return chainOf(error).some((link) => link.name === 'TimeoutError' || link.name === 'AbortError');
}

function codesOf(error: unknown): string[] {
  return chainOf(error).flatMap((link) => (typeof link.code === 'string' ? [link.code] : []));
}

type ErrorLink = { readonly code?: unknown; readonly name?: unknown };

/** An error, what caused it, and, where several addresses were tried, the failure of each; to a depth of five. */
function chainOf(error: unknown, depth = 5): ErrorLink[] {
  if (typeof error !== 'object' || error === null || depth === 0) return [];
  const { cause, original, errors } = error as { cause?: unknown; original?: unknown; errors?: unknown };
  const further = [cause, original, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return [error as ErrorLink, ...further.flatMap((next) => chainOf(next, depth - 1))];
}
