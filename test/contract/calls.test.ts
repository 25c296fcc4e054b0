import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCallTransport, type CallTransport } from '../../src/channels/call-transport.ts';
import { asEpochMs } from '../../src/core/time/instant.ts';
import { closedPort, type Behaviour } from '../support/fake-http.ts';
import { startFakeTwilio, type FakeTwilio } from '../support/fake-twilio.ts';

const FROM = '+15005550006';
const TO = '+4915112345678';

let twilio: FakeTwilio;
let opened: CallTransport[];

beforeEach(async () => {
  twilio = await startFakeTwilio();
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((calls) => calls.close()));
  await twilio.close();
});

function calls(over: { from?: string; apiUrl?: string; authToken?: string } = {}): CallTransport {
  const { accountSid, authToken, url: apiUrl } = twilio;
  const made = createCallTransport({ accountSid, authToken, apiUrl, from: FROM, timeoutMs: 2_000, ...over });
  opened.push(made);
  return made;
}

function call(by = calls()) {
  return by.call({ to: TO, text: 'Shop & co is down.', now: asEpochMs(Date.now()) });
}

describe('a call through Twilio', () => {
  test('says it, pauses and says it again, rings for half a minute and looks for no machine', async () => {
    expect(await call()).toEqual({ kind: 'sent', externalId: twilio.calls[0]?.sid });
    const say = '<Say>Shop &amp; co is down.</Say>';
    expect(twilio.calls.map(({ fields }) => fields)).toEqual([
      {
        To: TO,
        From: FROM,
        Timeout: '30',
        Twiml: `<?xml version="1.0" encoding="UTF-8"?><Response>${say}<Pause length="2"/>${say}</Response>`,
      },
    ]);
  });

  test.each<[Behaviour, object]>([
    [
      { kind: 'refuse', with: 21_211 },
      { kind: 'rejected', reason: 'Twilio refused: the number is not valid (21211).' },
    ],
    [
      { kind: 'refuse', with: 21_215 },
      { kind: 'rejected', reason: expect.stringContaining('(21215)') },
    ],
    [
      { kind: 'tooMany', retryAfter: '7' },
      { kind: 'retry', afterMs: 7_000, unavailable: false },
    ],
    [
      { kind: 'broken', status: 503 },
      { kind: 'retry', unavailable: true },
    ],
    [{ kind: 'broken' }, { kind: 'uncertain', unavailable: true }],
    [{ kind: 'drop' }, { kind: 'uncertain' }],
    [{ kind: 'hang' }, { kind: 'uncertain' }],
  ])('to which Twilio does %j comes to %j', async (behaviour, result) => {
    twilio.behave(behaviour);
    expect(await call()).toMatchObject(result);
    expect(twilio.calls).toHaveLength(0);
  });

  test('was surely not made where Twilio cannot be reached, the token is wrong, or the sender is a messaging service', async () => {
    const apiUrl = `http://127.0.0.1:${await closedPort()}`;
    expect(await call(calls({ apiUrl }))).toMatchObject({ kind: 'retry', unavailable: true });
    expect(await call(calls({ authToken: 'wrong' }))).toMatchObject({ kind: 'rejected' });
    expect(await call(calls({ from: 'MG0' }))).toEqual({
      kind: 'rejected',
      reason: 'TWILIO_FROM is a messaging service; calls need a number.',
    });
    expect(twilio.calls).toHaveLength(0);
  });
});
