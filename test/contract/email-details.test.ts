import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmailSender } from '../../src/channels/email.ts';
import { startFakeSmtp, type FakeSmtp } from '../support/fake-smtp.ts';
import { incidentView, outboundPage, pageView, storm } from '../support/views.ts';

let smtp: FakeSmtp;
let opened: { close(): Promise<void> }[];
const from = 'Tocsin <tocsin@mail.example.com>';

beforeEach(async () => {
  smtp = await startFakeSmtp({ user: 'tocsin', password: 'right' });
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((sender) => sender.close()));
  await smtp.close();
});

function sender(over: { smtpUrl?: string; timeoutMs?: number } = {}) {
  const made = createEmailSender({ smtpUrl: smtp.url, from, timeoutMs: 2_000, ...over });
  opened.push(made);
  return made;
}

/** The value of a header, unfolded. */
function header(raw: string | undefined, name: string): string | undefined {
  const head = (raw ?? '').split('\r\n\r\n')[0]?.replaceAll(/\r\n[ \t]+/g, ' ') ?? '';
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
}

describe('a page by e-mail', () => {
  it('belongs to one conversation per incident and asks robots not to answer', async () => {
    const mail = sender();
    await mail.send(outboundPage({ key: 'first' }));
    const resolved = pageView({ incidents: [incidentView({ state: 'ACKNOWLEDGED', escalationLevel: 3 })] });
    await mail.send(outboundPage({ key: 'second', view: resolved }));
    const [a, b] = smtp.received.map((received) => received.raw);
    expect(header(a, 'Subject')).toBe('[Tocsin] #12 checkout is down');
    expect(header(b, 'Subject')).toBe(header(a, 'Subject'));
    expect(header(a, 'References')).toBe('<incident.inc_1@mail.example.com>');
    expect(header(b, 'In-Reply-To')).toBe(header(a, 'References'));
    expect(header(a, 'Message-ID')).not.toBe(header(b, 'Message-ID'));
    expect(header(a, 'Auto-Submitted')).toBe('auto-generated');
    expect(smtp.received[0]).toMatchObject({ from: 'tocsin@mail.example.com', to: ['ann@example.com'] });
  });

  it('keeps its id over all attempts', async () => {
    const mail = sender();
    smtp.behave({ kind: 'hangAfter' });
    const impatient = sender({ timeoutMs: 400 });
    expect(await impatient.send(outboundPage())).toMatchObject({ kind: 'uncertain' });
    smtp.behave({ kind: 'ok' });
    const result = await mail.send(outboundPage());
    const [a, b] = smtp.received.map((received) => header(received.raw, 'Message-ID'));
    expect(a).toBe(b);
    expect(result).toEqual({ kind: 'sent', externalId: a });
  });

  it('cannot be given headers or recipients by an incident’s name', async () => {
    const name = 'down\r\nBcc: eve@example.com\r\n\r\n<script>';
    await sender().send(outboundPage({ view: pageView({ incidents: [incidentView({ name })] }) }));
    expect(smtp.received[0]?.to).toEqual(['ann@example.com']);
    expect(header(smtp.received[0]?.raw, 'Bcc')).toBeUndefined();
    expect(header(smtp.received[0]?.raw, 'Subject')).toContain('#12 down Bcc: eve@example.com');
  });

  it('names every incident of a storm', async () => {
    await sender().send(outboundPage({ view: storm(3) }));
    expect(smtp.received[0]?.raw).toMatch(/#1 service 1[\s\S]*#2 service 2[\s\S]*#3 service 3/);
  });

  it('was surely not taken when the connection drops before its text is asked for', async () => {
    smtp.behave({ kind: 'dropAtSender' });
    expect(await sender().send(outboundPage())).toMatchObject({ kind: 'retry', unavailable: true });
  });

  it('was surely not taken when the mail server never greets', async () => {
    smtp.behave({ kind: 'muteGreeting' });
    expect(await sender({ timeoutMs: 300 }).send(outboundPage())).toMatchObject({
      kind: 'retry',
      unavailable: true,
    });
  });

  it('is given up when there is no such mailbox', async () => {
    smtp.behave({ kind: 'refuseRecipient' });
    expect(await sender().send(outboundPage())).toEqual({
      kind: 'rejected',
      reason: 'The mail server refused the message: 550 no such mailbox',
    });
  });

  it('is given up when the login is wrong, without telling it', async () => {
    const result = await sender({ smtpUrl: smtp.url.replace(':right@', ':wrong-one@') }).send(outboundPage());
    expect(result).toMatchObject({ kind: 'rejected' });
    expect(JSON.stringify(result)).not.toContain('wrong-one');
  });

  it('may come later after a complaint about the order of commands', async () => {
    smtp.behave({ kind: 'refuse', with: 503 });
    expect(await sender().send(outboundPage())).toMatchObject({ kind: 'retry' });
  });

  it('does not wait in a queue beyond its time-out, nor leave after it', async () => {
    smtp.behave({ kind: 'hang' });
    const mail = sender({ timeoutMs: 500 });
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => mail.send(outboundPage({ key: `k${index}` }))),
    );
    const kinds = results.map((result) => result.kind);
    expect(kinds.filter((kind) => kind === 'uncertain')).toHaveLength(smtp.attempts());
    expect(kinds.filter((kind) => kind === 'retry')).toHaveLength(12 - smtp.attempts());
    smtp.behave({ kind: 'ok' });
    expect(await mail.send(outboundPage({ key: 'last' }))).toMatchObject({ kind: 'sent' });
    expect(smtp.received).toHaveLength(1);
  });
});
