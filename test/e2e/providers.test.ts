import { describe, expect, test, type TestContext } from 'vitest';
import type { RecordedRequest } from '../support/fake-http.ts';
import { startFakeSlack } from '../support/fake-slack.ts';
import { startFakeSmtp } from '../support/fake-smtp.ts';
import { startFakeTwilio } from '../support/fake-twilio.ts';
import { movableClock } from '../support/movable-clock.ts';
import { pagesOf, pagesSeen } from '../support/pages-seen.ts';
import { SIGNING_SECRET, startProduct, type Json } from '../support/product.ts';
import { say } from '../support/say.ts';
import { addMember, aTeamOnCall } from '../support/team.ts';
import { until } from '../support/until.ts';

/*
 * Providers in the ways in which they fail. Ann is told by chat at once and, 10 minutes later or as soon as chat fails
 * her, by SMS. The clock is the machine's, put forward where a test would wait.
 */

const RULES = [
  { channel: 'CHAT', delayInMins: 0 },
  { channel: 'SMS', delayInMins: 10 },
];
const postsTo = (recipient: string) => (request: RecordedRequest) =>
  request.path.endsWith('chat.postMessage') && new URLSearchParams(request.body).get('channel') === recipient;
const toAnn = postsTo('U0ANN');

async function aTeam(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  rules: readonly { channel: string; delayInMins: number }[] = RULES,
) {
  const clock = movableClock();
  const slack = await startFakeSlack({ now: () => clock.now() });
  const twilio = await startFakeTwilio();
  const smtp = await startFakeSmtp({ user: 'tocsin', password: 'secret' });
  const product = await startProduct(
    {
      SLACK_BOT_TOKEN: 'xoxb-test',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_API_URL: slack.apiUrl,
      TWILIO_ACCOUNT_SID: twilio.accountSid,
      TWILIO_AUTH_TOKEN: twilio.authToken,
      TWILIO_FROM: '+15005550006',
      TWILIO_API_URL: twilio.url,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Tocsin <tocsin@example.com>',
    },
    { clock, wrapServices: (services) => ({ ...services, sleep: (ms) => clock.sleep(ms) }) },
  );
  onTestFinished(async () => {
    await product.close();
    await Promise.all([slack.close(), twilio.close(), smtp.close()]);
  });
  const { pageId } = await aTeamOnCall(product, { chatChannel: null, secondLevelMins: 1_000 });
  await addMember(product, pageId, 'ann@example.com', 'Ann', {
    phone: '+15550100001',
    notificationRules: rules,
  });
  const open = async (name: string): Promise<string> =>
    (await product.ok('POST', `/v1/${pageId}/incidents`, { name, status: 'INVESTIGATING' })).id as string;
  const timeline = async (id: string): Promise<{ type: string; text: string; data: Json }[]> =>
    (await product.ok('GET', `/incidents/${id}/timeline`)).events;
  const told = async (id: string) => (await timeline(id)).map(({ text }) => text);
  const chat = (name: string) => pagesOf(pagesSeen({ slack }), 'CHAT', name);
  const sms = (name: string) => pagesOf(pagesSeen({ twilio }), 'SMS', name);
  const mails = (name: string) => smtp.received.filter(({ raw }) => raw.includes(name));
  const later = async (ms: number) => {
    clock.move(ms);
    await product.tocsin.work.sweepNow();
  };
  const sent = (id: string, timeoutMs?: number) =>
    until(
      'it is recorded as sent',
      async () => (await timeline(id)).find(({ type }) => type === 'notification.sent'),
      timeoutMs,
    );
  return { clock, slack, twilio, smtp, product, pageId, open, timeline, told, chat, sms, mails, later, sent };
}

// These wait for pauses and time-outs, so they wait side by side.
describe.concurrent('Slack', () => {
  test('that asks to wait is obeyed, and the page is no later than that and counts no failure', async (t) => {
    const { slack, open, timeline, chat, sms, sent } = await aTeam(t);
    slack.behave({ kind: 'tooMany', retryAfter: '2' }, 2, toAnn);
    const openedAt = Date.now();
    const id = await open('asked to wait');
    await until('Ann is paged', () => chat('asked to wait').length > 0);
    const afterMs = Date.now() - openedAt;
    say(`429 twice with Retry-After: 2: paged after ${afterMs} ms`);
    expect(afterMs).toBeGreaterThanOrEqual(4_000);
    expect(afterMs).toBeLessThan(8_000);
    expect((await sent(id)).data).toMatchObject({ attempt: 1, isRepeat: false });
    expect(chat('asked to wait')).toHaveLength(1);
    expect(sms('asked to wait')).toHaveLength(0);
    expect((await timeline(id)).filter(({ type }) => type === 'notification.failed')).toEqual([]);
  });

  test.for([
    ['answers 500', 'broken'],
    ['drops the connection', 'drop'],
  ] as const)('that %s is tried again, looked up first, and no page comes twice', async ([, kind], t) => {
    const { slack, open, told, chat, sms, sent } = await aTeam(t);
    const name = `Slack: ${kind}`;
    slack.behave({ kind }, 2, toAnn);
    const id = await open(name);
    await until('Ann is paged', () => chat(name).length > 0);
    expect((await sent(id)).data).toMatchObject({ attempt: 3 });
    // Slack's history said that the first two had not arrived.
    expect(chat(name)).toMatchObject([{ isMarked: false }]);
    expect(slack.calls('conversations.history').length).toBeGreaterThanOrEqual(2);
    expect(sms(name)).toHaveLength(0);
    const said = await told(id);
    expect(said.filter((text) => text.startsWith('Chat message to Ann failed'))).toHaveLength(1);
    expect(said.at(-1)).toBe('Chat message to Ann sent.');
  });

  test('that never answers is given up on in time, and the page does not come twice', async (t) => {
    const { slack, open, chat, sent } = await aTeam(t);
    slack.behave({ kind: 'hangAfter' }, 1, toAnn);
    const id = await open('hung');
    expect((await sent(id, 30_000)).data).toMatchObject({ attempt: 2, isRepeat: false });
    expect(chat('hung')).toMatchObject([{ isMarked: false }]);
  });
});

describe('Slack', () => {
  test('that took the message and never said so is asked, and the page does not come twice', async (t) => {
    const { slack, open, chat, sent } = await aTeam(t);
    slack.behave({ kind: 'dropAfter' }, 1, toAnn);
    const id = await open('taken in silence');
    expect((await sent(id)).data).toMatchObject({ attempt: 2, isRepeat: false });
    expect(chat('taken in silence')).toMatchObject([{ isMarked: false }]);
  });

  test('that asks to wait when it is asked for a user is obeyed as well', async (t) => {
    const { slack, open, timeline, chat, sent } = await aTeam(t);
    slack.behave({ kind: 'tooMany', retryAfter: '1' }, 1, ({ path }) => path.endsWith('users.lookupByEmail'));
    const id = await open('who is Ann');
    expect((await sent(id)).data).toMatchObject({ attempt: 1 });
    expect(chat('who is Ann')).toHaveLength(1);
    expect((await timeline(id)).filter(({ type }) => type === 'notification.failed')).toEqual([]);
  });

  test('that cannot say whether it took the message gets it again, marked', async (t) => {
    const { slack, open, told, chat, sent } = await aTeam(t);
    slack.behave({ kind: 'drop' }, 1, toAnn);
    slack.behave({ kind: 'broken' }, Infinity, ({ path }) => path.includes('conversations.'));
    const id = await open('nobody knows');
    await until('Ann is paged', () => chat('nobody knows').length > 0);
    expect(chat('nobody knows')).toMatchObject([{ isMarked: true }]);
    expect((await sent(id)).data).toMatchObject({ isRepeat: true });
    expect((await told(id)).at(-1)).toBe('Chat message to Ann sent, perhaps for the second time.');
  });

  test.for(['account_inactive', 'user_not_found'])(
    'that refuses for good (%s) makes the SMS go at once',
    async (word, t) => {
      const { slack, open, told, sms, chat } = await aTeam(t);
      slack.behave({ kind: 'refuse', with: word }, Infinity, toAnn);
      const openedAt = Date.now();
      const id = await open(word);
      await until('the SMS comes', () => sms(word).length > 0);
      expect(Date.now() - openedAt).toBeLessThan(10_000);
      expect(chat(word)).toHaveLength(0);
      const said = await until('the timeline says so', async () => {
        const texts = await told(id);
        return texts.some((text) => text.startsWith('SMS')) ? texts : null;
      });
      expect(said.find((text) => text.startsWith('Chat'))).toMatch(
        new RegExp(`^Chat message to Ann failed: .*${word}.*; given up; SMS goes now\\.$`),
      );
    },
  );

  test('that knows nobody with the address makes the e-mail go at once', async (t) => {
    const { slack, open, told, mails } = await aTeam(t, [
      { channel: 'CHAT', delayInMins: 0 },
      { channel: 'EMAIL', delayInMins: 10 },
    ]);
    slack.users.delete('ann@example.com');
    const id = await open('unknown there');
    const mail = await until('the e-mail comes', () => mails('unknown there')[0]);
    expect(mail.to).toEqual(['ann@example.com']);
    const sentence =
      'Chat message to Ann failed: no chat user has this e-mail address; given up; E-mail goes now.';
    await until('the timeline says so', async () => (await told(id)).includes(sentence));
  });

  test('that is down makes the SMS go after 30 s of failures, while chat goes on trying', async (t) => {
    const { slack, open, told, sms, chat, later, product } = await aTeam(t);
    slack.behave({ kind: 'broken' }, Infinity, ({ path }) => path.includes('/api/'));
    const id = await open('long down');
    await until('the first failure is told', async () =>
      (await told(id)).some((text) => text.endsWith('trying again.')),
    );
    await later(25_000);
    await product.tocsin.work.idle();
    expect(sms('long down')).toHaveLength(0);
    await later(6_000);
    await until('the SMS comes', () => sms('long down').length > 0);
    await until('the timeline says so', async () =>
      (await told(id)).some((text) => /SMS (to Ann )?goes now\.$/.test(text)),
    );

    // Known to be down by now: whoever is paged next does not wait for 30 s of their own.
    const next = await open('known down');
    await until('the SMS comes at once', () => sms('known down').length > 0);
    expect(await told(next)).toContain('Chat messages have been failing for a while: SMS to Ann goes now.');

    slack.heal();
    await later(60_000);
    await until('chat catches up', () => chat('long down').length === 1 && chat('known down').length === 1);
  });
});
