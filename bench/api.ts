import fastify from 'fastify';
import { startChild, type Child } from './support/child.ts';
import type { Load, Loaded } from './support/load-process.ts';
import { ADMIN_KEY, makeTeams, startProduct, type Product, type Team } from './support/product.ts';
import { count, median, ms, percentile, say, sayMachine, sayTarget } from './support/report.ts';
import { measureLogPages } from './support/log-pages.ts';
import { countStatements, type Statements } from './support/statements.ts';

/*
 * Through the API: incidents opened a second, each with its routing, its run and its first notifications in one durable
 * transaction, while the pages go out; one monitor read with a key, against a bare route that answers the same bytes; and
 * pages of a million logs.
 */

const TEAMS = 100;
const CONNECTIONS = 32;
const OPENED = 3_000;
const ROUNDS = 5;
const ROUND_MS = 2_000;

const authorization = `Bearer ${ADMIN_KEY}`;

async function openMany(product: Product, load: Child, teams: readonly Team[], statements: Statements) {
  const wanted: Load = {
    origin: product.url,
    method: 'POST',
    paths: teams.map(({ pageId }) => `/v1/${pageId}/incidents`),
    bodies: [
      JSON.stringify({ name: 'Checkout is broken', message: 'Nobody can pay', status: 'INVESTIGATING' }),
    ],
    headers: { authorization, 'content-type': 'application/json' },
    connections: CONNECTIONS,
  };
  await load.ask({ ...wanted, requests: 500 });
  await product.tocsin.work.idle();
  statements.reset();
  const one = product.ok('POST', wanted.paths[0] ?? '', { name: 'One alone', status: 'INVESTIGATING' });
  await one;
  const alone = statements.total();
  if (process.argv.includes('--statements'))
    for (const { text, times } of statements.list()) say(`${times} ${text}`);
  await product.tocsin.work.idle();
  statements.reset();
  const loaded = (await load.ask({ ...wanted, requests: OPENED })) as Loaded;
  return { ...loaded, alone, statements: statements.total() / OPENED };
}

async function readOne(product: Product, load: Child, { monitorId }: Team) {
  const path = `/monitors/${monitorId}`;
  const answered = await fetch(`${product.url}${path}`, { headers: { authorization } });
  const bytes = await answered.text();
  const bare = fastify();
  bare.get('/monitors/:id', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
  const rateAt = async (origin: string): Promise<number> => {
    const wanted: Load = {
      origin,
      method: 'GET',
      paths: [path],
      headers: { authorization },
      connections: CONNECTIONS,
      durationMs: ROUND_MS,
    };
    const { requests, failed, seconds } = (await load.ask(wanted)) as Loaded;
    if (failed > 0) throw new Error(`${failed} of ${requests} were not answered 200`);
    return requests / seconds;
  };
  const rates: { ours: number; bare: number }[] = [];
  // In turn, so that whatever else the machine does falls on both; the first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair = { ours: await rateAt(product.url), bare: await rateAt(bareUrl) };
    if (round > 0) rates.push(pair);
  }
  await bare.close();
  return rates;
}

sayMachine();
const slack = startChild('./slack-process.ts');
const load = startChild('./load-process.ts');
const statements = countStatements();
const product = await startProduct({
  SLACK_BOT_TOKEN: 'xoxb-bench',
  SLACK_SIGNING_SECRET: 'a-signing-secret',
  SLACK_API_URL: (await slack.ask('address')) as string,
  SLACK_POSTS_PER_SECOND: '1000',
});
try {
  const teams = await makeTeams(product, TEAMS, 'http://127.0.0.1:9/');
  const [first] = teams;
  if (first === undefined) throw new Error('no team');

  const read = await readOne(product, load, first);
  const ratio = median(read.map(({ ours, bare }) => ours / bare));
  say(
    `reading one monitor: ${count(median(read.map(({ ours }) => ours)))}/s; bare: ${count(median(read.map(({ bare }) => bare)))}/s`,
  );
  sayTarget('ratio to a bare route', ratio.toFixed(2), '0.33', ratio >= 1 / 3);

  const opened = await openMany(product, load, teams, statements);
  const rate = opened.requests / opened.seconds;
  say(
    `opening ${count(OPENED)} over ${CONNECTIONS} connections: p50 ${ms(median(opened.latenciesMs))}, p99 ${ms(percentile(opened.latenciesMs, 0.99))}, ${opened.failed} failed`,
  );
  say(
    `statements: ${opened.alone} for one alone, ${opened.statements.toFixed(1)} each with all that follows meanwhile`,
  );
  sayTarget('incidents opened', `${count(rate)}/s`, '300/s', rate >= 300 && opened.failed === 0);

  await measureLogPages(product, first.monitorId);
} finally {
  await product.close();
  await load.close();
  await slack.close();
}
