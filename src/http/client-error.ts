import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../services/errors.ts';

type Answer = { readonly status: number; readonly code: ErrorCode; readonly message: string };

/** What is told to a peer whose bytes are no HTTP request; such a request never reaches a route. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'validation_error',
    message: 'The request did not arrive in time',
  },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'payload_too_large', message: 'The headers are too large' },
};
const MALFORMED: Answer = {
  status: 400,
  code: 'validation_error',
  message: 'This is not a valid HTTP request',
};

export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const { status, code, message } = ANSWERS[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ error: { code, message } });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
