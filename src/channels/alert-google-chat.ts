import { alertColor } from '../core/monitor/alert-message.ts';
import { cut } from '../core/notification/message.ts';
import type { OutboundAlert } from '../services/ports/alert-sender.ts';
import { escape } from '../slack/blocks/escape.ts';

const MAX_TITLE_CHARS = 300;
/** A message may have 32,000 bytes, whatever the alphabet. */
const MAX_TEXT_CHARS = 4_000;

/** What a webhook of Google Chat takes; what is said of one monitor is one thread. */
export function googleChatBody({ key, view }: OutboundAlert): string {
  const title = cut(view.title, MAX_TITLE_CHARS);
  const text = escape(cut(view.text, MAX_TEXT_CHARS)).replaceAll('\n', '<br>');
  const heading = `<font color="${alertColor(view.type)}"><b>${escape(title)}</b></font>`;
  const widgets = [{ textParagraph: { text: heading } }, { textParagraph: { text } }];
  return JSON.stringify({
    // In angle brackets everybody of a space could be rung.
    text: title.replaceAll('<', '‹').replaceAll('>', '›'),
    cardsV2: [{ cardId: key, card: { sections: [{ widgets }] } }],
    thread: { threadKey: view.monitor.id },
  });
}

/** A thread that is no more starts anew instead of refusing the message. */
export function googleChatUrl(given: URL): URL {
  const url = new URL(given);
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
  return url;
}
