import { BOT } from '../identity.ts';
import { field } from '../json.ts';
import type { MessageContent } from '../limits/message.ts';
import { SlackError } from '../slack-error.ts';
import type { SandboxMessage } from '../store.ts';
import { messageJson } from '../wire.ts';
import type { CallArgs } from './call-args.ts';
import type { ApiContext, Method } from './method.ts';

export const postMessage: Method = async ({ workspace }, args) => {
  const channel = await workspace.resolve(args.required('channel'));
  const message = await workspace.post(channel, {
    ...contentOf(args),
    userId: BOT.userId,
    threadTs: args.text('thread_ts') ?? null,
    visibleTo: null,
  });
  return {
    channel: channel.id,
    ts: message.ts,
    message: messageJson(message, { withMetadata: true }),
  };
};

export const update: Method = async (context, args) => {
  const { workspace } = context;
  const message = await ownMessage(context, args, 'cant_update_message');
  const sent = contentOf(args);
  // A text alone replaces the blocks; blocks or attachments that are not sent at all stay as they were.
  const keepsBlocks = !args.has('blocks') && sent.text === '';
  const changed = await workspace.change(message, {
    text: sent.text === '' ? message.text : sent.text,
    blocks: keepsBlocks ? message.blocks : sent.blocks,
    attachments: args.has('attachments') ? sent.attachments : message.attachments,
    metadata: args.has('metadata') ? sent.metadata : message.metadata,
  });
  return {
    channel: changed.channel,
    ts: changed.ts,
    text: changed.text,
    message: messageJson(changed, { withMetadata: true }),
  };
};

export const remove: Method = async (context, args) => {
  const message = await ownMessage(context, args, 'cant_delete_message');
  await context.workspace.remove(message);
  return { channel: message.channel, ts: message.ts };
};

export const postEphemeral: Method = async ({ workspace }, args) => {
  const channel = await workspace.resolve(args.required('channel'));
  const user = args.required('user');
  const isThere =
    channel.userId === null ? (await workspace.person(user)) !== undefined : channel.userId === user;
  if (!isThere) throw new SlackError('user_not_in_channel');
  const message = await workspace.post(channel, {
    ...contentOf(args),
    userId: BOT.userId,
    threadTs: args.text('thread_ts') ?? null,
    visibleTo: user,
  });
  return { message_ts: message.ts };
};

function contentOf(args: CallArgs): MessageContent {
  const metadata = args.json('metadata', 'invalid_metadata_format') ?? null;
  return {
    text: args.text('text') ?? '',
    blocks: args.list('blocks', 'invalid_blocks_format'),
    attachments: args.list('attachments', 'invalid_attachments'),
    // An empty object takes the metadata away.
    metadata: field(metadata, 'event_type') === undefined && isEmpty(metadata) ? null : metadata,
  };
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** What the bot said and everybody sees; private messages cannot be named by a later call. */
async function ownMessage(
  { workspace, store }: ApiContext,
  args: CallArgs,
  refusal: string,
): Promise<SandboxMessage> {
  const channel = await workspace.channelById(args.required('channel'));
  if (channel === undefined) throw new SlackError('channel_not_found');
  const message = await store.find(channel.id, args.required('ts'));
  if (message === null || message.deleted || message.visibleTo !== null)
    throw new SlackError('message_not_found');
  if (message.userId !== BOT.userId) throw new SlackError(refusal);
  return message;
}
