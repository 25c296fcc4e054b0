import { spokenAlert } from '../core/monitor/alert-speech.ts';
import type { OutboundAlert } from '../services/ports/alert-sender.ts';
import type { SendResult } from '../services/ports/sender.ts';
import { NO_SETTINGS } from './alert-by-member.ts';
import type { CallTransport } from './call-transport.ts';

/** Sends an alert by phone. A call that an earlier attempt may have left is looked for first. */
export async function sendByPhone(calls: CallTransport | null, alert: OutboundAlert): Promise<SendResult> {
  if (calls === null) return NO_SETTINGS;
  const { recipient: to, view, againSince, claim, now } = alert;
  if (againSince !== null) {
    const earlier = await calls.find({ to, since: againSince, claim });
    if (earlier.kind === 'sent') return earlier;
  }
  return calls.call({ to, text: spokenAlert(view), now });
}
