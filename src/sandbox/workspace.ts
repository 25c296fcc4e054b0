import type { Clock } from '../platform/clock.ts';
import type { IdGenerator } from '../platform/ids.ts';
import type { Hub } from './hub.ts';
import { channelIdOf, channelNameOf, directChannelIdOf, BOT } from './identity.ts';
import { completeAttachments, completeBlocks } from './limits/complete.ts';
import { checkMessage, type MessageContent } from './limits/message.ts';
import { SlackError } from './slack-error.ts';
import type { SandboxChannel, SandboxMessage, SandboxStore } from './store.ts';
import { createTimestamps } from './timestamps.ts';
import { pageMessageJson } from './wire.ts';

/** Somebody whom the stand-in knows: a member of any page of the product. */
export type Person = {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly avatar: string | null;
};

export type Draft = MessageContent & {
  readonly userId: string;
  readonly threadTs: string | null;
  readonly visibleTo: string | null;
};

/** Channels, people and messages; every change is stored first and then told to the open pages. */
export type Workspace = ReturnType<typeof createWorkspace>;

/** Another process may take a `ts` between reading the last one and writing; each try moves above it. */
const MAX_TS_TRIES = 20;

export function createWorkspace(deps: {
  store: SandboxStore;
  hub: Hub;
  clock: Clock;
  ids: IdGenerator;
  people(): Promise<readonly Person[]>;
}) {
  const { store, hub, clock, ids } = deps;
  const timestamps = createTimestamps(clock);

  const person = async (userId: string): Promise<Person | undefined> =>
    (await deps.people()).find((it) => it.userId === userId);

  const ensure = async (channel: SandboxChannel): Promise<SandboxChannel> => {
    await store.ensureChannel(channel);
    hub.publish({ type: 'channel', channel });
    return channel;
  };

  const channelById = async (id: string): Promise<SandboxChannel | undefined> =>
    (await store.channels()).find((it) => it.id === id);

  /** The direct message between the bot and that user, opened when it is new; undefined for nobody's id. */
  const openDirect = async (userId: string): Promise<SandboxChannel | undefined> => {
    const id = directChannelIdOf(userId);
    const found = await channelById(id);
    if (found !== undefined) return found;
    return (await person(userId)) === undefined ? undefined : ensure({ id, name: null, userId });
  };

  const openNamed = async (name: string): Promise<SandboxChannel> => {
    const id = channelIdOf(name);
    return (await channelById(id)) ?? ensure({ id, name, userId: null });
  };

  /** What `channel` means to a call: an id, a user's id (their direct message) or a name, which is made on first use. */
  const resolve = async (channel: string): Promise<SandboxChannel> => {
    const found = (await channelById(channel)) ?? (await openDirect(channel));
    if (found !== undefined) return found;
    const name = /^[CDGUW][A-Z0-9]{8,}$/.test(channel) ? null : channelNameOf(channel);
    if (name === null) throw new SlackError('channel_not_found');
    return openNamed(name);
  };

  const tell = async (message: SandboxMessage): Promise<void> => {
    const threads = await store.threads(message.channel, [message.ts]);
    hub.publish({ type: 'message', message: pageMessageJson(message, threads.get(message.ts)) });
  };

  /** A reply to a reply belongs to the same thread; a reply to what is no more stands in the channel itself. */
  const parentOf = async (channel: string, threadTs: string | null): Promise<SandboxMessage | null> => {
    if (threadTs === null) return null;
    const target = await store.find(channel, threadTs);
    if (target === null || target.deleted || target.visibleTo !== null) return null;
    return target.threadTs === null ? target : store.find(channel, target.threadTs);
  };

  const post = async (channel: SandboxChannel, draft: Draft): Promise<SandboxMessage> => {
    const content = checkMessage(draft);
    const parent = await parentOf(channel.id, draft.threadTs);
    for (let attempt = 1; ; attempt += 1) {
      const message: SandboxMessage = {
        id: ids.next('sbm'),
        channel: channel.id,
        ts: timestamps.next(channel.id, await store.lastTs(channel.id)),
        threadTs: parent?.ts ?? null,
        userId: draft.userId,
        text: content.text,
        blocks: completeBlocks(content.blocks),
        attachments: completeAttachments(content.attachments),
        metadata: content.metadata,
        visibleTo: draft.visibleTo,
        editedAt: null,
        deleted: false,
        createdAt: clock.now(),
      };
      if (await store.insert(message)) {
        await tell(message);
        if (parent !== null) await tell(parent);
        return message;
      }
      if (attempt === MAX_TS_TRIES) throw new SlackError('internal_error');
    }
  };

  const change = async (message: SandboxMessage, content: MessageContent): Promise<SandboxMessage> => {
    const checked = checkMessage(content);
    const changed: SandboxMessage = {
      ...message,
      text: checked.text,
      blocks: completeBlocks(checked.blocks),
      attachments: completeAttachments(checked.attachments),
      metadata: checked.metadata,
      editedAt: clock.now(),
    };
    if (!(await store.update(changed))) throw new SlackError('message_not_found');
    await tell(changed);
    return changed;
  };

  /** A parent with replies becomes a tombstone, everything else goes. */
  const remove = async (message: SandboxMessage): Promise<void> => {
    const { channel, ts } = message;
    if ((await store.threads(channel, [ts])).has(ts)) {
      const tombstone = {
        ...message,
        text: 'This message was deleted.',
        blocks: [],
        attachments: [],
        metadata: null,
        deleted: true,
      };
      await store.update(tombstone);
      return tell(tombstone);
    }
    await store.remove(channel, ts);
    hub.publish({ type: 'removed', channel, ts });
    const parent = message.threadTs === null ? null : await store.find(channel, message.threadTs);
    if (parent !== null) await tell(parent);
  };

  /** What the app (or the service itself) says in answer to a person: to them alone, or to all where `to` is null. */
  const answer = (
    channel: SandboxChannel,
    content: MessageContent,
    options: { to: string | null; from?: string; threadTs?: string | null },
  ): Promise<SandboxMessage> =>
    post(channel, {
      ...content,
      userId: options.from ?? BOT.userId,
      threadTs: options.threadTs ?? null,
      visibleTo: options.to,
    });

  return {
    people: () => deps.people(),
    person,
    channels: () => store.channels(),
    channelById,
    openDirect,
    openNamed,
    resolve,
    post,
    change,
    remove,
    answer,
  };
}
