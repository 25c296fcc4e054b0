import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from '../../src/platform/logger.ts';
import { createIdGenerator } from '../../src/platform/ids.ts';
import type { Actor, Services } from '../../src/services/context.ts';
import { createRequestLog, createSlackApp, type RequestLog, type SlackVerbs } from '../../src/slack/app.ts';
import { sign } from '../../src/slack/signature.ts';
import { anIncident, aPage } from './chat-builders.ts';
import { memoryChatRequests, standingClock } from './chat-requests.ts';
import { startFakeHttp, type FakeHttp } from './fake-http.ts';
import { quietLog } from './quiet-log.ts';
import { incidentView } from './views.ts';

export const SECRET = 'signing-secret';
export const ANN: Actor = { kind: 'member', memberId: 'mbr_ann', name: 'Ann', via: 'chat' };

export type FakeBotSlack = FakeHttp & {
  readonly apiUrl: string;
  /** E-mails by user id: what `users.info` knows. */
  readonly emails: Map<string, string>;
  /** Words that `views.open` answers with next. */
  readonly refusals: Map<string, string>;
  calls(method: string): Record<string, string>[];
  /** What was answered to the response address, newest last. */
  answers(): { text: string; blocks?: unknown[]; response_type: string; replace_original: boolean }[];
  /** Resolves with the next answer to the response address. */
  nextAnswer(): Promise<{ text: string }>;
};

/** Slack as far as answering people needs it. */
export async function startFakeBotSlack(): Promise<FakeBotSlack> {
  const emails = new Map<string, string>();
  const refusals = new Map<string, string>();
  const waiting: ((answer: { text: string }) => void)[] = [];
  const http = await startFakeHttp({
    refuse: (how) => ({ status: Number(how), body: 'refused' }),
    accept: (request) => {
      if (request.path === '/respond') {
        waiting.splice(0).forEach((resolve) => resolve(JSON.parse(request.body) as { text: string }));
        return { status: 200, body: 'ok' };
      }
      const method = request.path.replace('/api/', '');
      const error = refusals.get(method);
      if (error !== undefined) return { status: 200, body: { ok: false, error } };
      const args = Object.fromEntries(new URLSearchParams(request.body));
      if (method !== 'users.info')
        return { status: 200, body: { ok: true, channel: 'D1', ts: '1.0', view: {} } };
      const email = emails.get(args['user'] ?? '');
      return {
        status: 200,
        body: { ok: true, user: { id: args['user'], profile: email === undefined ? {} : { email } } },
      };
    },
  });
  return {
    ...http,
    apiUrl: `${http.url}/api/`,
    emails,
    refusals,
    calls: (method) =>
      http.requests
        .filter((request) => request.path === `/api/${method}`)
        .map((request) => Object.fromEntries(new URLSearchParams(request.body))),
    answers: () =>
      http.requests
        .filter((request) => request.path === '/respond')
        .map((request) => JSON.parse(request.body)),
    nextAnswer: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

/** Use cases that remember what they were asked; each can be replaced. */
export function fakeVerbs(over: Partial<SlackVerbs> = {}): SlackVerbs & { readonly done: string[] } {
  const done: string[] = [];
  const act =
    (verb: string) =>
    async (actor: Actor, { incidentId }: { incidentId: string }) => {
      done.push(`${actor.kind === 'member' ? actor.memberId : actor.kind} ${verb} ${incidentId}`);
      return { outcome: 'changed' as const, said: `Ann did ${verb}.` };
    };
  return {
    done,
    pageOfChannel: async () => ({ kind: 'page', page: aPage() }),
    memberOfChatUser: async ({ chatUserId }) => (chatUserId === 'U0ANN' ? memberAnn() : null),
    find: async (incidentId) => anIncident({ id: incidentId }),
    findByNumber: async ({ number }) => anIncident({ id: `inc_${number}`, number }),
    listOpen: async () => ({ incidents: [incidentView()], total: 1 }),
    show: async () => ({ incident: incidentView(), timeline: [] }),
    onCallNow: async () => [],
    acknowledge: act('acknowledge'),
    unacknowledge: act('unacknowledge'),
    resolve: act('resolve'),
    reopen: act('reopen'),
    escalate: act('escalate'),
    snooze: async (actor, input) => act(`snooze ${input.minutes}`)(actor, input),
    note: async (actor, input) => act(`note "${input.text}"`)(actor, input),
    open: async (_actor, input) => {
      done.push(`open ${JSON.stringify(input)}`);
      return { incident: anIncident({ name: input.name }), outcome: 'opened' };
    },
    ...over,
  };
}

function memberAnn() {
  return { id: 'mbr_ann', name: 'Ann', email: 'ann@example.com' } as Awaited<
    ReturnType<SlackVerbs['memberOfChatUser']>
  >;
}

/** Services as far as keeping requests needs them, with the rows to look at. */
export function requestStore(log: Logger = quietLog()) {
  const clock = standingClock();
  const chatRequests = memoryChatRequests();
  const services = {
    clock,
    ids: createIdGenerator(clock),
    log,
    uow: {
      read: { chatRequests },
      transaction: async (work: (store: unknown) => unknown) => work({ chatRequests }),
    },
  } as unknown as Services;
  return { clock, rows: chatRequests.rows, requests: createRequestLog(services) };
}

/** The bot in a real server, with Slack on the other side. */
export async function startBot(
  given: {
    verbs?: SlackVerbs;
    store?: ReturnType<typeof requestStore>;
    requests?: RequestLog;
    slack?: FakeBotSlack;
    apiUrl?: string;
    answerWithinMs?: number;
    /** Other routes of the same server. */
    routes?: (server: FastifyInstance) => void;
  } = {},
) {
  const slack = given.slack ?? (await startFakeBotSlack());
  const store = given.store ?? requestStore();
  const server = fastify();
  const bot = createSlackApp({
    verbs: given.verbs ?? fakeVerbs(),
    requests: given.requests ?? store.requests,
    botToken: 'xoxb-test',
    apiUrl: given.apiUrl ?? slack.apiUrl,
    signingSecret: SECRET,
    appToken: null,
    clock: store.clock,
    log: quietLog(),
    ...(given.answerWithinMs === undefined ? {} : { answerWithinMs: given.answerWithinMs }),
  });
  given.routes?.(server);
  await bot.register(server);
  const address = await server.listen({ port: 0, host: '127.0.0.1' });

  const post = (
    body: string,
    headers: Record<string, string> = {},
    signed: { secret?: string; atSeconds?: number } = {},
  ): Promise<Response> => {
    const stamp = String(signed.atSeconds ?? Math.floor(store.clock.now() / 1_000));
    const signature = sign({ secret: signed.secret ?? SECRET, stamp, rawBody: body });
    return fetch(`${address}/slack/events`, {
      method: 'POST',
      body,
      headers: { ...FORM, 'x-slack-signature': signature, 'x-slack-request-timestamp': stamp, ...headers },
    });
  };
  const responseUrl = `${slack.url}/respond`;
  return {
    bot,
    server,
    slack,
    store,
    address,
    post,
    command: (command: string, text: string, over: Record<string, string> = {}) =>
      post(new URLSearchParams({ ...commandBody(command, text, responseUrl), ...over }).toString()),
    interact: (payload: object) => post(new URLSearchParams({ payload: JSON.stringify(payload) }).toString()),
    press: (actionId: string, value: string, over: object = {}) =>
      post(
        new URLSearchParams({
          payload: JSON.stringify({ ...pressBody(actionId, value, responseUrl), ...over }),
        }).toString(),
      ),
    event: (id: string, event: object, headers: Record<string, string> = {}) =>
      post(JSON.stringify({ type: 'event_callback', event_id: id, team_id: 'T1', event }), {
        ...JSON_TYPE,
        ...headers,
      }),
    close: async () => {
      await server.close();
      await bot.stop();
      if (given.slack === undefined) await slack.close();
    },
  };
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const JSON_TYPE = { 'content-type': 'application/json' };

function commandBody(command: string, text: string, responseUrl: string): Record<string, string> {
  return {
    token: 'old-verification-token',
    team_id: 'T1',
    channel_id: 'C0OPS',
    channel_name: 'ops',
    user_id: 'U0ANN',
    user_name: 'ann',
    command,
    text,
    response_url: responseUrl,
    trigger_id: 'trigger-1',
  };
}

export function pressBody(actionId: string, value: string, responseUrl: string): object {
  return {
    type: 'block_actions',
    team: { id: 'T1', domain: 'shop' },
    user: { id: 'U0ANN', name: 'ann', team_id: 'T1' },
    channel: { id: 'C0OPS', name: 'ops' },
    container: { type: 'message', message_ts: '1.0', channel_id: 'C0OPS', is_ephemeral: false },
    trigger_id: 'trigger-1',
    response_url: responseUrl,
    actions: [
      {
        type: 'button',
        action_id: actionId,
        block_id: 'b',
        value,
        action_ts: '1.0',
        text: { type: 'plain_text', text: 'x' },
      },
    ],
  };
}

/** The form for a new incident, as Slack submits it. */
export function submissionBody(
  values: { name?: string; description?: string; impact?: string; page?: string },
  over: { pageId?: string | null; responseUrl: string },
): object {
  const input = (text: string | undefined) => ({ type: 'plain_text_input', value: text ?? null });
  const option = (value: string | undefined) => ({
    type: 'static_select',
    selected_option: value === undefined ? null : { text: { type: 'plain_text', text: value }, value },
  });
  return {
    type: 'view_submission',
    team: { id: 'T1', domain: 'shop' },
    user: { id: 'U0ANN', name: 'ann', team_id: 'T1' },
    view: {
      id: 'V1',
      type: 'modal',
      callback_id: 'incident_new',
      private_metadata: JSON.stringify({
        pageId: over.pageId === undefined ? 'page_1' : over.pageId,
        channel: 'C0OPS',
        responseUrl: over.responseUrl,
      }),
      state: {
        values: {
          name: { name_value: input(values.name) },
          description: { description_value: input(values.description) },
          impact: { impact_value: option(values.impact) },
          ...(values.page === undefined ? {} : { page: { page_value: option(values.page) } }),
        },
      },
    },
  };
}
