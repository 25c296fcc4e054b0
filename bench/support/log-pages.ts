import pg from 'pg';
import { ADMIN_KEY, type Product } from './product.ts';
import { count, median, ms, percentile, say, sayTable, sayTarget } from './report.ts';

/*
 * Pages of the logs of one monitor that has a million of them: a month of checks every five seconds from two locations,
 * one in a hundred of them failed. Asked over HTTP, filtered and sorted in the ways that people look for something.
 */

const LOGS = 1_000_000;
const DAYS = 29;
const TIMES = 100;
const TARGET_P99_MS = 50;

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

type Question = readonly [wish: string, query: string];

/** What is asked, by what one would want with it; an index answers each of them. */
const INDEXED: readonly Question[] = [
  ['the newest', 'sort=-createdAt'],
  ['the oldest', ''],
  ['the newest, a thousand', 'sort=-createdAt&limit=1000'],
  ['a page far behind', 'page=5000'],
  ['the failed, newest first', 'isSuccessful=false&sort=-createdAt'],
  ['the good, newest first', 'isSuccessful=true&sort=-createdAt'],
  ['status DOWN', 'status=DOWN&sort=-createdAt'],
  ['status UP', 'status=UP&sort=-createdAt'],
  ['status UNKNOWN: none', 'status=UNKNOWN'],
  ['one location', 'location=EU_CENTRAL_1&sort=-createdAt'],
  ['one location, the failed', 'location=EU_CENTRAL_1&isSuccessful=false&sort=-createdAt'],
  ['code 503', 'httpStatusCode=503&sort=-createdAt'],
  ['one day', `createdAt=${day(10)}`],
  ['one day, the slowest first', `createdAt=${day(10)}&sort=-responseTime`],
  ['a week, the failed', `createdAt[gte]=${day(12)}&createdAt[lte]=${day(6)}&isSuccessful=false`],
  ['the slowest', 'sort=-responseTime'],
  ['the fastest', 'sort=responseTime'],
  ['slow ones, newest first', 'responseTime[gte]=1090&sort=-createdAt'],
  ['the failed, the slowest first', 'isSuccessful=false&sort=-responseTime'],
  ['the good, the slowest first', 'isSuccessful=true&sort=-responseTime'],
];

/** Figures and texts without an index: every log of the monitor is looked at. Seldom asked, so they have no target. */
const LOOKED_THROUGH: readonly Question[] = [
  ['nearly all by time', 'responseTime[gte]=150&sort=-createdAt'],
  ['the slowest handshakes', 'sort=-tlsTime'],
  ['slow handshakes', 'tlsTime[gte]=45&sort=-createdAt'],
  ['by text', 'error=timed%20out&sort=-createdAt'],
];

async function seed(product: Product, monitorId: string): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO monitor_log (
       id, monitor_id, location, created_at, is_successful, http_status_code, status, dns_time, tcp_time, tls_time,
       first_byte_time, download_time, response_time, successful_assertions, url, method, request_headers,
       response_headers, response_body, error
     )
     SELECT 'log_' || lpad(n::text, 26, '0'), $1, CASE n % 2 WHEN 0 THEN 'US_EAST_1' ELSE 'EU_CENTRAL_1' END,
       now() - make_interval(secs => $3 * 86400.0 * (1 - n / $2::float8)), NOT failed,
       CASE WHEN failed THEN '503' ELSE '200' END, CASE WHEN failed THEN 'DOWN' ELSE 'UP' END, random() * 10,
       random() * 20, random() * 50, random() * 100, random() * 30, 100 + random() * 1000, 1, 'https://shop.test/',
       'GET', '{"user-agent": "Tocsin", "accept": "*/*"}', jsonb_build_object(
         'content-type', 'text/html; charset=utf-8', 'server', 'nginx', 'date', n::text,
         'etag', md5(n::text), 'cache-control', 'max-age=0, private, must-revalidate'
       ),
       CASE WHEN failed THEN repeat('broken ', 60) END, CASE WHEN failed THEN 'timed out' END
     FROM (SELECT n, n % 100 = 37 AS failed FROM generate_series(1, $2::int) AS n) AS checks`,
    [monitorId, LOGS, DAYS],
  );
  // What the database's own cleaning has long done in a table that grew over a month.
  await client.query('VACUUM (ANALYZE) monitor_log');
  await client.end();
}

async function ask(product: Product, monitorId: string, query: string): Promise<number[]> {
  const latencies: number[] = [];
  for (let times = -3; times < TIMES; times += 1) {
    const started = performance.now();
    const response = await fetch(`${product.url}/monitors/${monitorId}/logs?${query}`, {
      headers: { authorization: `Bearer ${ADMIN_KEY}` },
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${query}: ${response.status}`);
    // The first ones warm up.
    if (times >= 0) latencies.push(performance.now() - started);
  }
  return latencies;
}

/** The p99 of each question. */
async function measure(
  product: Product,
  monitorId: string,
  questions: readonly Question[],
): Promise<number[]> {
  const rows: string[][] = [];
  const p99s: number[] = [];
  for (const [wish, query] of questions) {
    const { total } = await product.ok('GET', `/monitors/${monitorId}/logs?${query}`);
    const latencies = await ask(product, monitorId, query);
    const p99 = percentile(latencies, 0.99);
    p99s.push(p99);
    rows.push([wish, count(total as number), ms(median(latencies)), ms(p99), query]);
  }
  sayTable(['wish', 'total', 'p50', 'p99', 'query'], rows);
  return p99s;
}

/** Pages of the logs of that monitor, once it has a million. */
export async function measureLogPages(product: Product, monitorId: string): Promise<void> {
  const started = performance.now();
  await seed(product, monitorId);
  say(`seeding ${count(LOGS)} logs: ${count((performance.now() - started) / 1_000)} s`);

  const indexed = await measure(product, monitorId, INDEXED);
  const worst = Math.max(...indexed);
  sayTarget('p99 of the slowest kind', ms(worst), `${TARGET_P99_MS} ms`, worst <= TARGET_P99_MS);
  say();
  await measure(product, monitorId, LOOKED_THROUGH);
}
