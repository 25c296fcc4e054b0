import type { ReceiverEvent } from '@slack/bolt';
import type { Logger } from '../platform/logger.ts';
import type { ChatRequest, ChatRequestLease } from '../services/ports/chat-requests.ts';
import type { SlackRequest } from './request.ts';

/** Where requests are kept from before they are answered until they are done. */
export interface RequestLog {
  receive(request: SlackRequest): Promise<ChatRequestLease | null>;
  claim(limit: number): Promise<ChatRequest[]>;
  finish(lease: ChatRequestLease, error: string | null): Promise<void>;
  prune(): Promise<number>;
}

/** What a listener finds in its context about the request that it serves. */
export type RequestContext = { readonly requestId: string; readonly attempt: number };

export type Delivery = {
  readonly request: SlackRequest;
  readonly ack: ReceiverEvent['ack'];
  readonly retryNum?: number;
};

export interface Intake {
  /**
   * Stores a request, then has it done. `onStored` is called in between: from there on it will be done even if this
   * process dies. Resolves when it is done, failed (and kept for another attempt) or known from an earlier delivery;
   * rejects when it could not be stored.
   */
  take(delivery: Delivery, onStored?: () => void): Promise<void>;
  /** Does what was stored and never done; how many. Calls while one is going on share it. */
  replay(): Promise<number>;
  /** Waits for what is being done. */
  drain(): Promise<void>;
}

const BATCH = 20;

/** Requests from Slack on their way to their listeners, whatever brought them. */
export function createIntake(options: {
  requests: RequestLog;
  process: (event: ReceiverEvent) => Promise<void>;
  log: Logger;
}): Intake {
  const { requests, process, log } = options;
  const going = new Set<Promise<unknown>>();
  let replaying: Promise<number> | null = null;

  const attempt = async (lease: ChatRequestLease, event: ReceiverEvent): Promise<void> => {
    const context: RequestContext = { requestId: lease.id, attempt: lease.attempt };
    const error = await process({ ...event, customProperties: context }).then(() => null, messageOf);
    if (error !== null)
      log.warn({ requestId: lease.id, attempt: lease.attempt, error }, 'a chat request failed');
    // Should this fail too, the lease ends by itself and the request is done once more: every listener can take that.
    await requests.finish(lease, error).catch((cause: unknown) => {
      log.warn({ requestId: lease.id, err: cause }, 'the end of a chat request could not be stored');
    });
  };

  const take: Intake['take'] = async ({ request, ack, retryNum }, onStored) => {
    const lease = await requests.receive(request);
    onStored?.();
    if (lease === null) {
      log.info({ requestId: request.id, retryNum }, 'a chat request was delivered again');
      return;
    }
    await attempt(lease, { body: request.body, ack, ...(retryNum === undefined ? {} : { retryNum }) });
  };

  const replay = async (): Promise<number> => {
    let count = 0;
    for (;;) {
      const claimed = await requests.claim(BATCH);
      await Promise.all(
        claimed.map(({ lease, body }) => attempt(lease, { body, ack: () => Promise.resolve() })),
      );
      count += claimed.length;
      if (claimed.length < BATCH) break;
    }
    await requests.prune();
    return count;
  };

  const track = <T>(work: Promise<T>): Promise<T> => {
    going.add(work);
    const forget = (): void => void going.delete(work);
    work.then(forget, forget);
    return work;
  };

  return {
    take: (delivery, onStored) => track(take(delivery, onStored)),
    replay: () =>
      (replaying ??= track(
        replay().finally(() => {
          replaying = null;
        }),
      )),
    drain: async () => void (await Promise.allSettled(going)),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
