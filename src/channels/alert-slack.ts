import { slackPlaceOf } from '../core/monitor/alert-recipient.ts';
import type { OutboundAlert } from '../services/ports/alert-sender.ts';
import type { Chat, Sender, SendResult } from '../services/ports/sender.ts';
import { noticeCard } from '../slack/blocks/notice-card.ts';
import { noticeOf, sendByMember } from './alert-by-member.ts';

/** What an incoming webhook of Slack takes. */
export function slackWebhookBody({ view }: OutboundAlert): string {
  const { text, blocks } = noticeCard(noticeOf(view));
  return JSON.stringify({ text, blocks, unfurl_links: false, unfurl_media: false });
}

/** Sends an alert by the bot, into a channel or to the user with an e-mail. */
export async function sendBySlack(
  { chat, sender }: { chat: Chat; sender: Sender | undefined },
  alert: OutboundAlert,
): Promise<SendResult> {
  const { recipient, view, key, againSince } = alert;
  if (slackPlaceOf(recipient) === 'user') return sendToUser(chat, sender, alert);
  const again = againSince === null ? undefined : { since: againSince };
  const posted = await chat.postNotice(recipient, noticeOf(view), key, again);
  switch (posted.kind) {
    case 'done':
      return { kind: 'sent', externalId: posted.value.ts, chat: posted.value };
    case 'gone':
      return { kind: 'rejected', reason: posted.reason };
    case 'retry':
      return { ...posted, unavailable: false };
  }
}

async function sendToUser(chat: Chat, sender: Sender | undefined, alert: OutboundAlert): Promise<SendResult> {
  const user = await chat.findUserByEmail(alert.recipient);
  switch (user.kind) {
    case 'found':
      return sendByMember(sender, alert, { chatUserId: user.userId });
    case 'absent':
      return { kind: 'rejected', reason: 'No user of the chat has that e-mail.' };
    case 'unavailable': {
      const { reason, afterMs } = user;
      return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }), unavailable: true };
    }
  }
}
