import { Webhook } from 'standardwebhooks';
import { SECOND_MS, type EpochMs } from '../core/time/instant.ts';

/**
 * The headers by which a receiver knows who sent a body, and knows a repeat by its id (Standard Webhooks). Without a
 * secret there is no signature, and the receiver decides whether it wants the message.
 */
export function webhookHeaders(options: {
  id: string;
  now: EpochMs;
  body: string;
  secret: string | null;
}): Record<string, string> {
  const { id, now, body, secret } = options;
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(now / SECOND_MS)) };
  if (secret === null) return headers;
  return { ...headers, 'webhook-signature': signerOf(secret).sign(id, new Date(now), body) };
}

/** A secret is base64, with or without `whsec_` in front; one that is not counts as its own bytes. */
function signerOf(secret: string): Webhook {
  try {
    return new Webhook(secret);
  } catch {
    return new Webhook(secret, { format: 'raw' });
  }
}
