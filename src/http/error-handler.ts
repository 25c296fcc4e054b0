import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  AppError,
  HTTP_STATUS,
  TryAgainError,
  type ErrorCode,
  type ErrorDetail,
} from '../services/errors.ts';
import { escapeHtml, htmlPage, PAGE_HEADERS } from './html.ts';
import { isOutOfReach } from './out-of-reach.ts';

const RETRY_AFTER_S = 5;

/** The one shape of every error that the API answers. */
export type ErrorBody = {
  error: { code: ErrorCode; message: string; details?: readonly ErrorDetail[] };
};

/** Answers every error thrown while a request was served; what we broke is logged and told to nobody outside. */
export function handleError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asAppError(thrown, request.id);
  const status = HTTP_STATUS[error.code];
  const line = { err: thrown, code: error.code, route: request.routeOptions.url };
  if (status >= 500) request.log.error(line, 'request failed');
  if (error.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  if (error.code === 'unavailable' && !reply.hasHeader('retry-after'))
    reply.header('retry-after', RETRY_AFTER_S);
  reply.code(status);
  if (isForPeople(request)) return sendErrorPage(error, status, reply);
  return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(bodyOf(error));
}

/** Where people come to by links and forms; what comes to no route there, by its address, is answered to them as well. */
const DOORS_FOR_PEOPLE = /^\/(acknowledge|public|sandbox)(?![^/?])/;

function isForPeople({ routeOptions, url }: FastifyRequest): boolean {
  const { config, url: route } = routeOptions;
  return config?.forPeople ?? (route === undefined && DOORS_FOR_PEOPLE.test(url));
}

export function bodyOf(error: AppError): ErrorBody {
  const { code, message, details } = error;
  return {
    error: code === 'validation_error' && details.length > 0 ? { code, message, details } : { code, message },
  };
}

/** An error by any part of the server as the API knows it. */
function asAppError(thrown: unknown, requestId: string): AppError {
  if (thrown instanceof AppError && thrown.code !== 'internal') return thrown;
  if (isOutOfReach(thrown)) {
    return new AppError('unavailable', 'The database does not answer', { cause: thrown });
  }
  if (thrown instanceof TryAgainError) {
    return new AppError('unavailable', 'It changes faster than it can be read; try again', { cause: thrown });
  }
  const status = statusOf(thrown);
  if (status === 413)
    return new AppError('payload_too_large', 'The body is larger than 1 MiB', { cause: thrown });
  if (status === 415) {
    return new AppError('unsupported_media_type', 'The body must be JSON: content-type application/json', {
      cause: thrown,
    });
  }
  if (status === 503) return new AppError('unavailable', 'This took too long', { cause: thrown });
  if (status !== null && status >= 400 && status < 500) {
    return new AppError('validation_error', messageOf(thrown), { cause: thrown });
  }
  return new AppError('internal', `Something broke on our side (request ${requestId})`, { cause: thrown });
}

/** The status that the framework gave an error of its own; null for errors of anybody else. */
function statusOf(thrown: unknown): number | null {
  if (!(thrown instanceof Error)) return null;
  const { statusCode, code } = thrown as Partial<FastifyError>;
  const isFrameworks = typeof code === 'string' && code.startsWith('FST_');
  // A peer that left before its body was whole; the framework marks it as the peer's fault.
  const isCutOff = code === 'ECONNRESET' && statusCode === 400;
  if (isFrameworks || isCutOff || thrown instanceof SyntaxError) return statusCode ?? null;
  return null;
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof SyntaxError) return 'The body is not valid JSON';
  return thrown instanceof Error ? thrown.message : 'The request is not valid';
}

function sendErrorPage(error: AppError, status: number, reply: FastifyReply): FastifyReply {
  const title = status >= 500 ? 'Something broke' : 'That did not work';
  const body = `<h1>${title}</h1>\n<p>${escapeHtml(error.message)}</p>`;
  return reply.headers(PAGE_HEADERS).serializer(String).send(htmlPage(title, body));
}
