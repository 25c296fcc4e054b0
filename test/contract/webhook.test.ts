import { createWebhookSender } from '../../src/channels/webhook.ts';
import { closedPort } from '../support/fake-http.ts';
import { startFakeWebhook } from '../support/fake-webhook.ts';
import { recipient } from '../support/views.ts';
import { senderContract, type Harness } from './sender-contract.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
const options = { defaultSecret: secret, allowPrivateTargets: true };

senderContract('webhook', {
  start: async ({ timeoutMs }): Promise<Harness> => {
    const receiver = await startFakeWebhook();
    const sender = createWebhookSender({ ...options, timeoutMs });
    return {
      sender: atAddress(sender, `${receiver.url}/hooks/path-secret`),
      behave: receiver.behave,
      taken: () => receiver.received.length,
      asked: () => receiver.requests.length,
      close: async () => {
        await sender.close();
        await receiver.close();
      },
    };
  },
  startUnreachable: async () => {
    const sender = createWebhookSender({ ...options, timeoutMs: 2_000 });
    return {
      sender: atAddress(sender, `http://127.0.0.1:${await closedPort()}/hooks/path-secret`),
      behave: () => undefined,
      taken: () => 0,
      asked: () => 0,
      close: () => sender.close(),
    };
  },
  reachable: { webhookUrl: 'here' },
  unreachable: { webhookUrl: null },
  afterBroken: 'retry',
  saysWhen: true,
  canFind: false,
  refusals: [400, 401, 404, 410],
  secrets: ['path-secret', secret],
});

/** The receiver's port is only known once it runs: `here` becomes its address. */
function atAddress(sender: ReturnType<typeof createWebhookSender>, url: string): Harness['sender'] {
  return {
    channel: sender.channel,
    send: (page) => {
      const webhookUrl = page.recipient.webhookUrl === null ? null : url;
      return sender.send({ ...page, recipient: recipient({ ...page.recipient, webhookUrl }) });
    },
  };
}
