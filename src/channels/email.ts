import { createHash } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { emailContent } from '../core/notification/email.ts';
import { noticeEmail } from '../core/notification/notice.ts';
import type { OutboundMessage, OutboundPage, Sender } from '../services/ports/sender.ts';
import { createMailTransport, type MailTransportOptions } from './mail-transport.ts';

export type EmailOptions = MailTransportOptions;

/** Reaches members by e-mail. */
export function createEmailSender(options: EmailOptions): Sender & { close(): Promise<void> } {
  const transport = createMailTransport(options);
  return {
    channel: 'EMAIL',
    send: (message) => transport.send(mailOf(message, transport.domain)),
    close: () => transport.close(),
  };
}

function mailOf(message: OutboundMessage, domain: string): SendMailOptions {
  const hash = createHash('sha256').update(message.key).digest('hex').slice(0, 40);
  const isNotice = 'notice' in message;
  return {
    to: { name: message.recipient.name, address: message.recipient.email },
    ...(isNotice ? noticeEmail(message.notice) : emailContent(message.view)),
    messageId: `<${isNotice ? 'notice' : 'page'}.${hash}@${domain}>`,
    ...(isNotice ? {} : conversation(message, domain)),
    date: new Date(message.now),
  };
}

/** What makes everything about one incident a conversation: a common ancestor, never sent itself. */
function conversation({ view }: OutboundPage, domain: string): SendMailOptions {
  const [incident, ...rest] = view.incidents;
  const root = `<incident.${incident.id}@${domain}>`;
  return rest.length === 0 ? { inReplyTo: root, references: [root] } : {};
}
