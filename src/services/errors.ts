/** Every way in which a use case can refuse or fail, as the API names it. */
export const ERROR_CODES = [
  'validation_error',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** How the doors that speak HTTP answer it. */
export const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  validation_error: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** Who must act: `rejected` the caller, `unavailable` nobody but time, `defect` us. */
export type ErrorKind = 'rejected' | 'unavailable' | 'defect';

/** One field that is wrong, by its path in the body as the caller wrote it (`rules[0].delayInMins`). */
export type ErrorDetail = { readonly path: string; readonly message: string };

const KINDS: Record<ErrorCode, ErrorKind> = {
  validation_error: 'rejected',
  unauthorized: 'rejected',
  forbidden: 'rejected',
  not_found: 'rejected',
  conflict: 'rejected',
  payload_too_large: 'rejected',
  unsupported_media_type: 'rejected',
  rate_limited: 'rejected',
  internal: 'defect',
  unavailable: 'unavailable',
};

/** An expected refusal or failure of a use case. Its message is safe to show to the caller. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly details: readonly ErrorDetail[];

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: readonly ErrorDetail[]; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.kind = KINDS[code];
    this.details = options.details ?? [];
  }
}

/** 404: unknown, or of a page that the caller may not see (the two look the same on purpose). */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} not found`);
}

/** 400 naming one field. */
export function invalid(path: string, message: string): AppError {
  return new AppError('validation_error', `${path}: ${message}`, { details: [{ path, message }] });
}

/** 400 naming several fields. */
export function invalidAll(details: readonly ErrorDetail[]): AppError {
  return new AppError('validation_error', details.map((d) => `${d.path}: ${d.message}`).join('; '), {
    details,
  });
}

/** 409. */
export function conflict(message: string): AppError {
  return new AppError('conflict', message);
}

/** Thrown within a transaction that has to be rolled back and run again. One that outlasts its last run is a 503. */
export class TryAgainError extends Error {
  override readonly name = 'TryAgainError';
}
