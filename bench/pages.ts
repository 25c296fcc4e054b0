import pg from 'pg';
import type { ProbeResult } from '../src/core/monitor/probe-result.ts';
import { asEpochMs } from '../src/core/time/instant.ts';
import type { Probe } from '../src/services/ports/probe.ts';
import { startChild, type Child } from './support/child.ts';
import type { Load } from './support/load-process.ts';
import { ADMIN_KEY, makeTeams, startProduct, type Product, type Team } from './support/product.ts';
import { count, ms, percentile, say, sayMachine, sayTable } from './support/report.ts';
import type { Accepted } from './support/slack-process.ts';

/*
 * From a change of status to the page that the provider has accepted, on the whole way that a change travels: a check is
 * claimed, queued, made and recorded, the monitor goes DOWN, the incident opens, is routed, and its page is sent. In the
 * second variant incidents come through the API. Every incident wakes somebody else.
 */

type Burst = { readonly size: number; readonly times: number };
type Measured = {
  /** From the recorded change of one monitor (or the opening of one incident) to its accepted page. */
  readonly own: number[];
  /** From the start of the burst, before the first check was even claimed. */
  readonly sinceStart: number[];
  /** Incidents a second, from the start of the burst to the last one opened. */
  readonly opened: number[];
};

const LARGEST = Number(process.env['BENCH_PAGES'] ?? 1_000);
const BURSTS: readonly Burst[] = [
  { size: 1, times: 20 },
  { size: Math.min(100, LARGEST), times: 3 },
  { size: LARGEST, times: 1 },
];
const CEILING: Burst = { size: Math.min(100, LARGEST), times: 1 };
const GIVE_UP_AFTER_MS = 180_000;
const CONNECTIONS = 32;

let isFailing = false;
const phases = {
  dnsTime: 0,
  tcpTime: 0,
  tlsTime: null,
  firstByteTime: 1,
  downloadTime: 0,
  responseTime: 1,
};
const probe: Probe = async (_monitor, startedAt) => {
  const result: ProbeResult = isFailing
    ? { kind: 'failed', startedAt, phases, error: 'The connection was refused.', ssl: null }
    : {
        kind: 'response',
        startedAt,
        phases,
        statusCode: 200,
        headers: {},
        body: '',
        bodyTruncated: false,
        ssl: null,
      };
  return { result, isVoid: false };
};

const now = (): number => performance.timeOrigin + performance.now();
const wait = (forMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, forMs));

async function burst(
  bench: { product: Product; slack: Child; db: pg.Client },
  teams: readonly Team[],
  start: (teams: readonly Team[]) => Promise<void>,
): Promise<Measured> {
  const { product, slack, db } = bench;
  await calm(bench);
  const before = await openedSoFar(product);
  const startedAt = now();
  const starting = start(teams);
  const opened = openingRate(product, before, teams.length, startedAt);
  const accepted = new Map<string, number>();
  while (accepted.size < teams.length) {
    if (now() - startedAt > GIVE_UP_AFTER_MS) {
      throw new Error(`${accepted.size} of ${teams.length} pages after ${GIVE_UP_AFTER_MS} ms`);
    }
    await wait(20);
    for (const { key, at } of (await slack.ask('accepted')) as Accepted[]) {
      if (key.startsWith('ntf_') && !accepted.has(key)) accepted.set(key, at);
    }
  }
  await starting;
  const { rows } = await db.query<{ id: string; changed_at: Date }>(
    `select n.id, coalesce(m.status_changed_at, i.created_at) as changed_at
     from notification n join incident i on i.id = n.incident_id left join monitor m on m.id = i.monitor_id`,
  );
  const changedAt = new Map(rows.map((row) => [row.id, row.changed_at.getTime()]));
  const sent = [...accepted];
  return {
    own: sent.map(([key, at]) => at - (changedAt.get(key) ?? Number.NaN)),
    sinceStart: sent.map(([, at]) => at - startedAt),
    opened: [await opened],
  };
}

/** As before the first burst: no incident, every monitor up, nothing under way. */
async function calm({
  product,
  slack,
  db,
}: {
  product: Product;
  slack: Child;
  db: pg.Client;
}): Promise<void> {
  isFailing = false;
  await db.query(`delete from outbox`);
  await product.tocsin.work.idle();
  await db.query(`truncate incident, outbox, send_budget cascade`);
  await db.query(`update monitor set status = 'UP', status_changed_at = null`);
  await db.query(
    `update monitor_location set confirmed_outcome = 'OK', confirmed_at = now(), pending_outcome = null,
       pending_count = 0, last_outcome_at = now(), claimed_at = null, next_check_at = now() + interval '1 day'`,
  );
  await db.query('checkpoint');
  await wait(300);
  await slack.ask('accepted');
}

async function openedSoFar(product: Product): Promise<number> {
  const { values } = await product.tocsin.metrics.events.get();
  return values.find(({ labels }) => labels.type === 'incident.opened')?.value ?? 0;
}

async function openingRate(
  product: Product,
  before: number,
  size: number,
  startedAt: number,
): Promise<number> {
  while ((await openedSoFar(product)) < before + size) await wait(2);
  return size / ((now() - startedAt) / 1_000);
}

/** The checks of these monitors become due at this instant, and fail. */
function byMonitors({ product, db }: { product: Product; db: pg.Client }) {
  return async (teams: readonly Team[]): Promise<void> => {
    isFailing = true;
    await db.query(`update monitor_location set next_check_at = $2 where monitor_id = any($1)`, [
      teams.map(({ monitorId }) => monitorId),
      new Date(asEpochMs(now())),
    ]);
    await product.tocsin.work.tickNow();
  };
}

function byApi({ product, load }: { product: Product; load: Child }) {
  return async (teams: readonly Team[]): Promise<void> => {
    const wanted: Load = {
      origin: product.url,
      method: 'POST',
      paths: teams.map(({ pageId }) => `/v1/${pageId}/incidents`),
      bodies: [JSON.stringify({ name: 'Checkout is broken', status: 'INVESTIGATING' })],
      headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
      connections: Math.min(CONNECTIONS, teams.length),
      requests: teams.length,
    };
    await load.ask(wanted);
  };
}

function rowOf(what: string, { size }: Burst, { own, sinceStart, opened }: Measured): string[] {
  const last = Math.max(...sinceStart);
  return [
    what,
    String(size),
    ms(percentile(own, 0.5)),
    ms(percentile(own, 0.99)),
    ms(Math.max(...own)),
    ms(percentile(sinceStart, 0.5)),
    ms(last),
    count(percentile(opened, 0.5)),
    count((size * 1_000) / last),
  ];
}

sayMachine();
const slack = startChild('./slack-process.ts');
const load = startChild('./load-process.ts');
const settings = {
  SLACK_BOT_TOKEN: 'xoxb-bench',
  SLACK_SIGNING_SECRET: 'a-signing-secret',
  SLACK_API_URL: (await slack.ask('address')) as string,
  LOCATIONS: 'US_EAST_1',
};
const product = await startProduct({ ...settings, SLACK_POSTS_PER_SECOND: '1000' }, { probe });
const db = new pg.Client({ connectionString: product.databaseUrl });
await db.connect();
try {
  const teams = await makeTeams(product, LARGEST, 'http://127.0.0.1:9/');
  const bench = { product, slack, db, load };
  const rows: string[][] = [];
  const measure = async (
    what: string,
    { size, times }: Burst,
    start: (teams: readonly Team[]) => Promise<void>,
  ): Promise<void> => {
    const all: Measured = { own: [], sinceStart: [], opened: [] };
    for (let time = 0; time < times; time += 1) {
      const { own, sinceStart, opened } = await burst(bench, teams.slice(0, size), start);
      all.own.push(...own);
      all.sinceStart.push(...sinceStart);
      all.opened.push(...opened);
    }
    rows.push(rowOf(what, { size, times }, all));
  };
  // Once unmeasured, so that code and plans are warm.
  await burst(bench, teams.slice(0, Math.min(50, LARGEST)), byMonitors(bench));
  for (const one of BURSTS) await measure('monitors go DOWN', one, byMonitors(bench));
  for (const one of BURSTS) await measure('incidents by REST', one, byApi(bench));
  await product.restart({ SLACK_POSTS_PER_SECOND: '20' });
  await measure('the same at 20 posts/s', CEILING, byMonitors(bench));
  sayTable(['', 'at once', 'p50', 'p99', 'max', 'p50 of burst', 'all sent', 'opened/s', 'sent/s'], rows);
  say(
    'p50, p99, max: from the recorded change to the page accepted by the provider (which answers after 5 ms);',
  );
  say('of burst, all sent: from before the first check was claimed, or the first request sent.');
} finally {
  await db.end();
  await product.close();
  await load.close();
  await slack.close();
}
