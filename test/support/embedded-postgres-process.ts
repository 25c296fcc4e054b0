// A process that owns an embedded database: what the tests of crashes kill.
//
//   node --import ./scripts/typescript.mjs test/support/embedded-postgres-process.ts <data dir> <hold|write|spin>
//
// Prints one line of JSON an event: {"ready": url}, {"refused": message}, {"committed": n}.

import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { quietLog } from './quiet-log.ts';

const [dataDir = '', mode = 'hold'] = process.argv.slice(2);
const say = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);
// Like the product, it does not die of a signal: it would end in order.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

try {
  const database = await startEmbeddedPostgres({ dataDir, log: quietLog(), durable: mode === 'write' });
  const client = new pg.Client({ connectionString: database.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const spinning = mode === 'spin' ? client.query('DO $$ BEGIN LOOP END LOOP; END $$') : null;
  spinning?.catch(() => undefined);
  say({ ready: database.connectionString });
  if (mode === 'write') await writeForEver(client);
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error) });
}

async function writeForEver(client: pg.Client): Promise<void> {
  await client.query('CREATE TABLE IF NOT EXISTS written (n int PRIMARY KEY)');
  const { rows } = await client.query<{ n: number }>('SELECT coalesce(max(n), 0) AS n FROM written');
  for (let n = (rows[0]?.n ?? 0) + 1; ; n += 1) {
    await client.query('INSERT INTO written VALUES ($1)', [n]);
    say({ committed: n });
  }
}
