import { smsText } from '../core/notification/message.ts';
import { noticeSms } from '../core/notification/notice.ts';
import type { OutboundMessage, Sender } from '../services/ports/sender.ts';
import { createSmsTransport, type SmsOptions, type SmsTransport } from './sms-transport.ts';

const E164 = /^\+[1-9]\d{1,14}$/;

export type { SmsOptions } from './sms-transport.ts';

/** Reaches members by SMS through Twilio. */
export function createSmsSender(options: SmsOptions): Sender & { close(): Promise<void> } {
  const transport = createSmsTransport(options);
  return {
    channel: 'SMS',
    send: (message) => send(transport, message),
    find: async (message, since) => {
      const { phone } = message.recipient;
      if (phone === null) return { kind: 'absent' };
      return transport.find({ to: phone, bodies: textsOf(message), since });
    },
    close: () => transport.close(),
  };
}

async function send(transport: SmsTransport, outbound: OutboundMessage): ReturnType<Sender['send']> {
  const { phone } = outbound.recipient;
  if (phone === null || !E164.test(phone)) {
    return { kind: 'rejected', reason: 'The member has no phone number in international form.' };
  }
  const body = 'notice' in outbound ? noticeSms(outbound.notice) : smsText(outbound.view);
  return transport.send({ to: phone, body, now: outbound.now });
}

/** What this attempt would say and what an earlier one may have said. */
function textsOf(outbound: OutboundMessage): string[] {
  if ('notice' in outbound) return [noticeSms(outbound.notice)];
  const { view } = outbound;
  return [smsText({ ...view, isRepeat: false }), smsText({ ...view, isRepeat: true })];
}
