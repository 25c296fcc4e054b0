import { onTestFinished } from 'vitest';
import type { ProbeResult, SslDetails } from '../../src/core/monitor/probe-result.ts';
import type { MonitorStatus } from '../../src/core/monitor/status.ts';
import { asEpochMs, DAY_MS } from '../../src/core/time/instant.ts';
import { contextOf, SYSTEM, type Services } from '../../src/services/context.ts';
import { markStale } from '../../src/services/monitor/mark-stale.ts';
import type { Probe } from '../../src/services/ports/probe.ts';
import type { RecordedRequest } from './fake-http.ts';
import { startFakeSlack, type FakeSlack } from './fake-slack.ts';
import { startFakeSmtp, type FakeSmtp } from './fake-smtp.ts';
import { startFakeTwilio, type FakeTwilio } from './fake-twilio.ts';
import { startFakeWebhook, type FakeWebhook } from './fake-webhook.ts';
import { movableClock, type MovableClock } from './movable-clock.ts';
import { SIGNING_SECRET, startProduct, type Json, type Product } from './product.ts';
import { queryRows } from './query.ts';
import { until } from './until.ts';

export const WEBHOOK_SECRET = `whsec_${Buffer.from('the secret of the installation..').toString('base64')}`;

/** A monitor that finds what the test says. */
export type WatchedMonitor = {
  readonly id: string;
  readonly name: string;
  /** A check that leads to that status. */
  finds(status: Exclude<MonitorStatus, 'UNKNOWN'>): Promise<void>;
  /** Nothing is heard of it until it is UNKNOWN. */
  goesSilent(): Promise<void>;
  /** From now on checks see a certificate with so many days left. */
  certificate(days: number, issuer?: string): void;
  /** Another check like the last one. */
  check(): Promise<void>;
};

/** The whole product, its monitors' targets made up, and somebody to take whatever alerts send. */
export type AlertStory = {
  readonly clock: MovableClock;
  readonly product: Product;
  readonly pageId: string;
  readonly slack: FakeSlack;
  readonly smtp: FakeSmtp;
  readonly twilio: FakeTwilio;
  readonly receiver: FakeWebhook;
  /** A monitor that opens no incident by itself, linked to alerts of those settings. */
  monitor(name: string, alerts: readonly Json[], more?: Json): Promise<WatchedMonitor>;
  /** What the receiver took at a path, parsed. */
  taken(path: string): Json[];
  /** Every request to the receiver at a path, taken or not. */
  asked(path: string): RecordedRequest[];
  /** Puts the clock forward, then looks and sends. */
  later(ms: number): Promise<void>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** One more process on the same database. */
  another(): Promise<Product>;
  messages(): Promise<Json[]>;
  incidents(): Promise<Json[]>;
};

/** An alert that POSTs to a path of the receiver. */
export function toReceiver(story: AlertStory, path: string, more: object = {}) {
  return { type: 'WEBHOOK', recipient: `${story.receiver.url}${path}`, ...more };
}

type Made = {
  status: Exclude<MonitorStatus, 'UNKNOWN'>;
  certificate: { days: number; issuer: string } | null;
};

export async function anAlertStory(
  wrapServices: (services: Services) => Services = (services) => services,
): Promise<AlertStory> {
  const clock = movableClock();
  const made = new Map<string, Made>();
  const probe: Probe = async (monitor, startedAt) => ({
    result: resultOf(made.get(monitor.name) ?? { status: 'UP', certificate: null }, startedAt),
    isVoid: false,
  });
  const slack = await startFakeSlack({ now: () => clock.now() });
  const smtp = await startFakeSmtp({ user: 'tocsin', password: 'secret' });
  const twilio = await startFakeTwilio();
  const receiver = await startFakeWebhook();
  const settings = {
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Tocsin <tocsin@example.com>',
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_FROM: '+15005550006',
    TWILIO_API_URL: twilio.url,
    WEBHOOK_SECRET,
  };
  const overrides = { clock, probe, timers: false };
  const product = await startProduct(settings, { ...overrides, wrapServices });
  const others: Product[] = [];
  onTestFinished(async () => {
    for (const process of [...others, product]) await process.close();
    await Promise.all([slack, smtp, twilio, receiver].map((partner) => partner.close()));
  });
  const { id: pageId } = await product.ok('POST', '/v1/pages', {
    name: 'Shop',
    subdomain: 'shop',
    email: 'owner@example.com',
  });

  const idle = () => product.tocsin.work.idle();
  const statusOf = async (id: string): Promise<string> =>
    (await product.ok('GET', `/monitors/${id}`)).monitor.status;
  const query = (sql: string): Promise<Json[]> => queryRows(product.databaseUrl, sql);
  const monitor: AlertStory['monitor'] = async (name, alerts, more = {}) => {
    const ids: string[] = [];
    for (const alert of alerts) {
      ids.push((await product.ok('POST', '/monitor-alerts', { pageId, ...alert })).monitor.id as string);
    }
    const { monitor: stored } = await product.ok('POST', '/monitors', {
      pageId,
      name,
      url: 'https://shop.test/health',
      checksInterval: 60,
      failureConfirmations: 0,
      assertions: [
        { type: 'STATUS_CODE', comparison: 'EQUALS', target: '200' },
        { type: 'RESPONSE_TIME', comparison: 'LESS_THAN', target: '1000' },
      ],
      alerts: ids,
      onFail: { createIncident: false },
      ...more,
    });
    const id = stored.id as string;
    const now: Made = { status: 'UP', certificate: null };
    made.set(name, now);
    const check = async (): Promise<void> => void (await product.ok('GET', `/monitors/${id}/run`));
    return {
      id,
      name,
      check,
      finds: async (status) => {
        now.status = status;
        await check();
        await until(`${name} is ${status}`, async () => (await statusOf(id)) === status);
        await idle();
      },
      goesSilent: async () => {
        clock.move(4 * 60_000);
        await markStale(contextOf(product.tocsin.services, SYSTEM), { steadyMs: Infinity });
        await until(`${name} is UNKNOWN`, async () => (await statusOf(id)) === 'UNKNOWN');
      },
      certificate: (days, issuer = 'O=An Authority') => {
        now.certificate = { days, issuer };
      },
    };
  };
  return {
    clock,
    product,
    pageId,
    slack,
    smtp,
    twilio,
    receiver,
    monitor,
    idle,
    taken: (path) => receiver.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body)),
    asked: (path) => receiver.requests.filter((one) => one.path === path),
    later: async (ms) => {
      clock.move(ms);
      await product.tocsin.work.sweepNow();
      await idle();
    },
    another: async () => {
      const next = await startProduct(settings, overrides, product.databaseUrl);
      others.push(next);
      return next;
    },
    messages: () => query('select * from alert_message order by created_at, id'),
    incidents: () => product.ok('GET', `/v1/${pageId}/incidents`),
  };
}

function resultOf({ status, certificate }: Made, startedAt: ReturnType<typeof asEpochMs>): ProbeResult {
  const none = { dnsTime: null, tcpTime: null, tlsTime: null, firstByteTime: null, downloadTime: null };
  return {
    kind: 'response',
    startedAt,
    phases: { ...none, responseTime: status === 'DEGRADED' ? 5_000 : 20 },
    statusCode: status === 'DOWN' ? 500 : 200,
    headers: {},
    body: '',
    bodyTruncated: false,
    ssl: certificate === null ? null : sslOf(certificate, startedAt),
  };
}

/** The end is a whole day, so that checks of the same day see the same certificate. */
function sslOf({ days, issuer }: NonNullable<Made['certificate']>, now: number): SslDetails {
  const validTo = asEpochMs((Math.floor(now / DAY_MS) + days + 1) * DAY_MS);
  return {
    issuer,
    subject: 'CN=shop.test',
    validFrom: asEpochMs(validTo - 90 * DAY_MS),
    validTo,
    daysUntilExpiration: days,
  };
}
