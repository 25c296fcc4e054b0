import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { ErrorCode } from '../services/errors.ts';
import type { Intake } from './intake.ts';
import { isSslCheck, parseRequest, type SlackRequest } from './request.ts';
import { signatureProblem } from './signature.ts';

/** Where Slack sends everything to, in HTTP mode. */
export const SLACK_EVENTS_PATH = '/slack/events';
/** Slack waits three seconds and its clients less gladly; a request is answered or refused well before. */
export const ANSWER_WITHIN_MS = 1_000;
/** Slack's own bodies stay far below. */
const BODY_LIMIT_BYTES = 1024 * 1024;

export type HttpReceiverOptions = {
  readonly intake: Intake;
  readonly signingSecret: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Default: `ANSWER_WITHIN_MS`. */
  readonly answerWithinMs?: number;
};

type Answer =
  | { readonly kind: 'acknowledged'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly code: ErrorCode; readonly message: string };

const UNAVAILABLE: Answer = {
  kind: 'refused',
  status: 503,
  code: 'unavailable',
  message: 'the request could not be stored, please repeat it',
};

/**
 * Mounts `POST /slack/events`. The body is read as bytes, because the signature is over them, and only within this
 * scope. A request is stored before it is answered; one that cannot be stored in time is refused with 503, so that
 * whoever pressed sees an error instead of a press that is lost.
 */
export async function registerSlackEvents(
  fastify: FastifyInstance,
  options: HttpReceiverOptions,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Beside the request, not as its body: hooks of the server walk a body value by value, and these are bytes.
    const rawBodies = new WeakMap<FastifyRequest, Buffer>();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      (request, body, done) => {
        rawBodies.set(request, Buffer.from(body));
        done(null, undefined);
      },
    );
    scope.route({
      method: 'POST',
      url: SLACK_EVENTS_PATH,
      // No key: the signature says who asks.
      config: { access: 'public' },
      schema: { hide: true },
      bodyLimit: BODY_LIMIT_BYTES,
      handler: async (request, reply) =>
        send(reply, await answer(request, rawBodies.get(request) ?? Buffer.alloc(0), options)),
    });
  });
}

async function answer(
  request: FastifyRequest,
  rawBody: Buffer,
  options: HttpReceiverOptions,
): Promise<Answer> {
  const { log } = options;
  const contentType = request.headers['content-type'];
  if (isSslCheck(contentType, rawBody)) return acknowledged(undefined);
  const problem = signatureProblem({
    secret: options.signingSecret,
    signature: header(request, 'x-slack-signature'),
    stamp: header(request, 'x-slack-request-timestamp'),
    rawBody,
    now: options.clock.now(),
  });
  if (problem !== null) {
    log.warn({ problem }, 'a request that claims to be from Slack was refused');
    return refused(401, 'unauthorized', problem);
  }
  const parsed = parseRequest(contentType, rawBody);
  switch (parsed.kind) {
    case 'challenge':
      return acknowledged({ challenge: parsed.challenge });
    case 'notice':
      log.warn({ notice: parsed.text }, 'a notice from Slack');
      return acknowledged(undefined);
    case 'unsupported':
      return refused(415, 'unsupported_media_type', parsed.reason);
    case 'unreadable':
      log.warn({ problem: parsed.reason }, 'a request from Slack could not be read');
      return refused(400, 'validation_error', parsed.reason);
    case 'request':
      return deliver(parsed.request, retryNum(request), options);
  }
}

/** The first of: the listener's acknowledgement, the end of all work, a failure to store, the time being over. */
function deliver(
  request: SlackRequest,
  retry: { retryNum?: number },
  { intake, log, answerWithinMs = ANSWER_WITHIN_MS }: HttpReceiverOptions,
): Promise<Answer> {
  return new Promise((resolve) => {
    let isStored = false;
    const late = setTimeout(() => resolve(isStored ? acknowledged(undefined) : UNAVAILABLE), answerWithinMs);
    const settle = (value: Answer): void => {
      clearTimeout(late);
      resolve(value);
    };
    const ack = async (value?: unknown): Promise<void> => settle(acknowledged(value));
    intake
      .take({ request, ack, ...retry }, () => {
        isStored = true;
      })
      .then(
        () => settle(acknowledged(undefined)),
        (error: unknown) => {
          log.error({ err: error }, 'a request from Slack could not be stored');
          settle(UNAVAILABLE);
        },
      );
  });
}

function send(reply: FastifyReply, value: Answer): FastifyReply {
  if (value.kind === 'refused') {
    return reply.code(value.status).send({ error: { code: value.code, message: value.message } });
  }
  return value.value === undefined || value.value === ''
    ? reply.code(200).send()
    : reply.code(200).send(value.value);
}

function retryNum(request: FastifyRequest): { retryNum?: number } {
  const number = Number(header(request, 'x-slack-retry-num') ?? Number.NaN);
  return Number.isInteger(number) ? { retryNum: number } : {};
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function acknowledged(value: unknown): Answer {
  return { kind: 'acknowledged', value };
}

function refused(status: number, code: ErrorCode, message: string): Answer {
  return { kind: 'refused', status, code, message };
}
