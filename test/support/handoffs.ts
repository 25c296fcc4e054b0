import pg from 'pg';
import type { TestContext } from 'vitest';
import type { Overrides } from '../../src/start/compose.ts';
import { startFakeSlack, type FakeSlack } from './fake-slack.ts';
import { startFakeSmtp, type FakeSmtp } from './fake-smtp.ts';
import { movableClock, type MovableClock } from './movable-clock.ts';
import { SIGNING_SECRET, startProduct, type Json, type Product } from './product.ts';
import { addMember } from './team.ts';

export const HOUR = 60 * 60_000;
export const DAY = 24 * HOUR;

/** Ann and Ben take turns of a week; Ben's begins when `untilHandoff` is over. Nothing runs by the machine's clock. */
export type HandoffStory = {
  readonly clock: MovableClock;
  readonly slack: FakeSlack;
  readonly smtp: FakeSmtp;
  readonly product: Product;
  readonly pageId: string;
  readonly scheduleId: string;
  readonly ann: Json;
  readonly ben: Json;
  /** Puts the clock forward, then looks and sends. */
  later(ms: number): Promise<void>;
  /** What Slack got as direct messages: `Ben: You are on call for Primary`. */
  told(): string[];
  mails(): string[];
  /** One more process on the same database. */
  another(): Promise<Product>;
  query(sql: string): Promise<Json[]>;
};

export async function aHandoffStory(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  options: { untilHandoff: number; turnDays?: number; timers?: boolean } = { untilHandoff: 2 * DAY },
): Promise<HandoffStory> {
  const { untilHandoff, turnDays = 7, timers = false } = options;
  const clock = movableClock();
  const slack = await startFakeSlack({ now: () => clock.now() });
  slack.users.set('ben@example.com', 'U0BEN');
  const smtp = await startFakeSmtp({ user: 'tocsin', password: 'secret' });
  const settings = {
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Tocsin <tocsin@example.com>',
  };
  const overrides: Overrides = { clock, timers };
  const product = await startProduct(settings, overrides);
  const others: Product[] = [];
  onTestFinished(async () => {
    for (const process of [...others, product]) await process.close();
    await Promise.all([slack.close(), smtp.close()]);
  });

  const page = await product.ok('POST', '/v1/pages', {
    name: 'Shop',
    subdomain: 'shop',
    email: 'owner@example.com',
  });
  const pageId = page.id as string;
  const ann = await addMember(product, pageId, 'ann@example.com', 'Ann');
  const ben = await addMember(product, pageId, 'ben@example.com', 'Ben');
  const startDate = new Date(clock.now() + untilHandoff - turnDays * DAY).toISOString();
  const { id: scheduleId } = await product.ok('POST', '/on-call-schedules', {
    pageId,
    name: 'Primary',
    onCallShifts: [{ name: 'Days', members: [member(ann), member(ben)], startDate, ...everyDays(turnDays) }],
  });

  const look = async (): Promise<void> => {
    const { work } = product.tocsin;
    await work.tickNow();
    await work.sweepNow();
    await work.idle();
  };
  if (!timers) await look();
  return {
    clock,
    slack,
    smtp,
    product,
    pageId,
    scheduleId: scheduleId as string,
    ann,
    ben,
    later: async (ms) => {
      clock.move(ms);
      await look();
    },
    told: () => slack.messages.map(({ channel, text }) => `${channel === 'D0BEN' ? 'Ben' : 'Ann'}: ${text}`),
    mails: () => smtp.received.map(({ to, raw }) => `${to.join()}: ${/^Subject: (.*)$/m.exec(raw)?.[1]}`),
    another: async () => {
      const other = await startProduct(settings, overrides, product.databaseUrl);
      others.push(other);
      return other;
    },
    query: async (sql) => {
      const client = new pg.Client({ connectionString: product.databaseUrl });
      await client.connect();
      try {
        return (await client.query(sql)).rows as Json[];
      } finally {
        await client.end();
      }
    },
  };
}

export const member = ({ email }: Json) => ({ workspaceMemberId: email as string, color: '#336699' });

function everyDays(days: number): Record<string, unknown> {
  return { rotationType: 'CUSTOM', customRotationTypeValue: days, customRotationTypeUnit: 'DAYS' };
}
