import type { components } from './schema.ts';

type Body = components['schemas']['Error']['error'];

/**
 * A code of the API, or why there is no answer of the API: `unreachable` (no connection, or it broke), `timeout`, and
 * `unexpected` (an answer that is not the API's, as a proxy gives one).
 */
export type TocsinErrorCode = Body['code'] | 'unreachable' | 'timeout' | 'unexpected';

export type TocsinErrorDetail = NonNullable<Body['details']>[number];

/** Why a request was not done. It never holds the API key. */
export class TocsinError extends Error {
  override readonly name = 'TocsinError';
  readonly code: TocsinErrorCode;
  /** The HTTP status; null: no answer came. */
  readonly status: number | null;
  /** Of `validation_error`: which fields are wrong, and how. */
  readonly details: readonly TocsinErrorDetail[];
  /** What the server's log calls the request; null: it did not say. */
  readonly requestId: string | null;

  constructor(
    code: TocsinErrorCode,
    message: string,
    more: {
      status?: number;
      details?: readonly TocsinErrorDetail[];
      requestId?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.status = more.status ?? null;
    this.details = more.details ?? [];
    this.requestId = more.requestId ?? null;
  }
}

/** What an answer that is no success says. */
export function errorOf(response: Response, body: unknown): TocsinError {
  const { status } = response;
  const requestId = response.headers.get('x-request-id');
  if (isErrorBody(body)) {
    const { code, message, details = [] } = body.error;
    return new TocsinError(code, message, { status, details, requestId });
  }
  const location = response.headers.get('location');
  const message =
    status >= 300 && status < 400 && location !== null
      ? `The server points elsewhere: ${location}`
      : `The server answered ${status}, and not as Tocsin does`;
  return new TocsinError('unexpected', message, { status, requestId });
}

function isErrorBody(body: unknown): body is { error: Body } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  );
}
