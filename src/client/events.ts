import { errorOf, TocsinError } from './error.ts';
import { eventSourceParser, type EventSourceParser } from './event-source.ts';
import type { components } from './schema.ts';
import { backoffMs, pause, unreachable, type Fetch } from './transport.ts';

export type TocsinEvent = components['schemas']['Event'];

export type Followed = {
  readonly event: TocsinEvent;
  /** Where to go on from: `lastEventId` of the next `events`. */
  readonly lastEventId: string;
};

export type EventsOptions = {
  /** Only these; absent or empty: all. */
  readonly types?: readonly TocsinEvent['type'][];
  /** Goes on after this event; absent: begins with what happens next. */
  readonly lastEventId?: string;
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Told each time that the stream is there: at first, and again after each break. */
  readonly onOpen?: () => void;
  /** Told each time that a stream that was there is not any more, before it is opened again. */
  readonly onBreak?: () => void;
};

/** The stream says that it is alive every 15 s. */
const SILENCE_MS = 45_000;
const MOST_FIRST_TRIES = 3;
const LONGEST_PAUSE_MS = 30_000;

type Connection = { readonly fetch: Fetch; readonly headers: Headers; readonly timeoutMs: number };

/**
 * Follows a page's events for ever: a stream that ends or breaks is opened again after the last event that came, so that
 * none is left out from the first one on, and none comes twice. It ends by its signal, and by `TocsinError`: a first connection that fails three times, and
 * any refusal that time does not mend, such as a key that was revoked.
 */
export async function* followEvents(
  connection: Connection,
  address: string,
  options: EventsOptions,
): AsyncGenerator<Followed, void, undefined> {
  const { signal, onOpen, onBreak } = options;
  const url = addressOf(address, options);
  let parser = eventSourceParser(options.lastEventId);
  let hasOpened = false;
  let isOpen = false;
  let failures = 0;
  const opened = () => {
    hasOpened = true;
    isOpen = true;
    failures = 0;
    onOpen?.();
  };
  while (!isOver(signal)) {
    try {
      for await (const text of textOf(connection, { url, lastEventId: parser.lastEventId, signal, opened })) {
        for (const { data, lastEventId } of parser.push(text)) yield { event: eventOf(data), lastEventId };
      }
    } catch (error) {
      if (isOver(signal)) return;
      failures += 1;
      if (!isPassing(error) || (!hasOpened && failures >= MOST_FIRST_TRIES)) throw error;
    }
    if (isOpen && !isOver(signal)) onBreak?.();
    isOpen = false;
    await waitBefore(parser, failures, signal);
    parser = eventSourceParser(parser.lastEventId);
  }
}

function addressOf(address: string, { types = [] }: EventsOptions): string {
  return types.length === 0 ? address : `${address}?types=${encodeURIComponent(types.join(','))}`;
}

type Stream = {
  readonly url: string;
  readonly lastEventId: string;
  readonly signal: AbortSignal | undefined;
  readonly opened: () => void;
};

/** One connection, from its opening to its end. Whoever stops reading leaves nothing open. */
async function* textOf(connection: Connection, stream: Stream): AsyncGenerator<string> {
  const { url, lastEventId, signal, opened } = stream;
  const abort = new AbortController();
  const onAbort = () => abort.abort();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const body = await open(connection, url, lastEventId, abort);
    opened();
    yield* decoded(body, abort);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    abort.abort();
  }
}

async function open(
  { fetch, headers, timeoutMs }: Connection,
  url: string,
  lastEventId: string,
  abort: AbortController,
): Promise<ReadableStream<Uint8Array>> {
  const sent = new Headers(headers);
  sent.set('accept', 'text/event-stream');
  if (lastEventId !== '') sent.set('last-event-id', lastEventId);
  const timeout = new TocsinError('timeout', `No answer within ${timeoutMs / 1_000} s`);
  const timer = setTimeout(() => abort.abort(timeout), timeoutMs);
  try {
    const response = await fetch(url, { headers: sent, redirect: 'manual', signal: abort.signal });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (response.ok && isStream && response.body !== null) return response.body;
    throw errorOf(response, await jsonOf(response));
  } catch (error) {
    if (error instanceof TocsinError) throw error;
    throw unreachable(url, error);
  } finally {
    clearTimeout(timer);
  }
}

/** A stream on which nothing comes for a while is dead: its other end may have gone without a word. */
async function* decoded(stream: ReadableStream<Uint8Array>, abort: AbortController): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let timer = setTimeout(() => abort.abort(), SILENCE_MS);
  try {
    for await (const bytes of stream) {
      clearTimeout(timer);
      yield decoder.decode(bytes, { stream: true });
      timer = setTimeout(() => abort.abort(), SILENCE_MS);
    }
  } catch (error) {
    throw new TocsinError('unreachable', 'The stream broke', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

function eventOf(data: string): TocsinEvent {
  // The server speaks the document that this client is made from.
  return JSON.parse(data) as TocsinEvent;
}

function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Whether the same request may be served in a while. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof TocsinError)) return false;
  const { status } = error;
  return status === null || status === 429 || status >= 500;
}

async function waitBefore(parser: EventSourceParser, failures: number, signal?: AbortSignal): Promise<void> {
  const ms = failures === 0 ? (parser.retryMs ?? 0) : backoffMs(Math.min(failures, 8));
  try {
    await pause(Math.min(ms, LONGEST_PAUSE_MS), signal ?? new AbortController().signal);
  } catch {
    // It was ended meanwhile, which whoever waits here sees.
  }
}
