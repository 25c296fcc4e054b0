import { TargetForbiddenError } from '../platform/target-guard.ts';
import { ProbeError } from './probe-error.ts';
import type { Phase } from './stopwatch.ts';

export type FailureContext = {
  /** The phase that was running. */
  readonly phase: Phase;
  /** host:port the check was talking to. */
  readonly peer: string;
};

type NodeError = {
  readonly code?: string;
  readonly message: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  readonly reason?: string;
};

const DOING: Record<Phase, string> = {
  dnsTime: 'while resolving the name',
  tcpTime: 'while connecting',
  tlsTime: 'during the TLS handshake',
  firstByteTime: 'while waiting for the first byte',
  downloadTime: 'while reading the body',
};

/** "timed out after 30 s while waiting for the first byte". */
export function timeoutSentence(timeoutMs: number, phase: Phase): string {
  return `timed out after ${timeoutMs / 1_000} s ${DOING[phase]}`;
}

/** What went wrong, in a sentence that needs no knowledge of Node's codes. */
export function failureSentence(error: unknown, context: FailureContext): string {
  if (error instanceof ProbeError || error instanceof TargetForbiddenError) return error.message;
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError && error.errors.length > 0) {
    const sentences = error.errors.map((one: unknown) => failureSentence(one, context));
    return [...new Set(sentences)].join('; ');
  }
  if (!(error instanceof Error)) return String(error);
  return explain(error, context);
}

function explain(error: NodeError, { phase, peer }: FailureContext): string {
  const code = error.code ?? '';
  const at = error.address === undefined ? peer : formatPeer(error.address, error.port);
  const known = EXPLANATIONS.find(([pattern]) => pattern.test(code));
  if (known !== undefined) return known[1]({ at, error, phase });
  const detail = error.reason ?? error.message;
  if (phase === 'tlsTime') return `TLS: handshake with ${peer} failed: ${detail}`;
  if (phase === 'dnsTime') return `DNS: ${error.hostname ?? peer} could not be resolved: ${detail}`;
  return `${detail} ${DOING[phase]}`;
}

type Case = { readonly at: string; readonly error: NodeError; readonly phase: Phase };

const cutOff = ({ at, error, phase }: Case): string =>
  error.message === 'socket hang up' || error.message === 'aborted'
    ? `${at} closed the connection ${DOING[phase]}`
    : `connection reset by ${at} ${DOING[phase]}`;

const EXPLANATIONS: readonly (readonly [code: RegExp, sentence: (found: Case) => string])[] = [
  [/^(ENOTFOUND|ENODATA)$/, ({ at, error }) => `DNS: no address for ${error.hostname ?? at}`],
  [/^EAI_AGAIN$/, ({ at, error }) => `DNS: no answer from the resolver about ${error.hostname ?? at}`],
  [/^ECONNREFUSED$/, ({ at }) => `connection refused by ${at}`],
  [/^(ECONNRESET|EPIPE)$/, cutOff],
  [/^ETIMEDOUT$/, ({ at }) => `no answer from ${at} to the attempt to connect`],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, ({ at }) => `no route to ${at}`],
  [/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/, ({ at }) => `TLS: ${at} does not speak TLS`],
  [/^HPE_HEADER_OVERFLOW$/, ({ at }) => `${at} sent more than 64 KiB of headers`],
  [/^HPE_/, ({ at, error }) => `${at} did not answer in HTTP: ${error.reason ?? error.message}`],
  [/^ERR_(INVALID|UNESCAPED)_/, ({ error }) => `the request cannot be sent: ${error.message}`],
  [
    /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/,
    ({ at, error }) => `the body of ${at} cannot be decompressed: ${error.message}`,
  ],
];

/** host:port, an IPv6 address in brackets. */
export function formatPeer(host: string, port: number | undefined): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === undefined ? name : `${name}:${port}`;
}
