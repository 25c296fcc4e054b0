import { BOT } from '../identity.ts';
import { SlackError } from '../slack-error.ts';
import type { SandboxChannel, SandboxMessage } from '../store.ts';
import { messageJson } from '../wire.ts';
import { pageOf, type CallArgs } from './call-args.ts';
import type { ApiContext, Method } from './method.ts';

const MAX_HISTORY = 999;

export const open: Method = async ({ workspace }, args) => {
  const users = (args.text('users') ?? '').split(',').filter((it) => it !== '');
  const [user] = users;
  const named = args.text('channel');
  if (users.length > 1)
    throw new SlackError('method_not_supported', ['[ERROR] only direct messages with one user']);
  const channel =
    user === undefined
      ? named === undefined
        ? undefined
        : await workspace.channelById(named)
      : await workspace.openDirect(user);
  if (channel === undefined)
    throw new SlackError(user === undefined ? 'channel_not_found' : 'user_not_found');
  return { channel: args.flag('return_im') ? channelJson(channel) : { id: channel.id } };
};

export const info: Method = async (context, args) => ({
  channel: channelJson(await channelOf(context, args)),
});

export const join: Method = async (context, args) => ({
  channel: channelJson(await channelOf(context, args)),
});

export const list: Method = async ({ workspace }, args) => {
  const types = new Set((args.text('types') ?? 'public_channel').split(',').map((it) => it.trim()));
  const wanted = (await workspace.channels()).filter((it) =>
    types.has(it.name === null ? 'im' : 'public_channel'),
  );
  const { items, cursor } = pageOf(wanted, args, 100);
  return { channels: items.map(channelJson), response_metadata: { next_cursor: cursor } };
};

export const members: Method = async (context, args) => {
  const channel = await channelOf(context, args);
  const people =
    channel.userId === null ? (await context.workspace.people()).map((it) => it.userId) : [channel.userId];
  const { items, cursor } = pageOf([...people, BOT.userId], args, 100);
  return { members: items, response_metadata: { next_cursor: cursor } };
};

export const history: Method = async (context, args) => {
  const channel = await channelOf(context, args);
  const limit = args.count('limit', 100, MAX_HISTORY);
  const found = await context.store.list({
    ...bounds(args),
    channel: channel.id,
    threadTs: null,
    viewer: null,
    limit: limit + 1,
  });
  return answer(context, channel, found, limit, args);
};

export const replies: Method = async (context, args) => {
  const channel = await channelOf(context, args);
  const target = await context.store.find(channel.id, args.required('ts'));
  const parent =
    target === null || target.threadTs === null
      ? target
      : await context.store.find(channel.id, target.threadTs);
  if (parent === null) throw new SlackError('thread_not_found');
  const limit = args.count('limit', MAX_HISTORY, MAX_HISTORY);
  const found = await context.store.list({
    ...bounds(args),
    channel: channel.id,
    threadTs: parent.ts,
    viewer: null,
    limit: limit + 1,
  });
  const page = await answer(context, channel, found, limit, args);
  const threads = await context.store.threads(channel.id, [parent.ts]);
  const first = messageJson(parent, {
    thread: threads.get(parent.ts),
    withMetadata: args.flag('include_all_metadata'),
  });
  return { ...page, messages: [first, ...page.messages.toReversed()] };
};

/** The bounds of a history, exclusive unless `inclusive` is asked for. */
function bounds(args: CallArgs): { before: string | null; after: string | null } {
  const inclusive = args.flag('inclusive');
  const latest = args.text('cursor') ?? args.text('latest');
  const oldest = args.text('oldest');
  return {
    before:
      latest === undefined ? null : inclusive && !args.has('cursor') ? `${padded(latest)}~` : padded(latest),
    after: oldest === undefined ? null : inclusive ? justBefore(padded(oldest)) : padded(oldest),
  };
}

/** Ten digits, a point and six digits, so that comparing texts compares instants. */
function padded(ts: string): string {
  const [seconds = '', fraction = ''] = ts.split('.');
  if (!/^\d+$/.test(seconds) || !/^\d*$/.test(fraction)) throw new SlackError('invalid_ts_oldest');
  return `${seconds.padStart(10, '0')}.${fraction.slice(0, 6).padEnd(6, '0')}`;
}

/** The greatest text below `ts` and above any earlier one. */
function justBefore(ts: string): string {
  const micros = BigInt(ts.replace('.', '')) - 1n;
  const digits = (micros < 0n ? 0n : micros).toString().padStart(16, '0');
  return `${digits.slice(0, 10)}.${digits.slice(10)}`;
}

async function answer(
  { store }: ApiContext,
  channel: SandboxChannel,
  found: readonly SandboxMessage[],
  limit: number,
  args: CallArgs,
): Promise<{
  messages: Record<string, unknown>[];
  has_more: boolean;
  response_metadata: { next_cursor: string };
}> {
  const messages = found.slice(0, limit);
  const threads = await store.threads(
    channel.id,
    messages.map((it) => it.ts),
  );
  const hasMore = found.length > limit;
  return {
    messages: messages.map((it) =>
      messageJson(it, { thread: threads.get(it.ts), withMetadata: args.flag('include_all_metadata') }),
    ),
    has_more: hasMore,
    response_metadata: { next_cursor: hasMore ? (messages.at(-1)?.ts ?? '') : '' },
  };
}

async function channelOf({ workspace }: ApiContext, args: CallArgs): Promise<SandboxChannel> {
  const channel = await workspace.channelById(args.required('channel'));
  if (channel === undefined) throw new SlackError('channel_not_found');
  return channel;
}

function channelJson(channel: SandboxChannel): Record<string, unknown> {
  return channel.name === null
    ? { id: channel.id, is_im: true, is_channel: false, user: channel.userId, is_archived: false }
    : {
        id: channel.id,
        name: channel.name,
        name_normalized: channel.name,
        is_channel: true,
        is_im: false,
        is_private: false,
        is_archived: false,
        is_member: true,
      };
}
