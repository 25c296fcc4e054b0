import { createTransport, type MailMessage, type SendMailOptions } from 'nodemailer';
import type { SendResult } from '../services/ports/sender.ts';
import { emailFailure } from './email-errors.ts';
import { DEFAULT_TIMEOUT_MS } from './network.ts';

export type MailTransportOptions = {
  /** `smtp://` or `smtps://`, with user, password, port and nodemailer's query options as needed. */
  readonly smtpUrl: string;
  /** The sender: an address, or a name and an address in angle brackets. */
  readonly from: string;
  readonly timeoutMs?: number;
};

/** Gives mails to a mail server over a few connections that are kept open. */
export type MailTransport = {
  /** The right side of our message ids. */
  readonly domain: string;
  /** Adds who it is from, and what keeps vacation notices away. */
  send(mail: SendMailOptions): Promise<SendResult>;
  close(): Promise<void>;
};

const CONNECTION_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Whether a message has left whole, with the final dot: only then may it have arrived without an answer. */
type Progress = { hasLeft: boolean };

/** Each has connections of its own, so that what is given to one never waits for what is given to another. */
export function createMailTransport(options: MailTransportOptions): MailTransport {
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
    domain: domainOf(from),
    send: async (mail) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const progress: Progress = { hasLeft: false };
      progressOf.set(signal, progress);
      try {
        const { messageId } = await transport.sendMail({ ...complete(mail, from), signal });
        return { kind: 'sent', externalId: messageId };
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

function complete({ headers, ...mail }: SendMailOptions, from: string): SendMailOptions {
  return {
    ...mail,
    from,
    headers: {
      // RFC 3834: no vacation notice shall answer.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(headers as Record<string, string> | undefined),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
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

function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)/.exec(from)?.[1]?.toLowerCase() ?? 'tocsin.invalid';
}
