import type {
  MessageQuery,
  SandboxChannel,
  SandboxMessage,
  SandboxStore,
} from '../../../src/sandbox/store.ts';

/** The sandbox's store in memory, held to the same contract as the one in the database. */
export function memoryStore(): SandboxStore {
  const channels = new Map<string, SandboxChannel>();
  const messages = new Map<string, SandboxMessage>();
  const keyOf = (channel: string, ts: string): string => `${channel}/${ts}`;
  const matching = (query: Omit<MessageQuery, 'limit'>): SandboxMessage[] =>
    [...messages.values()].filter(
      (it) =>
        it.channel === query.channel &&
        it.threadTs === query.threadTs &&
        (it.visibleTo === null || it.visibleTo === query.viewer) &&
        (query.before === null || it.ts < query.before) &&
        (query.after === null || it.ts > query.after),
    );
  const newestFirst = (a: SandboxMessage, b: SandboxMessage): number => (a.ts < b.ts ? 1 : -1);

  return {
    channels: () => Promise.resolve([...channels.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))),
    ensureChannel(channel) {
      if (!channels.has(channel.id)) channels.set(channel.id, channel);
      return Promise.resolve();
    },
    insert(message) {
      const key = keyOf(message.channel, message.ts);
      const isFree = !messages.has(key);
      if (isFree) messages.set(key, structuredClone(message));
      return Promise.resolve(isFree);
    },
    update(message) {
      const key = keyOf(message.channel, message.ts);
      const isThere = messages.has(key);
      if (isThere) messages.set(key, structuredClone(message));
      return Promise.resolve(isThere);
    },
    remove(channel, ts) {
      messages.delete(keyOf(channel, ts));
      return Promise.resolve();
    },
    find: (channel, ts) => Promise.resolve(messages.get(keyOf(channel, ts)) ?? null),
    list: (query) => Promise.resolve(matching(query).toSorted(newestFirst).slice(0, query.limit)),
    threads(channel, parents) {
      const stats = parents.flatMap((threadTs) => {
        const replies = matching({ channel, threadTs, viewer: null, before: null, after: null });
        const [latest] = replies.toSorted(newestFirst);
        return latest === undefined
          ? []
          : [[threadTs, { replies: replies.length, latest: latest.ts }] as const];
      });
      return Promise.resolve(new Map(stats));
    },
    latest(viewer) {
      const newest = [...channels.keys()].flatMap((channel) => {
        const [first] = matching({ channel, threadTs: null, viewer, before: null, after: null }).toSorted(
          newestFirst,
        );
        return first === undefined ? [] : [[channel, first.ts] as const];
      });
      return Promise.resolve(new Map(newest));
    },
    lastTs(channel) {
      const all = [...messages.values()].filter((it) => it.channel === channel).toSorted(newestFirst);
      return Promise.resolve(all[0]?.ts ?? null);
    },
  };
}
