import { createHmac } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { webApi } from '@slack/bolt';
import { asEpochMs, type EpochMs } from '../../../src/core/time/instant.ts';
import { createIdGenerator } from '../../../src/platform/ids.ts';
import { sandboxUserId } from '../../../src/sandbox/identity.ts';
import { registerSandbox, type OutboxEntry, type SandboxDeps } from '../../../src/sandbox/sandbox.ts';
import type { SandboxStore } from '../../../src/sandbox/store.ts';
import { quietLog } from '../../support/quiet-log.ts';
import { memoryStore } from './memory-store.ts';

export const BOT_TOKEN = 'xoxb-sandbox-test';
const SIGNING_SECRET = 'a signing secret';
export const ADMIN_KEY = 'an-admin-key';

export const ANN = {
  userId: sandboxUserId('ann@example.com'),
  email: 'ann@example.com',
  name: 'Ann Lee',
  avatar: null,
};
export const BEN = {
  userId: sandboxUserId('ben@example.com'),
  email: 'ben@example.com',
  name: 'Ben Okafor',
  avatar: null,
};

/** What the app received: a command's fields, or the payload of an interaction. */
export type Received = {
  readonly isSigned: boolean;
  readonly form: Record<string, string>;
  readonly payload: Record<string, unknown>;
};

/** What the app answers at once: nothing, a text, or JSON; a number is a status. */
type Answer = string | number | Record<string, unknown> | undefined;

export type Harness = {
  readonly url: string;
  readonly app: FastifyInstance;
  /** The real client of the chat service, pointed at the stand-in. */
  readonly slack: webApi.WebClient;
  readonly received: Received[];
  /** Decides what the app answers from here on. */
  answer: (received: Received) => Answer | Promise<Answer>;
  now: EpochMs;
  people: SandboxDeps['people'];
  outbox: OutboxEntry[];
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Does something as a person on the page. */
  act(
    path: string,
    body: Record<string, unknown>,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  messages(as: string, channel: string): Promise<Record<string, unknown>[]>;
  channelId(name: string): Promise<string>;
  close(): Promise<void>;
};

/** The stand-in alone in a bare server, with an app that records what it is sent. */
export async function startSandbox(
  over: Partial<SandboxDeps> = {},
  store: SandboxStore = memoryStore(),
): Promise<Harness> {
  const app = fastify();
  const harness: Harness = {
    url: '',
    app,
    slack: new webApi.WebClient(),
    received: [],
    answer: () => undefined,
    now: asEpochMs(Date.UTC(2026, 2, 30, 9, 0)),
    people: () => Promise.resolve([ANN, BEN]),
    outbox: [],
    get: (path, init) => fetch(`${harness.url}${path}`, { redirect: 'manual', ...init }),
    async act(path, body) {
      const response = await harness.get(`/sandbox/do/${path}`, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    async messages(as, channel) {
      const query = new URLSearchParams({ as, channel });
      const { messages } = (await (await harness.get(`/sandbox/messages?${query.toString()}`)).json()) as {
        messages: Record<string, unknown>[];
      };
      return messages;
    },
    async channelId(name) {
      const { channels } = await harness.slack.conversations.list({ types: 'public_channel' });
      const id = channels?.find((it) => it.name === name)?.id;
      if (id === undefined) throw new Error(`no channel ${name}`);
      return id;
    },
    close: () => app.close(),
  };
  const clock = { now: () => harness.now };
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, String(body)),
    );
    scope.post('/slack/events', async (request, reply) => {
      const received = receivedFrom(String(request.body), request.headers);
      harness.received.push(received);
      const answer = await harness.answer(received);
      return typeof answer === 'number' ? reply.code(answer).send('') : reply.send(answer ?? '');
    });
  });
  await registerSandbox(app, {
    store,
    people: () => harness.people(),
    commands: [{ command: '/oncall', description: 'Who is on call', usageHint: '[help]' }],
    shortcuts: [
      { type: 'global', callbackId: 'new', name: 'New incident' },
      { type: 'message', callbackId: 'from_message', name: 'New incident from message' },
    ],
    outbox: () => Promise.resolve(harness.outbox),
    isAdminKey: (key) => Promise.resolve(key === ADMIN_KEY),
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    eventsUrl: () => `${harness.url}/slack/events`,
    clock,
    ids: createIdGenerator(clock),
    log: quietLog(),
    ...over,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const slack = new webApi.WebClient(BOT_TOKEN, {
    slackApiUrl: `${url}/sandbox/api/`,
    retryConfig: { retries: 0 },
    // The client prints every refusal; here refusals are what is looked for.
    logger: {
      debug: silent,
      info: silent,
      warn: silent,
      error: silent,
      setLevel: silent,
      getLevel: () => webApi.LogLevel.ERROR,
      setName: silent,
    },
  });
  return Object.assign(harness, { url, slack });
}

const silent = (): void => undefined;

function receivedFrom(body: string, headers: Record<string, unknown>): Received {
  const timestamp = String(headers['x-slack-request-timestamp']);
  const mac = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
  const form = Object.fromEntries(new URLSearchParams(body));
  return {
    isSigned: headers['x-slack-signature'] === `v0=${mac}`,
    form,
    payload: form['payload'] === undefined ? {} : (JSON.parse(form['payload']) as Record<string, unknown>),
  };
}
