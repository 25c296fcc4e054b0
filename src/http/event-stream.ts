import type { ServerResponse } from 'node:http';
import { eventView } from '../services/event/view.ts';
import type { PlacedEvent } from '../services/ports/event-stream.ts';

/** How long a client is to wait before it connects again. */
const RETRY_MS = 3_000;
/** How long a reader may take for the end of a stream. */
const END_MS = 1_000;

export type EventStream = {
  /** There may be something new. */
  wake(): void;
  end(): void;
};

export type EventStreamOptions = {
  readonly after: bigint;
  /** Some of what comes after a place, in order, and up to where that is all; `upTo` = `after`: nothing yet. */
  readonly readOn: (after: bigint) => Promise<{ events: readonly PlacedEvent[]; upTo: bigint }>;
  readonly onEnd: () => void;
  readonly heartbeatMs: number;
  readonly stallMs: number;
};

/**
 * Writes events to one reader as they come, as server-sent events (HTML Living Standard, 9.2). It reads on only when the
 * reader has taken what was written, and gives a reader up that takes nothing.
 */
export function openEventStream(response: ServerResponse, options: EventStreamOptions): EventStream {
  const { readOn, onEnd, heartbeatMs, stallMs } = options;
  let place = options.after;
  let isOver = false;
  let isWoken = false;
  let onWake: () => void = () => undefined;

  const wake = (): void => {
    isWoken = true;
    onWake();
  };
  const woken = async (): Promise<void> => {
    if (!isWoken) await new Promise<void>((resolve) => (onWake = resolve));
    isWoken = false;
  };
  const write = async (text: string): Promise<void> => {
    if (isOver || response.write(text)) return;
    if (!(await isDrained(response, stallMs))) response.destroy();
  };
  const heartbeat = setInterval(() => {
    // A reader that has not taken the last ones needs none more.
    if (!response.writableNeedDrain) void write(': still here\n\n');
  }, heartbeatMs);
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(heartbeat);
    wake();
    onEnd();
  };
  const pump = async (): Promise<void> => {
    // The place too, so that a reader who is cut off before its first event goes on from here.
    await write(`retry: ${RETRY_MS}\nid: ${place}\n\n`);
    // A reader that was gone before is not heard of again.
    if (response.closed) over();
    while (!isOver) {
      await woken();
      for (let isMore = true; isMore && !isOver;) isMore = await writeSome();
    }
  };
  const writeSome = async (): Promise<boolean> => {
    let some;
    try {
      some = await readOn(place);
    } catch {
      // The database does not answer. Whoever looks for news says so, and wakes this one when it does again.
      return false;
    }
    for (const event of some.events) {
      if (isOver) return false;
      await write(messageOf(event));
    }
    const isMore = some.upTo > place;
    place = some.upTo;
    return isMore;
  };

  response.on('close', over);
  response.on('error', over);
  response.flushHeaders();
  void pump();
  return {
    wake,
    end: () => {
      if (isOver) return;
      over();
      // What it has not taken by then it is told when it comes again.
      if (response.writableNeedDrain) response.destroy();
      else endWithin(response, END_MS);
    },
  };
}

/** JSON holds no line break, so one `data:` line is enough. */
function messageOf(event: PlacedEvent): string {
  return `id: ${event.position}\nevent: ${event.type}\ndata: ${JSON.stringify(eventView(event))}\n\n`;
}

/** Ends the response, at the latest by cutting the connection after `ms`. */
function endWithin(response: ServerResponse, ms: number): void {
  const timer = setTimeout(() => response.destroy(), ms);
  response.once('close', () => clearTimeout(timer));
  response.end();
}

/** Whether all that was written was taken within `ms`. */
function isDrained(response: ServerResponse, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isTaken: boolean): void => {
      clearTimeout(timer);
      response.off('drain', onDrain);
      response.off('close', onClose);
      resolve(isTaken);
    };
    const onDrain = (): void => end(true);
    const onClose = (): void => end(false);
    const timer = setTimeout(onClose, ms);
    response.on('drain', onDrain);
    response.on('close', onClose);
  });
}
