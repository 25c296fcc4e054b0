import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, HTTP_STATUS } from '../services/errors.ts';

/** Answers a failure as a page for people, or as JSON to the page's own code; what it was inside stays out of it. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, text } = explain(error);
  if (request.headers.accept === 'application/json')
    return reply.code(status).send({ error: { message: text } });
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>Tocsin sandbox</title></head><body><h1>${status}</h1><p>${escapeHtml(text)}</p></body></html>`,
    );
}

function explain(error: unknown): { status: number; text: string } {
  if (error instanceof AppError) return { status: HTTP_STATUS[error.code], text: error.message };
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' && status >= 400 && status < 500
    ? { status, text: 'The sandbox could not read that.' }
    : { status: 500, text: 'Something broke in the sandbox. Its log says what.' };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
