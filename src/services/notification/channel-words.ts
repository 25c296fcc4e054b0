import type { Channel } from '../../core/notification/channel.ts';

/** What a message of a channel is called at the start of a sentence. */
export const CHANNEL_WORDS: Record<Channel, string> = {
  CHAT: 'Chat message',
  EMAIL: 'E-mail',
  SMS: 'SMS',
  PHONE_CALL: 'Call',
  WEBHOOK: 'Webhook',
};
