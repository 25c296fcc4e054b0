import { App, type Context, type Receiver } from '@slack/bolt';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { MAX_REQUEST_ATTEMPTS } from '../services/chat/finish-request.ts';
import type { Deps } from './deps.ts';
import { failureOf } from './errors.ts';
import { registerSlackEvents } from './http-receiver.ts';
import { createIntake, type RequestLog } from './intake.ts';
import { attemptOf, requestIdOf } from './listener-context.ts';
import { listen } from './listeners.ts';
import { slackLogger } from './logger.ts';
import { createSocketReceiver } from './socket-receiver.ts';
import { createTell, placeOf } from './tell.ts';
import type { SlackVerbs } from './verbs.ts';
import { createSlackWeb, webClientOptions } from './web.ts';
import { WORDS } from './words.ts';

export { SLACK_EVENTS_PATH } from './http-receiver.ts';
export { SHORTCUT_SPECS, SLASH_COMMANDS, type SlashCommand } from './manifest.ts';
export { createRequestLog, createSlackVerbs } from './bind.ts';
export type { RequestLog } from './intake.ts';
export type { SlackVerbs } from './verbs.ts';

export type SlackAppOptions = {
  readonly verbs: SlackVerbs;
  readonly requests: RequestLog;
  readonly botToken: string;
  /** Null: Slack's own; else such as `http://127.0.0.1:4000/api/`. */
  readonly apiUrl: string | null;
  /** Null: nothing is taken over HTTP. */
  readonly signingSecret: string | null;
  /** Null: no socket mode. */
  readonly appToken: string | null;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long a request over HTTP may wait to be stored and acknowledged; default 1000. */
  readonly answerWithinMs?: number;
};

export interface SlackApp {
  /** Mounts `POST /slack/events`; nothing without a signing secret. */
  register(fastify: FastifyInstance): Promise<void>;
  /** Connects the socket, if there is one, and does what an earlier process left undone. Never waits for Slack. */
  start(): void;
  /** Takes nothing more from the socket and waits for what is being done. */
  stop(): Promise<void>;
  /** Does what was stored and never done; how many (0 in good health). For a sweeper. */
  replayPending(): Promise<number>;
  /** Null without socket mode. */
  isConnected(): boolean | null;
}

/** The Slack bot: Bolt's listeners, fed from the web server, the socket or the store of what is not done yet. */
export function createSlackApp(options: SlackAppOptions): SlackApp {
  const { requests, botToken, apiUrl, signingSecret, appToken, clock } = options;
  const log = options.log.child({ subsystem: 'slack' });
  const web = createSlackWeb({ botToken, apiUrl, log });
  const deps: Deps = { verbs: options.verbs, web, tell: createTell(web, log), log };
  const app = createBolt({ botToken, apiUrl, log });
  listen(app, deps);
  handleErrors(app, deps);

  const intake = createIntake({ requests, process: (event) => app.processEvent(event), log });
  const socket = appToken === null ? null : createSocketReceiver({ appToken, apiUrl, intake, log });
  const { answerWithinMs } = options;
  return {
    register: async (fastify) => {
      if (signingSecret === null) return;
      await registerSlackEvents(fastify, {
        intake,
        signingSecret,
        clock,
        log,
        ...(answerWithinMs === undefined ? {} : { answerWithinMs }),
      });
    },
    start: () => {
      socket?.start();
      intake.replay().catch((error: unknown) => {
        log.warn({ err: error }, 'what was left undone could not be read; a sweeper will');
      });
    },
    stop: async () => {
      await socket?.stop();
      await intake.drain();
    },
    replayPending: () => intake.replay(),
    isConnected: () => socket?.isConnected() ?? null,
  };
}

/** Bolt without a way in of its own: it is handed what the intake has stored. */
function createBolt(options: { botToken: string; apiUrl: string | null; log: Logger }): App {
  const { botToken, apiUrl, log } = options;
  const receiver: Receiver = {
    init: () => undefined,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  return new App({
    receiver,
    // A fixed token; asking Slack who we are would tie the start, and every event, to Slack being up.
    authorize: () => Promise.resolve({ botToken }),
    convoStore: false,
    attachFunctionToken: false,
    extendedErrorHandler: true,
    logger: slackLogger(log),
    clientOptions: webClientOptions(apiUrl, log),
  });
}

type ErrorHandler = (failed: { error: Error; body: object; context: Context }) => Promise<void>;

/** Says what went wrong to whoever asked: a refusal at once, anything else at the first attempt and at the last. */
function handleErrors(app: App, deps: Deps): void {
  const onError: ErrorHandler = async ({ error: raised, body, context }) => {
    const requestId = requestIdOf(context);
    const attempt = attemptOf(context);
    const isLast = attempt >= MAX_REQUEST_ATTEMPTS;
    const { error, isFinal, text } = failureOf(raised, requestId);
    if (!isFinal) deps.log.error({ err: error, requestId, attempt }, 'a listener of chat failed');
    const place = placeOf(body);
    if (place !== null && (isFinal || isLast || attempt === 1)) {
      await deps.tell(place, { text: isLast && !isFinal ? WORDS.failed : text });
    }
    if (!isFinal) throw error;
  };
  app.error(onError);
}
