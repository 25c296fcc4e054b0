import { startFakeHttp, type FakeHttp, type RecordedRequest } from './fake-http.ts';

export type SlackMessageSent = {
  channel: string;
  ts: string;
  text: string;
  blocks: unknown[];
  attachments: { color?: string; blocks?: unknown[] }[];
  metadata: { event_type?: string; event_payload?: Record<string, unknown> } | null;
  threadTs: string | null;
};

export type FakeSlack = FakeHttp & {
  /** What the client is given as Slack's address. */
  readonly apiUrl: string;
  readonly messages: SlackMessageSent[];
  /** Users by e-mail: what `users.lookupByEmail` knows. */
  readonly users: Map<string, string>;
  /** The calls of one method, parsed. */
  readonly calls: (method: string) => Record<string, string>[];
};

/** Channels by name, as `conversations.list` knows them. */
const CHANNELS: Record<string, string> = { ops: 'C0OPS', general: 'C0GENERAL' };

/** Slack's Web API as far as a bot that pages needs it: messages, histories, direct messages, users. */
export async function startFakeSlack(options: { now?: () => number } = {}): Promise<FakeSlack> {
  const { now = Date.now } = options;
  const messages: SlackMessageSent[] = [];
  const users = new Map<string, string>([['ann@example.com', 'U0ANN']]);
  let clock = 0;

  const methods: Record<string, (args: Record<string, string>) => Record<string, unknown>> = {
    'auth.test': () => ({ ok: true, user_id: 'U0BOT' }),
    'chat.postMessage': (args) => {
      const channel = conversationOf(args['channel'] ?? '');
      clock = Math.max(clock + 0.001, now() / 1_000);
      const message = messageOf(args, channel, clock.toFixed(6));
      messages.push(message);
      return { ok: true, channel, ts: message.ts };
    },
    'chat.update': (args) => {
      const index = messages.findIndex((m) => m.channel === args['channel'] && m.ts === args['ts']);
      const old = messages[index];
      if (old === undefined) return { ok: false, error: 'message_not_found' };
      // What an update does not name of these stays as it was.
      const kept = { metadata: old.metadata, threadTs: old.threadTs };
      const attachments = args['attachments'] === undefined ? { attachments: old.attachments } : {};
      messages[index] = { ...messageOf(args, old.channel, old.ts), ...kept, ...attachments };
      return { ok: true, channel: old.channel, ts: old.ts };
    },
    'conversations.open': (args) => ({ ok: true, channel: { id: conversationOf(args['users'] ?? '') } }),
    'conversations.list': () => ({
      ok: true,
      channels: Object.entries(CHANNELS).map(([name, id]) => ({ id, name })),
      response_metadata: { next_cursor: '' },
    }),
    'conversations.history': (args) =>
      historyOf(
        args,
        messages.filter((m) => m.threadTs === null),
      ),
    'conversations.replies': (args) =>
      historyOf(
        args,
        messages.filter((m) => m.threadTs === args['ts']),
      ),
    'users.lookupByEmail': (args) => {
      const id = users.get(args['email'] ?? '');
      return id === undefined ? { ok: false, error: 'users_not_found' } : { ok: true, user: { id } };
    },
  };

  const http = await startFakeHttp({
    accept: (request) => {
      const method = methods[methodOf(request)];
      return {
        status: 200,
        body: method === undefined ? { ok: false, error: 'unknown_method' } : method(argsOf(request)),
      };
    },
    refuse: (how) => ({ status: 200, body: { ok: false, error: String(how) } }),
  });
  return {
    ...http,
    apiUrl: `${http.url}/api/`,
    messages,
    users,
    calls: (method) => http.requests.filter((request) => methodOf(request) === method).map(argsOf),
  };
}

const methodOf = (request: RecordedRequest): string => request.path.replace('/api/', '');
const argsOf = (request: RecordedRequest): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(request.body));

/** A user's id stands for the direct message with them; a name for its channel. */
function conversationOf(channel: string): string {
  if (channel.startsWith('U')) return `D${channel.slice(1)}`;
  return channel.startsWith('#') ? (CHANNELS[channel.slice(1)] ?? 'C0UNKNOWN') : channel;
}

function messageOf(args: Record<string, string>, channel: string, ts: string): SlackMessageSent {
  const parsed = (name: string): unknown => (args[name] === undefined ? undefined : JSON.parse(args[name]));
  return {
    channel,
    ts,
    text: args['text'] ?? '',
    blocks: (parsed('blocks') ?? []) as unknown[],
    attachments: (parsed('attachments') ?? []) as SlackMessageSent['attachments'],
    metadata: (parsed('metadata') ?? null) as SlackMessageSent['metadata'],
    threadTs: args['thread_ts'] ?? null,
  };
}

/** Newest first, one page at a time, metadata only where it is asked for. */
function historyOf(args: Record<string, string>, all: SlackMessageSent[]): Record<string, unknown> {
  const oldest = Number(args['oldest'] ?? 0);
  const limit = Number(args['limit'] ?? 100);
  const start = Number(args['cursor'] ?? 0);
  const matching = all
    .filter((message) => message.channel === args['channel'] && Number(message.ts) >= oldest)
    .toReversed();
  const page = matching.slice(start, start + limit);
  return {
    ok: true,
    messages: page.map(({ ts, text, metadata }) =>
      args['include_all_metadata'] === 'true' ? { ts, text, metadata } : { ts, text },
    ),
    response_metadata: { next_cursor: start + limit < matching.length ? String(start + limit) : '' },
  };
}
