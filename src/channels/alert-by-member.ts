import type { AlertView } from '../core/monitor/alert-message.ts';
import type { NoticeView } from '../core/notification/notice.ts';
import type { OutboundAlert } from '../services/ports/alert-sender.ts';
import type { OutboundNotice, Recipient, Sender, SendResult } from '../services/ports/sender.ts';

const NOBODY: Recipient = {
  memberId: '',
  name: '',
  email: '',
  phone: null,
  chatUserId: null,
  webhookUrl: null,
  webhookSecret: null,
};

export const NO_SETTINGS: SendResult = { kind: 'rejected', reason: 'This channel has no settings here.' };

/**
 * Sends an alert by a sender that reaches members, to an address that belongs to nobody here. What an earlier attempt
 * may have left is looked for first, where the provider can be asked.
 */
export async function sendByMember(
  sender: Sender | undefined,
  alert: OutboundAlert,
  address: Partial<Recipient>,
): Promise<SendResult> {
  if (sender === undefined) return NO_SETTINGS;
  const { key, view, now, againSince } = alert;
  const recipient = { ...NOBODY, ...address };
  const message: OutboundNotice = { key, recipient, notice: noticeOf(view), now };
  if (againSince !== null && sender.find !== undefined) {
    const earlier = await sender.find(message, againSince);
    if (earlier.kind === 'sent') return earlier;
  }
  return sender.send(message);
}

/** An alert as what members are told that is no page. */
export function noticeOf({ type, title, text }: AlertView): NoticeView {
  return { type, title, text, url: null };
}
