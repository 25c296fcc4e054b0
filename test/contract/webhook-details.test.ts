import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWebhookSender, type WebhookOptions } from '../../src/channels/webhook.ts';
import { asEpochMs } from '../../src/core/time/instant.ts';
import type { OutboundPage } from '../../src/services/ports/sender.ts';
import type { RecordedRequest } from '../support/fake-http.ts';
import { startFakeWebhook, type FakeWebhook } from '../support/fake-webhook.ts';
import { outboundNotice, outboundPage, recipient, storm } from '../support/views.ts';

let receiver: FakeWebhook;
let opened: { close(): Promise<void> }[];
const ours = `whsec_${Buffer.from('the secret of the installation..').toString('base64')}`;
const theirs = `whsec_${Buffer.from('the secret of one member........').toString('base64')}`;

beforeEach(async () => {
  receiver = await startFakeWebhook();
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((sender) => sender.close()));
  await receiver.close();
});

function sender(over: Partial<WebhookOptions> = {}) {
  const made = createWebhookSender({
    defaultSecret: ours,
    allowPrivateTargets: true,
    timeoutMs: 2_000,
    ...over,
  });
  opened.push(made);
  return made;
}

function page(over: Partial<OutboundPage> = {}, webhookSecret: string | null = null): OutboundPage {
  const webhookUrl = `${receiver.url}/hook?room=1`;
  return outboundPage({ recipient: recipient({ webhookUrl, webhookSecret }), key: 'k1', ...over });
}

const verify = (secret: string, request: RecordedRequest | undefined): unknown =>
  new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);

describe('a notice by webhook', () => {
  it('is signed, and says what happened by its type', async () => {
    const webhookUrl = `${receiver.url}/hook`;
    await sender().send(outboundNotice({ recipient: recipient({ webhookUrl }), now: asEpochMs(Date.now()) }));
    const [request] = receiver.received;
    expect(request?.headers['webhook-id']).toBe('ntc_1');
    expect(verify(ours, request)).toEqual({
      type: 'oncall.handoff',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        title: 'You are on call for Primary',
        text: 'Until Mon 2026-04-06 09:00 Europe/Berlin. You take over from Ben.',
        url: 'https://tocsin.example/schedules/sch_1',
        memberId: 'mbr_1',
      },
    });
  });
});

describe('a page by webhook', () => {
  it('is signed as Standard Webhooks says, and tells all of it', async () => {
    await sender().send(page());
    const [request] = receiver.received;
    expect(request).toMatchObject({ method: 'POST', path: '/hook' });
    expect(verify(ours, request)).toMatchObject({
      type: 'notification.page',
      data: {
        why: 'You are on call in Backend.',
        acknowledgeUrl: 'https://tocsin.example/acknowledge/signed-token',
        incidents: [{ id: 'inc_1', number: 12, impact: 'MAJOROUTAGE', response: { state: 'TRIGGERED' } }],
      },
    });
  });

  it('is signed with the member’s own secret where there is one', async () => {
    await sender().send(page({}, theirs));
    expect(() => verify(theirs, receiver.received[0])).not.toThrow();
    expect(() => verify(ours, receiver.received[0])).toThrow('No matching signature');
  });

  it('is signed by a secret that is no base64 as well', async () => {
    await sender({ defaultSecret: 'not base64!' }).send(page());
    const [request] = receiver.received;
    const webhook = new Webhook('not base64!', { format: 'raw' });
    expect(() =>
      webhook.verify(request?.body ?? '', request?.headers as Record<string, string>),
    ).not.toThrow();
  });

  it('goes without a signature where nobody has a secret', async () => {
    await sender({ defaultSecret: null }).send(page());
    expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  it('keeps its id over all attempts and gives each its own time', async () => {
    const first = page();
    await sender().send(first);
    await sender().send({ ...first, now: asEpochMs(first.now + 60_000) });
    const [a, b] = receiver.received.map((request) => request.headers);
    expect(a?.['webhook-id']).toBe('k1');
    expect(b?.['webhook-id']).toBe('k1');
    expect(Number(b?.['webhook-timestamp']) - Number(a?.['webhook-timestamp'])).toBe(60);
  });

  it('does not follow a redirect: that is a failure', async () => {
    receiver.behave({ kind: 'refuse', with: 302 });
    expect(await sender().send(page())).toMatchObject({ kind: 'retry', unavailable: false });
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([408, 425])('may come later after status %i', async (status) => {
    receiver.behave({ kind: 'refuse', with: status });
    expect(await sender().send(page())).toMatchObject({ kind: 'retry', unavailable: false });
  });

  it('waits until the date that a receiver out of service names', async () => {
    const now = asEpochMs(Date.UTC(2026, 0, 1, 12, 0, 0));
    receiver.behave({ kind: 'tooMany', retryAfter: 'Thu, 01 Jan 2026 12:02:00 GMT' });
    expect(await sender().send(page({ now }))).toMatchObject({ kind: 'retry', afterMs: 120_000 });
  });

  it.each(['http://127.0.0.1:9/', 'http://[::1]:9/', 'http://localhost:9/', 'http://[::ffff:10.0.0.1]/'])(
    'never goes to a private address where those are closed: %s',
    async (webhookUrl) => {
      const to = recipient({ webhookUrl });
      const result = await sender({ allowPrivateTargets: false }).send(page({ recipient: to }));
      expect(result).toMatchObject({ kind: 'rejected' });
    },
  );

  it('never goes to a metadata service, whatever is open', async () => {
    const to = recipient({ webhookUrl: 'http://169.254.169.254/latest/meta-data' });
    expect(await sender().send(page({ recipient: to }))).toMatchObject({ kind: 'rejected' });
  });

  it.each(['ftp://example.com/', 'not an address', 'file:///etc/passwd'])(
    'goes to no %s',
    async (webhookUrl) => {
      expect(await sender().send(page({ recipient: recipient({ webhookUrl }) }))).toMatchObject({
        kind: 'rejected',
      });
    },
  );

  it('sends the user and password of its address as a header', async () => {
    const webhookUrl = receiver.url.replace('http://', 'http://ann:p%40ss@');
    await sender().send(page({ recipient: recipient({ webhookUrl }) }));
    expect(receiver.received[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('ann:p@ss').toString('base64')}`,
    );
  });

  it('says less of each incident in a storm', async () => {
    await sender().send(page({ view: storm(20, { description: 'x'.repeat(9_000) }) }));
    expect(receiver.received[0]?.body.length).toBeLessThan(20_000);
  });
});
