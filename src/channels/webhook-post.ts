import type { WebhookAnswer, WebhookPost } from '../services/ports/webhook-post.ts';
import { createGuardedPost, postableUrl, type GuardedResult } from './guarded-post.ts';
import { DEFAULT_TIMEOUT_MS } from './network.ts';
import { webhookHeaders } from './webhook-signature.ts';

/** What is kept of a receiver's answer, for whoever wants to know why it failed. */
const KEPT_BYTES = 1_024;

/** Sends events to webhook subscriptions, signed (Standard Webhooks). Redirects are failures. */
export function createWebhookPost(options: {
  allowPrivateTargets: boolean;
  timeoutMs?: number;
}): WebhookPost & { close(): Promise<void> } {
  const { allowPrivateTargets, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const post = createGuardedPost({ allowPrivateTargets, timeoutMs });
  return {
    send: async ({ url: address, id, body, secret, now }) => {
      const url = postableUrl(address);
      if (url === null) return refused('The address is none that can be sent to.');
      const headers = webhookHeaders({ id, now, body, secret });
      const keptBytes = KEPT_BYTES;
      return answerOf(await post.send({ url, headers, body, partner: 'The receiver', now, keptBytes }));
    },
    close: () => post.close(),
  };
}

function refused(detail: string): WebhookAnswer {
  return { kind: 'failed', status: null, detail, unavailable: true, forbidden: true };
}

function answerOf(result: GuardedResult): WebhookAnswer {
  const { answer } = result;
  if (result.kind === 'sent') {
    return { kind: 'delivered', status: answer?.status ?? 200, detail: answer?.text ?? '' };
  }
  const { reason } = result;
  if (result.kind === 'rejected') {
    // Without an answer, what is refused for good is the address itself.
    if (answer === undefined) return refused(reason);
    return failure(answer, reason, { unavailable: false });
  }
  const isAskedToWait = result.kind === 'retry' && result.afterMs !== undefined;
  return failure(answer, reason, {
    unavailable: isAskedToWait || result.unavailable === true,
    ...(isAskedToWait ? { afterMs: result.afterMs } : {}),
  });
}

function failure(
  answer: GuardedResult['answer'],
  reason: string,
  more: { unavailable: boolean; afterMs?: number },
): WebhookAnswer {
  const text = answer?.text ?? '';
  const status = answer?.status ?? null;
  return { kind: 'failed', status, detail: text === '' ? reason : text, forbidden: false, ...more };
}
