import type { OutboundMessage, Sender } from '../services/ports/sender.ts';
import { createGuardedPost, postableUrl } from './guarded-post.ts';
import { DEFAULT_TIMEOUT_MS } from './network.ts';
import { webhookBody } from './webhook-body.ts';
import { webhookHeaders } from './webhook-signature.ts';

export type WebhookOptions = {
  /** Signs for members without a secret of their own; null: those get no signature. */
  readonly defaultSecret: string | null;
  readonly allowPrivateTargets: boolean;
  readonly timeoutMs?: number;
};

/**
 * Reaches members by a POST to an address of theirs, signed, with an id that stays over all attempts. Redirects are
 * failures: where they lead to nobody has checked.
 */
export function createWebhookSender(options: WebhookOptions): Sender & { close(): Promise<void> } {
  const { defaultSecret, allowPrivateTargets, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const post = createGuardedPost({ allowPrivateTargets, timeoutMs });
  return {
    channel: 'WEBHOOK',
    send: async (message: OutboundMessage) => {
      const url = postableUrl(message.recipient.webhookUrl);
      if (url === null) return { kind: 'rejected', reason: 'The member has no webhook address.' };
      const { key: id, now } = message;
      const body = webhookBody(message);
      const secret = message.recipient.webhookSecret ?? defaultSecret;
      const headers = webhookHeaders({ id, now, body, secret });
      return post.send({ url, headers, body, partner: 'The webhook', now });
    },
    close: () => post.close(),
  };
}
