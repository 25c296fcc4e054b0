import type { ServerResponse } from 'node:http';
import { contextOf, SYSTEM, type Services } from '../services/context.ts';
import { AppError } from '../services/errors.ts';
import type { PlacedEvent } from '../services/ports/event-stream.ts';
import type { EventType } from '../services/ports/events.ts';
import { openEventStream, type EventStream } from './event-stream.ts';

export type EventStreams = {
  /** Errors: `rate_limited` where this process serves as many as it may, to that key or to all; `unavailable` while it ends. */
  requireRoom(keyId: string): void;
  /** Sends events of a page to a response that nothing was written to yet, until one of the two is gone. Check for room first. */
  open(response: ServerResponse, wanted: WantedEvents): void;
  /** There may be something new: look now and not within the second. */
  nudge(): void;
  /** Ends every stream at once. */
  close(): void;
};

export type WantedEvents = {
  readonly keyId: string;
  readonly pageId: string;
  /** The place after which it begins. */
  readonly after: bigint;
  /** Empty: all. */
  readonly types: readonly EventType[];
};

export type EventStreamLimits = {
  readonly most: number;
  /** Of one key, so that a client that opens more and more leaves room for others. */
  readonly mostOfKey: number;
  /** Between two looks, in ms. */
  readonly lookMs: number;
  readonly heartbeatMs: number;
  /** A reader that takes nothing for that long, in ms, is cut off. */
  readonly stallMs: number;
};
const LIMITS: EventStreamLimits = {
  most: 100,
  mostOfKey: 10,
  lookMs: 1_000,
  heartbeatMs: 15_000,
  stallMs: 30_000,
};
/** A storm of nudges leads to a look each time that long has passed. */
const NUDGE_GAP_MS = 50;
/** What one look reads for all streams together. */
const MOST_AT_ONCE = 500;
/** Events of a page that are kept for those who are a little behind; whoever is further behind reads for themselves. */
const KEPT = 100;

/** The last events of one page: all with a place above `from`. */
type Feed = { from: bigint; events: PlacedEvent[] };
type Open = WantedEvents & { readonly stream: EventStream };

/**
 * The streams of this process. One statement a second looks for news for all of them, and whether their keys and pages
 * are still good; a second one reads what is new, once for everybody. A stream holds no more than its place, and reads on
 * from there when its reader has taken what came before: a slow one costs no memory.
 */
export function createEventStreams(services: Services, limits: EventStreamLimits = LIMITS): EventStreams {
  const log = services.log.child({ subsystem: 'event streams' });
  const { eventStream } = services.uow.read;
  const streams = new Set<Open>();
  const feeds = new Map<string, Feed>();
  /** Everything up to here can be had. Null: nobody has looked. */
  let head: bigint | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isNudged = false;
  let lookedAt = -Infinity;
  let isClosed = false;
  let isFailing = false;

  const look = async (): Promise<void> => {
    const looked = [...streams];
    const pageIds = new Set(looked.map(({ pageId }) => pageId));
    const keyIds = new Set(looked.map(({ keyId }) => keyId));
    const { now } = contextOf(services, SYSTEM);
    const seen = await eventStream.look({ keyIds: [...keyIds], pageIds: [...pageIds], now });
    for (const { keyId, pageId, stream } of looked) {
      if (!seen.keyIds.has(keyId) || !seen.pageIds.has(pageId)) stream.end();
    }
    await moveTo(seen.head, pageIds);
    for (const { stream } of streams) stream.wake();
  };
  const moveTo = async (newest: bigint, pageIds: ReadonlySet<string>): Promise<void> => {
    if (head === null) {
      head = newest;
      for (const feed of feeds.values()) feed.from = newest;
      return;
    }
    if (newest <= head) return;
    const wanted = { pageIds: [...pageIds], types: [], after: head, upTo: newest, limit: MOST_AT_ONCE };
    const events = await eventStream.read(wanted);
    const last = events.at(-1);
    const isAll = events.length < MOST_AT_ONCE || last === undefined;
    head = isAll ? newest : last.position;
    if (!isAll) isNudged = true;
    for (const [pageId, feed] of feeds) {
      // Nothing was read for a page that came while this one was read.
      if (pageIds.has(pageId))
        keep(
          feed,
          events.filter((event) => event.pageId === pageId),
        );
      else Object.assign(feed, { from: head, events: [] });
    }
  };
  const run = async (): Promise<void> => {
    isLooking = true;
    isNudged = false;
    try {
      await look();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'event streams wait for the database');
      isFailing = true;
    }
    isLooking = false;
    lookedAt = performance.now();
    if (streams.size > 0) schedule(isNudged ? NUDGE_GAP_MS : limits.lookMs);
    else forget();
  };
  const schedule = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), ms);
  };
  const forget = (): void => {
    clearTimeout(timer);
    feeds.clear();
    head = null;
  };
  const nudge = (): void => {
    if (streams.size === 0) return;
    isNudged = true;
    if (!isLooking) schedule(Math.max(0, lookedAt + NUDGE_GAP_MS - performance.now()));
  };
  const readOn = async ({ pageId, types }: WantedEvents, after: bigint) => {
    const feed = feeds.get(pageId);
    if (head === null || feed === undefined || after >= head) return { events: [], upTo: after };
    const upTo = head;
    if (after >= feed.from) {
      const isWanted = ({ position, type }: PlacedEvent) =>
        position > after && (types.length === 0 || types.includes(type));
      return { events: feed.events.filter(isWanted), upTo };
    }
    const events = await eventStream.read({ pageIds: [pageId], types, after, upTo, limit: KEPT });
    return { events, upTo: events.length < KEPT ? upTo : (events.at(-1)?.position ?? upTo) };
  };

  return {
    requireRoom: (keyId) => {
      const { most, mostOfKey } = limits;
      if (isClosed) throw new AppError('unavailable', 'This process ends');
      if ([...streams].filter((stream) => stream.keyId === keyId).length >= mostOfKey)
        throw new AppError(
          'rate_limited',
          `At most ${mostOfKey} event streams are served to one key at once`,
        );
      if (streams.size >= most)
        throw new AppError('rate_limited', `At most ${most} event streams are served at once`);
    },
    open: (response, wanted) => {
      const opened: Open = {
        ...wanted,
        stream: openEventStream(response, {
          after: wanted.after,
          readOn: (after) => readOn(wanted, after),
          onEnd: () => {
            streams.delete(opened);
            if (![...streams].some(({ pageId }) => pageId === wanted.pageId)) feeds.delete(wanted.pageId);
          },
          heartbeatMs: limits.heartbeatMs,
          stallMs: limits.stallMs,
        }),
      };
      streams.add(opened);
      if (!feeds.has(wanted.pageId)) feeds.set(wanted.pageId, { from: head ?? 0n, events: [] });
      nudge();
    },
    nudge,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      for (const { stream } of streams) stream.end();
    },
  };
}

function keep(feed: Feed, events: readonly PlacedEvent[]): void {
  feed.events.push(...events);
  const dropped = feed.events.splice(0, Math.max(0, feed.events.length - KEPT)).at(-1);
  if (dropped !== undefined) feed.from = dropped.position;
}
