import { createHash } from 'node:crypto';
import { createTransport, type MailMessage, type SendMailOptions } from 'nodemailer';
import { emailContent } from '../core/notification/email.ts';
import { noticeEmail } from '../core/notification/notice.ts';
import type { OutboundMessage, OutboundPage, Sender, SendResult } from '../services/ports/sender.ts';
import { emailFailure } from './email-errors.ts';
import { DEFAULT_TIMEOUT_MS } from './network.ts';

export type EmailOptions = {
  /** `smtp://` or `smtps://`, with user, password, port and nodemailer's query options as needed. */
  readonly smtpUrl: string;
  /** The sender: an address, or a name and an address in angle brackets. */
  readonly from: string;
  readonly timeoutMs?: number;
};

const CONNECTION_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Whether a message has left whole, with the final dot: only then may it have arrived without an answer. */
type Progress = { hasLeft: boolean };

/** Reaches members by e-mail over a few connections that are kept open. */
export function createEmailSender(options: EmailOptions): Sender & { close(): Promise<void> } {
  const { smtpUrl, from, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const setupMs = Math.min(CONNECTION_TIMEOUT_MS, timeoutMs);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    // A message is sent again by us, who know what became of it, or not at all.
    maxRequeues: 0,
    connectionTimeout: setupMs,
    greetingTimeout: setupMs,
    socketTimeout: timeoutMs,
    // Shorter than mail servers and firewalls forget a silent connection in.
    idleTimeout: IDLE_TIMEOUT_MS,
  });
  const progressOf = new WeakMap<AbortSignal, Progress>();
  transport.use('stream', (mail, done) => {
    watch(mail, progressOf);
    done();
  });
  return {
    channel: 'EMAIL',
    send: async (message) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const progress: Progress = { hasLeft: false };
      progressOf.set(signal, progress);
      try {
        const { messageId } = await transport.sendMail({ ...mailOf(message, from), signal });
        return { kind: 'sent', externalId: messageId } satisfies SendResult;
      } catch (error) {
        return emailFailure(error, progress.hasLeft);
      }
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}

/** Notes when the whole message has been read, which the connection does once the server has asked for it. */
function watch(mail: MailMessage, progressOf: WeakMap<AbortSignal, Progress>): void {
  const progress = mail.data.signal === undefined ? undefined : progressOf.get(mail.data.signal);
  if (progress === undefined) return;
  mail.message.processFunc((message) =>
    message.once('end', () => {
      progress.hasLeft = true;
    }),
  );
}

function mailOf(message: OutboundMessage, from: string): SendMailOptions {
  const domain = domainOf(from);
  const hash = createHash('sha256').update(message.key).digest('hex').slice(0, 40);
  const isNotice = 'notice' in message;
  return {
    from,
    to: { name: message.recipient.name, address: message.recipient.email },
    ...(isNotice ? noticeEmail(message.notice) : emailContent(message.view)),
    messageId: `<${isNotice ? 'notice' : 'page'}.${hash}@${domain}>`,
    ...(isNotice ? {} : conversation(message, domain)),
    date: new Date(message.now),
    // RFC 3834: no vacation notice shall answer.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** What makes everything about one incident a conversation: a common ancestor, never sent itself. */
function conversation({ view }: OutboundPage, domain: string): SendMailOptions {
  const [incident, ...rest] = view.incidents;
  const root = `<incident.${incident.id}@${domain}>`;
  return rest.length === 0 ? { inReplyTo: root, references: [root] } : {};
}

function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)/.exec(from)?.[1]?.toLowerCase() ?? 'tocsin.invalid';
}
