import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { readSignal, type Signal } from '../../core/monitor/heartbeat.ts';
import { contextOf, SYSTEM, type Services } from '../../services/context.ts';
import { isToken, receivePing, unknownAddress } from '../../services/heartbeat/receive-ping.ts';
import { originOf } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { Message } from '../schemas/common.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The beginning of what a job printed; null on every other route, which read their bodies. */
    output: Buffer | null;
  }
}

/** Of a body that much is read; the rest is let go by. */
const READ_BYTES = 10 * 1024;
const KEPT_BYTES = 4_096;

const Token = z.object({
  token: z.string().min(1).meta({ description: "The secret of a monitor's heartbeatUrl" }),
});
const WithExitCode = Token.extend({
  exit_code: z.string().meta({ description: 'What the job ended with: 0 to 255', example: '0' }),
});

const DOORS = [
  ['', Token, 'A job says that it succeeded', { kind: 'SUCCESS' }],
  ['/start', Token, 'A job says that it began', { kind: 'START' }],
  ['/fail', Token, 'A job says that it failed', { kind: 'FAIL', exitCode: null }],
  ['/:exit_code', WithExitCode, 'A job says by its exit code how it ended', null],
] as const satisfies readonly [string, z.ZodType, string, Signal | null][];

/**
 * What the `heartbeatUrl` of monitors points at; the token is the secret. It needs a scope of its own, because jobs post
 * whatever they printed, in any form and of any length. No rate is limited: a failure must never be refused, and a flood
 * is not stored.
 */
export function heartbeatRoutes(app: HttpApp, services: Services): void {
  app.decorateRequest('output', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, body: Readable, done) => {
    beginningOf(body, (beginning) => {
      request.output = beginning;
      done(null, undefined);
    });
  });

  for (const [suffix, params, summary, signal] of DOORS) {
    for (const method of ['GET', 'POST'] as const) {
      app.route({
        method,
        url: `/heartbeat/:token${suffix}`,
        config: { access: 'public' },
        schema: {
          tags: ['Monitors'],
          summary: method === 'GET' ? summary : `${summary}, with what it printed`,
          description:
            'HEAD does the same as GET. ' +
            'A body may be of any type and length; of a failure the first 4 KiB are kept in the log. Anything else behind the token is answered 404.',
          params,
          response: { 200: Message },
        },
        onRequest: async (request) => {
          // Before anything looks at what the path holds: whatever is no such address is not there.
          requireAddress(request.params);
          // One that the server cannot read would be refused; here no name of a type keeps a job from being heard.
          if (method === 'POST') request.headers['content-type'] = 'application/octet-stream';
        },
        handler: async (request, reply) => {
          const said = signal ?? signalIn(request.params);
          const ctx = contextOf(services, SYSTEM, originOf(request));
          const { token } = request.params;
          await receivePing(ctx, { token, signal: said, method: request.method, output: outputOf(request) });
          reply.header('cache-control', 'no-store');
          return { message: 'OK' };
        },
      });
    }
  }
}

type Params = { readonly token: string } | { readonly token: string; readonly exit_code: string };

function requireAddress(params: Params): void {
  if (!isToken(params.token)) throw unknownAddress();
  if ('exit_code' in params) signalIn(params);
}

function signalIn(params: Params): Signal {
  const signal = 'exit_code' in params ? readSignal(params.exit_code) : null;
  if (signal === null) throw unknownAddress();
  return signal;
}

function outputOf({ output }: FastifyRequest): string | null {
  if (output === null || output.length === 0) return null;
  // Streaming keeps half a character at the cut from being shown as a broken one. NUL cannot be stored: as it will be read,
  // so that a flood of it is known again.
  const text = new TextDecoder().decode(output.subarray(0, KEPT_BYTES), { stream: true });
  return text.replaceAll('\0', '\uFFFD');
}

/** Reads a body to its end and keeps its beginning. One that breaks off tells what it told: whoever sent it was heard. */
function beginningOf(body: Readable, done: (beginning: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let isDone = false;
  const end = (): void => {
    if (isDone) return;
    isDone = true;
    done(Buffer.concat(chunks).subarray(0, READ_BYTES));
  };
  body.on('data', (chunk: Buffer) => {
    if (length < READ_BYTES) chunks.push(chunk);
    length += chunk.length;
  });
  for (const event of ['end', 'error', 'close'] as const) body.on(event, end);
}
