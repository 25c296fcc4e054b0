import { alertColor } from '../core/monitor/alert-message.ts';
import { cut } from '../core/notification/message.ts';
import type { OutboundAlert } from '../services/ports/alert-sender.ts';

const MAX_TITLE_CHARS = 256;
const MAX_TEXT_CHARS = 4_096;

/** What a webhook of Discord takes; nothing in it can ring everybody. */
export function discordBody({ view }: OutboundAlert): string {
  return JSON.stringify({
    content: cut(view.title, MAX_TITLE_CHARS),
    embeds: [
      {
        title: cut(view.title, MAX_TITLE_CHARS),
        description: cut(view.text, MAX_TEXT_CHARS),
        color: Number.parseInt(alertColor(view.type).slice(1), 16),
        timestamp: new Date(view.at).toISOString(),
      },
    ],
    allowed_mentions: { parse: [] },
  });
}

/** Without `wait` Discord would answer before it knows whether it can show the message. */
export function discordUrl(given: URL): URL {
  const url = new URL(given);
  url.searchParams.set('wait', 'true');
  return url;
}
