import { AppError, type ErrorCode } from '../services/errors.ts';
import { sentence, WORDS } from './words.ts';

/** What a user reads of a refusal or failure. */
const SAID: Record<ErrorCode, (error: AppError) => string> = {
  validation_error: (error) => `That is not valid: ${error.message}.`,
  unauthorized: () => 'You are not known here.',
  forbidden: () => 'You may not do that.',
  not_found: (error) => `${error.message.slice(0, 1).toUpperCase()}${error.message.slice(1)}.`,
  conflict: (error) => `That does not go together: ${error.message}.`,
  payload_too_large: () => 'That is too much text.',
  unsupported_media_type: () => 'That cannot be read.',
  rate_limited: () => 'That was too often. Please wait a minute.',
  internal: () => WORDS.failed,
  unavailable: () => WORDS.kept,
};

/** What is to be made of an error of a listener. `isFinal`: another attempt would end the same way. */
export type Failure = { readonly error: unknown; readonly isFinal: boolean; readonly text: string };

/**
 * Judges an error: a refusal is told and final; what the world withholds is tried again; anything else is our fault,
 * which is told with the request's id, and tried again too, since it may have passed by then.
 */
export function failureOf(raised: unknown, requestId: string): Failure {
  const error = originalOf(raised);
  if (error instanceof AppError && error.kind !== 'defect') {
    return {
      error,
      isFinal: error.kind === 'rejected',
      text: sentence(SAID[error.code](error).replace(/\.\.$/, '.')),
    };
  }
  return {
    error,
    isFinal: false,
    text: `Something broke (\`${requestId}\`). It is kept and tried again for about a minute.`,
  };
}

/** Bolt wraps what its listeners throw. */
function originalOf(raised: unknown): unknown {
  if (raised instanceof AppError || !(raised instanceof Error)) return raised;
  if ('originals' in raised && Array.isArray(raised.originals)) return originalOf(raised.originals[0]);
  return 'original' in raised && raised.original instanceof Error ? originalOf(raised.original) : raised;
}
