import { createEmailSender } from '../../src/channels/email.ts';
import { closedPort } from '../support/fake-http.ts';
import { startFakeSmtp } from '../support/fake-smtp.ts';
import { senderContract, type Harness } from './sender-contract.ts';

const login = { user: 'tocsin', password: 'smtp-password' };
const from = 'Tocsin <tocsin@example.com>';

senderContract('e-mail', {
  start: async ({ timeoutMs }): Promise<Harness> => {
    const smtp = await startFakeSmtp(login);
    const sender = createEmailSender({ smtpUrl: smtp.url, from, timeoutMs });
    return {
      sender,
      behave: smtp.behave,
      taken: () => smtp.received.length,
      asked: smtp.attempts,
      close: async () => {
        await sender.close();
        await smtp.close();
      },
    };
  },
  startUnreachable: async () => {
    const smtpUrl = `smtp://tocsin:smtp-password@127.0.0.1:${await closedPort()}`;
    const sender = createEmailSender({ smtpUrl, from, timeoutMs: 2_000 });
    return { sender, behave: () => undefined, taken: () => 0, asked: () => 0, close: () => sender.close() };
  },
  reachable: {},
  unreachable: null,
  afterBroken: 'retry',
  saysWhen: false,
  canFind: false,
  refusals: [550, 552, 554],
  secrets: ['smtp-password'],
});
