import { until } from './until.ts';
import type { FakeSlack } from './fake-slack.ts';
import type { FakeTwilio } from './fake-twilio.ts';
import type { FakeWebhook } from './fake-webhook.ts';

/** One message that reached a person. */
export type Seen = {
  readonly channel: 'CHAT' | 'SMS' | 'WEBHOOK';
  readonly text: string;
  readonly isMarked: boolean;
};

const MARK = /REPEAT|may have reached you before|"isRepeat":true/;

/** Every page that has reached people so far, whatever it names; cards in channels are none. */
export function pagesSeen(by: { slack?: FakeSlack; twilio?: FakeTwilio; webhook?: FakeWebhook }): Seen[] {
  const chat = (by.slack?.messages ?? [])
    .filter((message) => message.channel.startsWith('D'))
    .map((message) => seen('CHAT', JSON.stringify(message)));
  const sms = (by.twilio?.messages ?? []).map(({ body }) => seen('SMS', body));
  const webhooks = (by.webhook?.received ?? []).map(({ body }) => seen('WEBHOOK', body));
  return [...chat, ...sms, ...webhooks];
}

const seen = (channel: Seen['channel'], text: string): Seen => ({ channel, text, isMarked: MARK.test(text) });

/** The pages that name an incident by one channel. */
export function pagesOf(pages: readonly Seen[], channel: Seen['channel'], name: string): Seen[] {
  return pages.filter((page) => page.channel === channel && page.text.includes(name));
}

/** Resolves when a direct message to `channel` names it. */
export function chatPage(slack: FakeSlack, channel: string, name: string, timeoutMs?: number) {
  return until(
    `${channel} is told of ${name}`,
    () => slack.messages.find((m) => m.channel === channel && JSON.stringify(m).includes(name)),
    timeoutMs,
  );
}
