import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../services/context.ts';
import { AppError, HTTP_STATUS, invalid } from '../services/errors.ts';
import { doOnce } from '../services/idempotency/do-once.ts';
import type { IdempotentAnswer } from '../services/ports/idempotent-answers.ts';
import { bearerOf, keyOf } from './auth.ts';
import { bodyOf } from './error-handler.ts';
import type { HttpApp } from './http-app.ts';

const HEADER = 'idempotency-key';
const FORM = /^[\x21-\x7e]{1,255}$/;

/**
 * Lets every POST that needs an API key be repeated: with an `Idempotency-Key` header a second one within a day is
 * answered as the first was, and nothing is done twice. Call it before the routes are made.
 */
export function repeatableWrites(app: HttpApp, services: Services): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || route.config?.access === 'public') return;
    const { handler } = route;
    route.handler = async function repeatable(request, reply) {
      const name = nameOf(request);
      if (name === null) return handler.call(this, request, reply);
      const seal = sealOf(request, name);
      const answer = await doOnce(
        services,
        { id: idOf(request, name), bodyHash: bodyHashOf(request) },
        async (within) => {
          request.within = within;
          const payload: unknown = await handler.call(this, request, reply);
          return { status: reply.statusCode, body: seal.close(JSON.stringify(payload)) };
        },
        (error) => refusalOf(error, seal),
      );
      if (answer.isRepeated) reply.header('idempotent-replayed', 'true');
      return reply.code(answer.status).send(JSON.parse(seal.open(answer.body)));
    };
  });
}

function nameOf(request: FastifyRequest): string | null {
  const name = request.headers[HEADER];
  if (name === undefined) return null;
  if (typeof name !== 'string' || !FORM.test(name)) {
    throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
  }
  return name;
}

/** By the key's hash and not its row: the row of the key in the settings stays, and what one sealed the next cannot open. */
function idOf(request: FastifyRequest, name: string): string {
  return sha256([keyOf(request).hash, request.method, request.url.split('?')[0], name]);
}

function bodyHashOf(request: FastifyRequest): string {
  return sha256([request.body ?? null, request.query]);
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** What a request was refused with, which it is refused with again; what time may mend is tried again. */
function refusalOf(error: unknown, seal: Seal): IdempotentAnswer | null {
  if (!(error instanceof AppError) || error.kind !== 'rejected' || error.code === 'rate_limited') return null;
  return { status: HTTP_STATUS[error.code], body: seal.close(JSON.stringify(bodyOf(error))) };
}

type Seal = { readonly close: (text: string) => string; readonly open: (sealed: string) => string };

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Answers may hold what is shown once: they are stored so that only who repeats the request, with its key, reads them. */
function sealOf(request: FastifyRequest, name: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', bearerOf(request), name, 'tocsin', 32));
  return {
    close: (text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    },
  };
}
