import type { OutboundAlert } from '../services/ports/alert-sender.ts';

/**
 * What a WEBHOOK alert gets: `{type, timestamp, data}`, as the Standard Webhooks specification advises. The same at
 * every attempt; `timestamp` is when it happened.
 */
export function alertWebhookBody({ key, alertId, view }: OutboundAlert): string {
  const { type, at, title, text, pageId, monitor, change, reason, location, logId, certificate } = view;
  return JSON.stringify({
    type,
    timestamp: iso(at),
    data: {
      id: key,
      alertId,
      pageId,
      monitor,
      from: change?.from ?? null,
      to: change?.to ?? null,
      reason,
      location,
      logId,
      certificate: certificate && {
        ...certificate,
        validFrom: iso(certificate.validFrom),
        validTo: iso(certificate.validTo),
      },
      title,
      text,
    },
  });
}

const iso = (at: number): string => new Date(at).toISOString();
