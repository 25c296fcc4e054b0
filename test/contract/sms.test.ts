import { createSmsSender } from '../../src/channels/sms.ts';
import { closedPort } from '../support/fake-http.ts';
import { startFakeTwilio } from '../support/fake-twilio.ts';
import { senderContract, type Harness } from './sender-contract.ts';

const from = '+15005550006';

senderContract('SMS', {
  start: async ({ timeoutMs }): Promise<Harness> => {
    const twilio = await startFakeTwilio();
    const { accountSid, authToken, url: apiUrl } = twilio;
    const sender = createSmsSender({ accountSid, authToken, from, apiUrl, timeoutMs });
    return {
      sender,
      behave: twilio.behave,
      taken: () => twilio.messages.length,
      asked: () => twilio.requests.filter((request) => request.method === 'POST').length,
      close: async () => {
        await sender.close();
        await twilio.close();
      },
    };
  },
  startUnreachable: async () => {
    const apiUrl = `http://127.0.0.1:${await closedPort()}`;
    const sender = createSmsSender({
      accountSid: `AC${'0'.repeat(32)}`,
      authToken: 'twilio-auth-token',
      from,
      apiUrl,
      timeoutMs: 2_000,
    });
    return { sender, behave: () => undefined, taken: () => 0, asked: () => 0, close: () => sender.close() };
  },
  reachable: { phone: '+4915112345678' },
  unreachable: { phone: '0151 12345678' },
  afterBroken: 'uncertain',
  saysWhen: true,
  canFind: true,
  refusals: [20_003, 21_211, 21_610, 21_614, 99_999],
  secrets: [
    'twilio-auth-token',
    '4915112345678',
    Buffer.from(`AC${'0'.repeat(32)}:twilio`)
      .toString('base64')
      .slice(0, 20),
  ],
});
