// Writes the next migration: the difference between what prisma/migrations builds and what
// prisma/*.prisma asks for. Needs no build, no network and no database of its own.
//
//   node scripts/make-migration.mjs <lower_snake_name>
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import './typescript.mjs';

const { startEmbeddedPostgres } = await import('../src/platform/embedded-postgres.ts');
const { createLogger } = await import('../src/platform/logger.ts');
const { diffMigrationsToSchema } = await import('../src/platform/schema-diff.ts');

const name = process.argv[2] ?? '';
if (!/^[a-z0-9_]+$/.test(name)) {
  process.stderr.write('usage: node scripts/make-migration.mjs <lower_snake_name>\n');
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const prismaDir = join(root, 'prisma');
const log = createLogger({ level: 'warn', pretty: false });
const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-migration-'));
try {
  const database = await startEmbeddedPostgres({ dataDir, log, durable: false });
  try {
    const sql = await diffMigrationsToSchema({ ...database, prismaDir, as: 'script' });
    process.stdout.write(
      sql === null ? 'The migrations build what the models ask for.\n' : `wrote ${write(sql)}\n`,
    );
  } finally {
    await database.stop();
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function write(sql) {
  const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const migrationsDir = join(prismaDir, 'migrations');
  const dir = join(migrationsDir, `${stamp}_${name}`);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'migration.sql'), sql);
  writeFileSync(join(migrationsDir, 'migration_lock.toml'), 'provider = "postgresql"\n');
  return relative(root, join(dir, 'migration.sql'));
}
