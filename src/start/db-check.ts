// npm run db:check: do the migrations build what the models ask for? Needs no database: it makes
// one of its own and removes it. Ends with 1 and the difference when they disagree.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { createLogger } from '../platform/logger.ts';
import { diffMigrationsToSchema } from '../platform/schema-diff.ts';

const prismaDir = fileURLToPath(new URL('../../prisma', import.meta.url));
const log = createLogger({ level: 'warn', pretty: process.stderr.isTTY });
const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-db-check-'));
try {
  const database = await startEmbeddedPostgres({ dataDir, log, durable: false });
  try {
    const difference = await diffMigrationsToSchema({ ...database, prismaDir, as: 'summary' });
    if (difference === null) {
      process.stdout.write('The migrations build what the models ask for.\n');
    } else {
      process.stderr.write(`The models ask for more than the migrations build:\n${difference}\n`);
      process.exitCode = 1;
    }
  } finally {
    await database.stop();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
