import pg from 'pg';
import type { Logger } from './logger.ts';
import { readMigrations } from './migrations.ts';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { adaptForEngine, openSchemaEngine, type MigrationList, type SchemaEngine } from './schema-engine.ts';

/** The advisory lock that Prisma's own tools take, so that they and we wait for each other. */
const LOCK_KEY = 72_707_369;
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
    connect: () => adaptForTransaction(client),
    connectShadow: () => Promise.reject(new Error('applying migrations needs no shadow database')),
  });
  const applied: string[] = [];
  try {
    // Held until the connection ends.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
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

/** Applies the first migration that is missing and answers its name; null when there is none. Needs the lock. */
async function applyNext(
  client: pg.Client,
  engine: SchemaEngine,
  migrations: MigrationList,
): Promise<string | null> {
  const [name] = await pending(client, migrations);
  if (name === undefined) return null;
  await client.query('BEGIN');
  try {
    await engine.applyMigrations({ migrationsList: upTo(migrations, name), filters: NO_FILTERS });
    await client.query('COMMIT');
    return name;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n   0: ');
    throw new Error(`Migration ${name} failed: ${reason?.replaceAll('\n', ' ')}`, { cause: error });
  }
}

/** The engine goes on after a script that failed, to say why: the transaction around it has to stand. */
async function adaptForTransaction(client: pg.Client): Promise<SqlDriverAdapter> {
  const adapter = await adaptForEngine(client, async () => undefined);
  const executeScript = async (script: string): Promise<void> => {
    await client.query('SAVEPOINT script');
    try {
      await adapter.executeScript(script);
    } catch (error) {
      await client.query('ROLLBACK TO SAVEPOINT script').catch(() => undefined);
      throw error;
    }
  };
  return { ...adapter, executeScript };
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
