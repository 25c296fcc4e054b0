import { request, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import type { Json } from './product.ts';

/** A server-sent event as a client reads it. */
export type ReceivedEvent = {
  readonly id: string;
  readonly event: string;
  readonly data: Json;
  readonly at: number;
};

/** A client of an event stream: what it has received so far, by a parser of its own. */
export type StreamReader = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly events: ReceivedEvent[];
  readonly comments: string[];
  /** What the client is to wait before it comes again, in ms; null: not said. */
  readonly retryMs: () => number | null;
  /** The body of an answer that is no stream. */
  readonly body: () => string;
  /** Resolves when the server has ended it, or the connection is gone. */
  readonly ended: Promise<void>;
  readonly isEnded: () => boolean;
  /** Takes nothing more from the connection. */
  pause(): void;
  /** Cuts the connection. */
  leave(): void;
};

export async function readStream(
  url: string,
  options: { key: string; lastEventId?: string },
): Promise<StreamReader> {
  const events: ReceivedEvent[] = [];
  const comments: string[] = [];
  let retryMs: number | null = null;
  let text = '';
  let rest = '';
  let isEnded = false;
  const take = (block: string): void => {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
      if (name === '') comments.push(value);
      else fields.set(name, value);
    }
    if (fields.has('retry')) retryMs = Number(fields.get('retry'));
    const data = fields.get('data');
    if (data === undefined) return;
    events.push({
      id: fields.get('id') ?? '',
      event: fields.get('event') ?? '',
      data: JSON.parse(data),
      at: Date.now(),
    });
  };
  return new Promise((resolve, reject) => {
    const asked: ClientRequest = request(
      url,
      {
        agent: false,
        headers: {
          authorization: `Bearer ${options.key}`,
          ...(options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }),
        },
      },
      (response) => {
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += response.statusCode === 200 ? '' : chunk;
          rest += chunk;
          const blocks = rest.split('\n\n');
          rest = blocks.pop() ?? '';
          if (response.statusCode === 200) blocks.forEach(take);
        });
        response.on('error', () => undefined);
        const ended = new Promise<void>((end) => {
          response.on('close', () => {
            isEnded = true;
            end();
          });
        });
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          events,
          comments,
          retryMs: () => retryMs,
          body: () => text,
          ended,
          isEnded: () => isEnded,
          pause: () => response.pause(),
          leave: () => asked.destroy(),
        });
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}
