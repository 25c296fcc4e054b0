import type { EpochMs } from '../core/time/instant.ts';

/** A message as the stand-in keeps it. `blocks` and `attachments` are stored as the bot sent them, with ids filled in. */
export type SandboxMessage = {
  readonly id: string;
  readonly channel: string;
  /** Unique and rising within its channel: "1700000000.000100". Its order as text is its order in time. */
  readonly ts: string;
  /** The parent's `ts` for a reply; null for a message of the channel itself. */
  readonly threadTs: string | null;
  readonly userId: string;
  readonly text: string;
  readonly blocks: readonly unknown[];
  readonly attachments: readonly unknown[];
  readonly metadata: unknown;
  /** Only this user sees it (an answer to a command); null: everybody in the channel. */
  readonly visibleTo: string | null;
  readonly editedAt: EpochMs | null;
  /** A deleted parent stays as a tombstone while it has replies. */
  readonly deleted: boolean;
  readonly createdAt: EpochMs;
};

/** A channel has a name; a direct message with the bot has the user on its other side. */
export type SandboxChannel = {
  readonly id: string;
  readonly name: string | null;
  readonly userId: string | null;
};

/** How long a thread is: replies that everybody sees. */
export type ThreadStats = { readonly replies: number; readonly latest: string };

export type MessageQuery = {
  readonly channel: string;
  /** A parent's `ts` for its replies; null for the messages of the channel itself. */
  readonly threadTs: string | null;
  /** Whose private messages are included: a user's, or nobody's. */
  readonly viewer: string | null;
  /** Only messages older than this `ts` (exclusive). */
  readonly before: string | null;
  /** Only messages newer than this `ts` (exclusive). */
  readonly after: string | null;
  readonly limit: number;
};

/** Where the stand-in keeps what was said, so that a restart forgets nothing. */
export interface SandboxStore {
  /** All channels and direct messages, in order of id. */
  channels(): Promise<SandboxChannel[]>;
  /** Adds the channel unless its id is there already. */
  ensureChannel(channel: SandboxChannel): Promise<void>;
  /** False when the channel already has a message with that `ts`. */
  insert(message: SandboxMessage): Promise<boolean>;
  /** Replaces text, blocks, attachments, metadata and the marks; false when the message is no more. */
  update(message: SandboxMessage): Promise<boolean>;
  remove(channel: string, ts: string): Promise<void>;
  find(channel: string, ts: string): Promise<SandboxMessage | null>;
  /** Newest first. */
  list(query: MessageQuery): Promise<SandboxMessage[]>;
  /** By parent; parents without replies are absent. */
  threads(channel: string, parents: readonly string[]): Promise<Map<string, ThreadStats>>;
  /** The newest message of each channel itself that `viewer` may see; threads do not count. */
  latest(viewer: string): Promise<Map<string, string>>;
  /** The newest `ts` of the channel, replies and private messages counted; null where nothing was said. */
  lastTs(channel: string): Promise<string | null>;
}
