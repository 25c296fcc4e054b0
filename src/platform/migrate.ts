import pg from 'pg';
import type { Logger } from './logger.ts';
import { readMigrations } from './migrations.ts';
import { adaptForEngine, openSchemaEngine, type MigrationList, type SchemaEngine } from './schema-engine.ts';

/** Any number that other users of advisory locks in the database are unlikely to choose. */
const LOCK_KEY = 7_215_501_846;
const NO_FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Brings the database to the state that `migrationsDir` describes and answers the names of what it
 * applied. Each migration is one transaction together with its row in `_prisma_migrations`, the
 * table that `prisma migrate deploy` keeps: a kill leaves it applied or not, never half. Any number
 * of processes may do this at once. Throws when a migration fails; the ones before it stay.
 */
export async function applyMigrations(options: {
  connectionString: string;
  migrationsDir: string;
  log: Logger;
}): Promise<string[]> {
  const migrations = readMigrations(options.migrationsDir);
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: 'tocsin migrate',
  });
  // A connection that breaks rejects the query under way, which is where it is dealt with.
  client.on('error', () => undefined);
  await client.connect();
  try {
    if ((await pending(client, migrations)).length === 0) return [];
    return await applyPending(client, migrations, options.log);
  } finally {
    await client.end();
  }
}

async function applyPending(client: pg.Client, migrations: MigrationList, log: Logger): Promise<string[]> {
  const engine = await openSchemaEngine({
    connect: () => adaptForEngine(client, async () => undefined),
    connectShadow: () => Promise.reject(new Error('applying migrations needs no shadow database')),
  });
  const applied: string[] = [];
  try {
    for (let name = await applyNext(client, engine, migrations); name !== null;) {
      log.info({ migration: name }, 'migration applied');
      applied.push(name);
      name = await applyNext(client, engine, migrations);
    }
  } finally {
    engine.free();
  }
  return applied;
}

/** Applies the first migration that is missing and answers its name; null when there is none. */
async function applyNext(
  client: pg.Client,
  engine: SchemaEngine,
  migrations: MigrationList,
): Promise<string | null> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
    const [name] = await pending(client, migrations);
    if (name !== undefined)
      await engine.applyMigrations({ migrationsList: upTo(migrations, name), filters: NO_FILTERS });
    await client.query('COMMIT');
    return name ?? null;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function upTo(migrations: MigrationList, last: string): MigrationList {
  return {
    ...migrations,
    migrationDirectories: migrations.migrationDirectories.filter(({ path }) => path <= last),
  };
}

/** The names of the migrations that the database does not have, in order. */
async function pending(client: pg.Client, migrations: MigrationList): Promise<string[]> {
  const applied = await appliedNames(client);
  return migrations.migrationDirectories.map(({ path }) => path).filter((name) => !applied.has(name));
}

async function appliedNames(client: pg.Client): Promise<Set<string>> {
  const { rows: tables } = await client.query(
    "SELECT 1 FROM pg_tables WHERE tablename = '_prisma_migrations' AND schemaname = current_schema()",
  );
  if (tables.length === 0) return new Set();
  const { rows } = await client.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  return new Set(rows.map((row) => row.migration_name));
}
