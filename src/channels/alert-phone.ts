import { spokenAlert } from '../core/monitor/alert-speech.ts';
import type { OutboundAlert } from '../services/ports/alert-sender.ts';
import type { SendResult } from '../services/ports/sender.ts';
import { NO_SETTINGS } from './alert-by-member.ts';
import type { CallTransport } from './call-transport.ts';

/** Sends an alert by phone. One whose answer was lost is called again: nobody can say which call it was. */
export async function sendByPhone(calls: CallTransport | null, alert: OutboundAlert): Promise<SendResult> {
  if (calls === null) return NO_SETTINGS;
  return calls.call({ to: alert.recipient, text: spokenAlert(alert.view), now: alert.now });
}
