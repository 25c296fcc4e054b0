import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RecordedRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** How a partner behaves: as it should, or in one of the ways in which partners fail. */
export type Behaviour =
  | { readonly kind: 'ok' }
  | { readonly kind: 'tooMany'; readonly retryAfter?: string }
  | { readonly kind: 'broken'; readonly status?: number }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Does what is asked and never answers. */
  | { readonly kind: 'hangAfter' }
  /** Does what is asked and closes the connection. */
  | { readonly kind: 'dropAfter' }
  /** Takes the request and closes the connection. */
  | { readonly kind: 'drop' }
  /** Refuses for good, in the partner's own words. */
  | { readonly kind: 'refuse'; readonly with: string | number };

export type FakeHttp = {
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** From now on, or for the next `times` requests (of which `only` is true). */
  readonly behave: (
    behaviour: Behaviour,
    times?: number,
    only?: (request: RecordedRequest) => boolean,
  ) => void;
  /** From now on all is well. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
};

type Answer = { status: number; body: unknown; headers?: Record<string, string> };

/** A partner on 127.0.0.1. `accept` does what a good request asks for and says the answer; `refuse` is the partner's no. */
export async function startFakeHttp(options: {
  accept: (request: RecordedRequest) => Answer;
  refuse: (how: string | number) => Answer;
}): Promise<FakeHttp> {
  const requests: RecordedRequest[] = [];
  let lasting: Behaviour = { kind: 'ok' };
  const passing: { behaviour: Behaviour; left: number; only: (request: RecordedRequest) => boolean }[] = [];
  const behaviourFor = (request: RecordedRequest): Behaviour => {
    const rule = passing.find(({ left, only }) => left > 0 && only(request));
    if (rule === undefined) return lasting;
    rule.left -= 1;
    return rule.behaviour;
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await record(incoming);
    requests.push(request);
    const behaviour = behaviourFor(request);
    switch (behaviour.kind) {
      case 'ok':
        return write(response, options.accept(request));
      case 'tooMany': {
        const { retryAfter } = behaviour;
        const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
        return write(response, { status: 429, body: {}, headers });
      }
      case 'broken':
        return write(response, { status: behaviour.status ?? 500, body: 'broken' });
      case 'hang':
        return;
      case 'hangAfter':
        options.accept(request);
        return;
      case 'dropAfter':
        options.accept(request);
        incoming.socket.destroy();
        return;
      case 'drop':
        incoming.socket.destroy();
        return;
      case 'refuse':
        return write(response, options.refuse(behaviour.with));
    }
  };

  const server = createServer((incoming, response) => void answer(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    behave: (behaviour, times, only = () => true) => {
      if (times === undefined) lasting = behaviour;
      else passing.push({ behaviour, left: times, only });
    },
    heal: () => {
      lasting = { kind: 'ok' };
      passing.length = 0;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://fake');
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

function write(response: ServerResponse, answer: Answer): void {
  const isText = typeof answer.body === 'string';
  response.writeHead(answer.status, {
    'content-type': isText ? 'text/plain' : 'application/json',
    ...answer.headers,
  });
  response.end(isText ? answer.body : JSON.stringify(answer.body));
}

/** An address on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
