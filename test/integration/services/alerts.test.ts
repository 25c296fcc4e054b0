import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import type { AlertSender } from '../../../src/services/ports/alert-sender.ts';
import { prune } from '../../../src/services/sweep/prune.ts';
import { anAlertStory, toReceiver, WEBHOOK_SECRET, type AlertStory } from '../../support/alerts.ts';
import { until } from '../../support/until.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const typesAt = (story: AlertStory, path: string): string[] => story.taken(path).map(({ type }) => type);

describe('a change of a monitor', () => {
  test('is told once by every alert that asks for it, in the form of its tool', async () => {
    const story = await anAlertStory();
    const { receiver, slack, smtp, twilio } = story;
    const shop = await story.monitor('Shop', [
      { type: 'EMAIL', recipient: 'ops@shop.example' },
      { type: 'SMS', recipient: '+15550100009' },
      toReceiver(story, '/webhook'),
      { type: 'SLACK', recipient: `${receiver.url}/slack` },
      { type: 'SLACK', recipient: '#ops' },
      { type: 'SLACK', recipient: 'ann@example.com' },
      { type: 'DISCORD', recipient: `${receiver.url}/discord` },
      { type: 'MICROSOFT_TEAMS', recipient: `${receiver.url}/teams` },
      { type: 'GOOGLE_CHAT', recipient: `${receiver.url}/google?key=k` },
      toReceiver(story, '/silent', { whenFails: false }),
    ]);
    await shop.finds('UP');
    await shop.finds('DOWN');
    await until('all of it has come', () => receiver.received.length === 5 && slack.messages.length === 2);
    await until('SMS and e-mail have come', () => twilio.messages.length === 1 && smtp.received.length === 1);
    await shop.check();
    await story.later(MINUTE);

    expect(smtp.received).toMatchObject([{ to: ['ops@shop.example'] }]);
    expect(smtp.received[0]?.raw).toContain('Subject: [Tocsin] Shop is down');
    expect(twilio.messages).toMatchObject([{ to: '+15550100009' }]);
    expect(twilio.messages[0]?.body).toMatch(/^TOCSIN Shop is down\. /);
    expect(slack.messages.map(({ channel, text }) => `${channel}: ${text}`).toSorted()).toEqual([
      'C0OPS: Shop is down',
      'D0ANN: Shop is down',
    ]);
    const [signed] = story.asked('/webhook');
    expect(story.asked('/webhook')).toHaveLength(1);
    const headers = signed?.headers as Record<string, string>;
    // The product's clock is ahead of the machine's, by which the library judges.
    const verified = new Webhook(WEBHOOK_SECRET).sign(
      headers['webhook-id'] ?? '',
      new Date(Number(headers['webhook-timestamp']) * SECOND),
      signed?.body ?? '',
    );
    expect(headers['webhook-signature']).toBe(verified);
    expect(story.taken('/webhook')[0]).toMatchObject({
      type: 'monitor.down',
      data: {
        id: headers['webhook-id'],
        pageId: story.pageId,
        monitor: { id: shop.id, name: 'Shop', url: 'https://shop.test/health' },
        from: 'UP',
        to: 'DOWN',
        location: 'US_EAST_1',
        title: 'Shop is down',
        certificate: null,
      },
    });
    expect(story.taken('/slack')).toMatchObject([{ text: 'Shop is down', blocks: [{ type: 'section' }] }]);
    expect(story.taken('/discord')).toMatchObject([
      { embeds: [{ title: 'Shop is down', color: 0xd9_2d_20 }], allowed_mentions: { parse: [] } },
    ]);
    expect(story.asked('/discord')[0]?.query.get('wait')).toBe('true');
    expect(story.taken('/teams')).toMatchObject([
      {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              type: 'AdaptiveCard',
              body: [{ text: 'Shop is down', color: 'attention' }, {}, {}, {}],
            },
          },
        ],
      },
    ]);
    expect(story.taken('/google')).toMatchObject([{ text: 'Shop is down', thread: { threadKey: shop.id } }]);
    expect(story.asked('/google')[0]?.query.get('key')).toBe('k');
    expect(story.taken('/silent')).toEqual([]);
    expect((await story.messages()).map(({ sent_at }) => sent_at !== null)).toEqual(Array(9).fill(true));
  });

  test('is told to those who ask for it: failures, degradations, recoveries, also by way of UNKNOWN', async () => {
    const story = await anAlertStory();
    const none = { whenFails: false, whenRecovers: false };
    const shop = await story.monitor('Shop', [
      toReceiver(story, '/fails', { ...none, whenFails: true }),
      toReceiver(story, '/degrades', { ...none, whenDegrades: true }),
      toReceiver(story, '/recovers', { ...none, whenRecovers: true }),
    ]);
    const seen = async (): Promise<number[]> => {
      await story.later(MINUTE / 60);
      return ['/fails', '/degrades', '/recovers'].map((path) => story.taken(path).length);
    };
    await shop.finds('UP');
    expect(await seen()).toEqual([0, 0, 0]);
    await shop.finds('DEGRADED');
    expect(await seen()).toEqual([0, 1, 0]);
    await shop.finds('DOWN');
    expect(await seen()).toEqual([1, 1, 0]);
    await shop.finds('DEGRADED');
    expect(await seen()).toEqual([1, 1, 0]);
    await shop.finds('UP');
    expect(await seen()).toEqual([1, 1, 1]);
    await shop.goesSilent();
    await shop.finds('UP');
    expect(await seen()).toEqual([1, 1, 1]);
    await shop.finds('DOWN');
    await shop.goesSilent();
    await shop.finds('UP');
    expect(await seen()).toEqual([2, 1, 2]);
    await shop.goesSilent();
    await shop.finds('DEGRADED');
    await shop.goesSilent();
    await shop.finds('DOWN');
    expect(await seen()).toEqual([3, 2, 2]);
    expect(typesAt(story, '/recovers')).toEqual(['monitor.recovered', 'monitor.recovered']);
  });

  test('is told once over a restart, and by two processes that look at once', async () => {
    const story = await anAlertStory();
    const shop = await story.monitor('Shop', [toReceiver(story, '/a'), toReceiver(story, '/b')]);
    await shop.finds('DOWN');
    const other = await story.another();
    const works = [story.product.tocsin.work, other.tocsin.work];
    story.clock.move(2 * MINUTE);
    await Promise.all(works.map((work) => work.sweepNow()));
    await Promise.all(works.map((work) => work.idle()));
    const next = await story.another();
    await next.tocsin.work.sweepNow();
    await next.tocsin.work.idle();
    expect(typesAt(story, '/a')).toEqual(['monitor.down']);
    expect(typesAt(story, '/b')).toEqual(['monitor.down']);
  });

  test('is told by another process where the one that was to tell it died', async () => {
    // What this one takes it never sends.
    const deaf: AlertSender = { send: () => new Promise(() => undefined) };
    const story = await anAlertStory((services) => ({ ...services, alerts: deaf }));
    const shop = await story.monitor('Shop', [toReceiver(story, '/a')]);
    void shop.finds('DOWN').catch(() => undefined);
    await until('it is promised', async () => (await story.messages()).length === 1);
    const other = await story.another();
    await other.tocsin.work.sweepNow();
    await other.tocsin.work.idle();
    // Until its lease is over it is the dead one's, whoever took it.
    story.clock.move(2 * MINUTE);
    await other.tocsin.work.sweepNow();
    await until('it has come', () => story.taken('/a').length > 0);
    await other.tocsin.work.idle();
    expect(typesAt(story, '/a')).toEqual(['monitor.down']);
    expect(await story.messages()).toMatchObject([{ sent_at: expect.any(Date), failed_at: null }]);
  });
});

describe('an alert', () => {
  test('that is deleted in the very moment of a change takes nothing of the change with it', async () => {
    const story = await anAlertStory();
    const onFail = { createIncident: true };
    const shop = await story.monitor('Shop', [toReceiver(story, '/a'), toReceiver(story, '/b')], { onFail });
    await shop.finds('UP');
    const deleting = new pg.Client({ connectionString: story.product.databaseUrl });
    await deleting.connect();
    const { monitorAlerts } = await story.product.ok('GET', `/${story.pageId}/monitor-alerts`);
    await deleting.query('begin');
    await deleting.query('delete from monitor_alert where id = $1', [monitorAlerts[0].id]);
    const change = shop.finds('DOWN');
    await until('the change waits for it', async () => {
      const { rows } = await deleting.query('select 1 from pg_locks where not granted');
      return rows.length > 0;
    });
    await deleting.query('commit');
    await deleting.end();
    await change;
    expect(await story.incidents()).toMatchObject([{ name: 'Shop is down' }]);
    await until('the other one is told', () => story.taken('/b').length === 1);
    expect(story.asked('/a')).toEqual([]);
  });
});

describe('an INCIDENT alert', () => {
  test('opens the incident with the change, which its recovery resolves', async () => {
    const story = await anAlertStory();
    const shop = await story.monitor('Shop', [{ type: 'INCIDENT' }]);
    await shop.finds('DOWN');
    expect(await story.incidents()).toMatchObject([
      { name: 'Shop is down', impact: 'MAJOROUTAGE', source: 'MONITOR', response: { state: 'TRIGGERED' } },
    ]);
    await shop.finds('UP');
    expect(await story.incidents()).toMatchObject([{ response: { state: 'RESOLVED' } }]);
    expect(await story.messages()).toMatchObject([{ sent_at: expect.any(Date) }]);
  });

  test('opens no second one beside that of the monitor, of another alert or of a degradation', async () => {
    const story = await anAlertStory();
    const incident = { type: 'INCIDENT', whenDegrades: true };
    const shop = await story.monitor('Shop', [incident, incident], { onFail: { createIncident: true } });
    await shop.finds('UP');
    await shop.finds('DEGRADED');
    expect(await story.incidents()).toMatchObject([
      { name: 'Shop is degraded', impact: 'DEGRADEDPERFORMANCE' },
    ]);
    await shop.finds('DOWN');
    await shop.goesSilent();
    await shop.finds('DOWN');
    expect(await story.incidents()).toHaveLength(1);
  });

  test('that does not ask for a change opens nothing', async () => {
    const story = await anAlertStory();
    const shop = await story.monitor('Shop', [{ type: 'INCIDENT', whenFails: false, whenDegrades: true }]);
    await shop.finds('DOWN');
    expect(await story.incidents()).toEqual([]);
  });
});

describe('a certificate', () => {
  test('is told once when its days have fallen to the limit of each alert, and so is the next one', async () => {
    const story = await anAlertStory();
    const ssl = { whenFails: false, whenRecovers: false, whenSslExpires: true };
    const shop = await story.monitor('Shop', [
      toReceiver(story, '/thirty', ssl),
      toReceiver(story, '/seven', { ...ssl, sslExpiresInDays: 7 }),
      toReceiver(story, '/never', { whenFails: false }),
    ]);
    const check = async (): Promise<number[]> => {
      await shop.check();
      await story.product.tocsin.work.sweepNow();
      await story.idle();
      return ['/thirty', '/seven', '/never'].map((path) => story.taken(path).length);
    };
    const told = (counts: number[]) =>
      until(`told ${String(counts)}`, async () => String(await check()) === String(counts));
    shop.certificate(31);
    await shop.finds('UP');
    await check();
    expect(await check()).toEqual([0, 0, 0]);
    shop.certificate(30);
    await told([1, 0, 0]);
    expect(await check()).toEqual([1, 0, 0]);
    // It is another day, and still the same certificate.
    story.clock.move(23 * DAY);
    shop.certificate(7);
    await told([1, 1, 0]);
    expect(await check()).toEqual([1, 1, 0]);
    shop.certificate(5, 'O=Another Authority');
    await told([2, 2, 0]);
    expect(await check()).toEqual([2, 2, 0]);
    expect(story.taken('/seven')[0]).toMatchObject({
      type: 'monitor.ssl_expiring',
      data: {
        title: 'The certificate of Shop expires in 7 days',
        from: null,
        certificate: { issuer: 'O=An Authority', daysUntilExpiration: 7 },
      },
    });
  });

  test('that lasts for long is told once, whatever is forgotten meanwhile', async () => {
    const story = await anAlertStory();
    const ssl = { whenFails: false, whenRecovers: false, whenSslExpires: true, sslExpiresInDays: 300 };
    const shop = await story.monitor('Shop', [toReceiver(story, '/a', ssl), toReceiver(story, '/b')]);
    shop.certificate(300);
    await shop.finds('DOWN');
    await until('both are told', () => story.taken('/a').length === 1 && story.taken('/b').length === 1);
    story.clock.move(100 * DAY);
    await prune(contextOf(story.product.tocsin.services, SYSTEM));
    expect((await story.messages()).map(({ content }) => content.type as string)).toEqual([
      'monitor.ssl_expiring',
    ]);
    shop.certificate(200);
    await shop.check();
    await shop.finds('UP');
    await story.later(MINUTE);
    expect(typesAt(story, '/a')).toEqual(['monitor.ssl_expiring']);
  });

  test('opens an incident of its own for an INCIDENT alert, once', async () => {
    const story = await anAlertStory();
    const shop = await story.monitor('Shop', [{ type: 'INCIDENT', whenSslExpires: true }]);
    shop.certificate(3);
    await shop.finds('UP');
    await until('it is open', async () => (await story.incidents()).length === 1);
    await shop.check();
    await shop.finds('DOWN');
    expect((await story.incidents()).map(({ name }) => name as string).toSorted()).toEqual([
      'Shop is down',
      'The certificate of Shop expires in 3 days',
    ]);
  });
});
