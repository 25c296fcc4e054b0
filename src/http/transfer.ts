import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import type { HttpApp } from './http-app.ts';

/** Below that, an answer costs less to send than to compress. Bytes. */
const WORTH_COMPRESSING = 1_024;
/** The defaults are meant for files that are compressed once and kept. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 2;

/** Answers in gzip or Brotli to those who ask for it; streams of events and small answers go as they are. */
export function compressedAnswers(app: HttpApp): void {
  void app.register(compress, {
    threshold: WORTH_COMPRESSING,
    encodings: ['br', 'gzip'],
    zlibOptions: { level: GZIP_LEVEL },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    // Bodies of requests are never unpacked: a small one could become a huge one.
    globalDecompression: false,
  });
}

/** Pages of these origins may call the API from a browser; by default none may. */
export function otherOrigins(app: HttpApp, origins: readonly string[]): void {
  if (origins.length === 0) return;
  void app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'last-event-id',
    ],
    exposedHeaders: ['etag', 'retry-after', 'x-request-id'],
    // Whoever asks for nothing is told what may be asked for: the refusal would be no JSON.
    strictPreflight: false,
    // What browsers may remember a preflight for, seconds.
    maxAge: 600,
  });
}
