import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSmsSender } from '../../src/channels/sms.ts';
import { smsText } from '../../src/core/notification/message.ts';
import { asEpochMs, HOUR_MS } from '../../src/core/time/instant.ts';
import { startFakeTwilio, type FakeTwilio } from '../support/fake-twilio.ts';
import { outboundPage, pageView } from '../support/views.ts';

let twilio: FakeTwilio;
let opened: { close(): Promise<void> }[];

beforeEach(async () => {
  twilio = await startFakeTwilio();
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((sender) => sender.close()));
  await twilio.close();
});

function sender(over: { from?: string; apiUrl?: string; statusCallback?: string } = {}) {
  const { accountSid, authToken, url: apiUrl } = twilio;
  const made = createSmsSender({
    accountSid,
    authToken,
    from: '+15005550006',
    apiUrl,
    timeoutMs: 2_000,
    ...over,
  });
  opened.push(made);
  return made;
}

describe('a page by SMS', () => {
  const page = outboundPage();
  const since = asEpochMs(Date.now() - 1_000);

  it('says what, why and how to act, and is dropped by Twilio after an hour', async () => {
    await sender().send(page);
    const [sms] = twilio.messages;
    expect(sms).toMatchObject({ to: '+4915112345678', from: '+15005550006', body: smsText(page.view) });
    expect(sms?.fields['ValidityPeriod']).toBe('3600');
    expect(sms?.fields).not.toHaveProperty('StatusCallback');
  });

  it('goes by a messaging service, and reports back, where that is set', async () => {
    await sender({ from: 'MG0', statusCallback: 'https://tocsin.example/twilio/status' }).send(page);
    expect(twilio.messages[0]?.fields).toMatchObject({
      MessagingServiceSid: 'MG0',
      StatusCallback: 'https://tocsin.example/twilio/status',
    });
  });

  it('was surely not taken when Twilio is out of service', async () => {
    twilio.behave({ kind: 'broken', status: 503 });
    expect(await sender().send(page)).toMatchObject({ kind: 'retry', unavailable: true });
  });

  it('waits as long as Twilio asks, by a date too', async () => {
    twilio.behave({
      kind: 'tooMany',
      retryAfter: new Date(Math.ceil(page.now / 1_000) * 1_000 + 9_000).toUTCString(),
    });
    const result = await sender().send(page);
    expect(result).toMatchObject({ kind: 'retry' });
    const afterMs = result.kind === 'retry' ? (result.afterMs ?? 0) : 0;
    expect(afterMs).toBeGreaterThanOrEqual(9_000);
    expect(afterMs).toBeLessThan(10_001);
  });

  it('is found as a first one when the second attempt is marked as a repeat', async () => {
    await sender().send(page);
    const repeat = { ...page, view: pageView({ isRepeat: true }) };
    expect(await sender().find?.(repeat, since)).toEqual({
      kind: 'sent',
      externalId: twilio.messages[0]?.sid,
    });
  });

  it('is not mistaken for an older one of the same text, nor for one that was never delivered', async () => {
    await sender().send(page);
    const [sms] = twilio.messages;
    if (sms !== undefined) sms.createdAt = new Date(since - HOUR_MS);
    expect(await sender().find?.(page, since)).toEqual({ kind: 'absent' });
    await sender().send(page);
    const second = twilio.messages[1];
    if (second !== undefined) second.status = 'undelivered';
    expect(await sender().find?.(page, since)).toEqual({ kind: 'absent' });
  });

  it('is found under the sentence that trial accounts get', async () => {
    await sender().send(page);
    const [sms] = twilio.messages;
    if (sms !== undefined) sms.body = `Sent from your Twilio trial account - ${sms.body}`;
    expect(await sender().find?.(page, since)).toMatchObject({ kind: 'sent' });
  });
});
