import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations } from '../../../src/platform/migrate.ts';
import { waitUntil } from '../../../src/platform/embedded-postgres/wait.ts';
import { diffMigrationsToSchema } from '../../../src/platform/schema-diff.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { quietLog } from '../../support/quiet-log.ts';

let prismaDir: string;
let database: TestDatabase;

beforeEach(async () => {
  prismaDir = mkdtempSync(join(tmpdir(), 'tocsin-migrate-'));
  database = await createEmptyDatabase();
});

afterEach(async () => {
  await database.drop();
  rmSync(prismaDir, { recursive: true });
});

function addMigration(name: string, sql: string): void {
  const dir = join(prismaDir, 'migrations', name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'migration.sql'), sql);
}

function migrate(): Promise<string[]> {
  return applyMigrations({
    connectionString: database.url,
    migrationsDir: join(prismaDir, 'migrations'),
    log: quietLog(),
  });
}

async function ask(sql: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('applies what is missing, in order, once', async () => {
  addMigration('2_second', 'ALTER TABLE "a" ADD COLUMN "n" INTEGER;');
  addMigration('1_first', 'CREATE TABLE "a" ("id" TEXT PRIMARY KEY);');
  expect(await migrate()).toEqual(['1_first', '2_second']);
  addMigration('3_third', 'CREATE INDEX "a_n" ON "a" ("n");');
  expect(await migrate()).toEqual(['3_third']);
  expect(await migrate()).toEqual([]);
  expect(
    await ask('SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1'),
  ).toEqual([{ migration_name: '1_first' }, { migration_name: '2_second' }, { migration_name: '3_third' }]);
});

test('runs a script whole, semicolons in strings and functions included', async () => {
  addMigration(
    '1_function',
    `CREATE TABLE "a" ("t" TEXT DEFAULT 'x;y');
     CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$;
     INSERT INTO "a" DEFAULT VALUES;`,
  );
  await migrate();
  expect(await ask('SELECT f(), t FROM a')).toEqual([{ f: 2, t: 'x;y' }]);
});

test('applies each migration once when several processes start together', async () => {
  for (const n of [1, 2, 3, 4, 5]) addMigration(`${n}_step`, `CREATE TABLE "t${n}" ("id" TEXT);`);
  const applied = await Promise.all([migrate(), migrate(), migrate(), migrate()]);
  expect(applied.flat().toSorted()).toEqual(['1_step', '2_step', '3_step', '4_step', '5_step']);
});

test('leaves nothing of a migration that fails, and applies it when it is mended', async () => {
  addMigration('1_good', 'CREATE TABLE "good" ("id" TEXT);');
  addMigration('2_bad', 'CREATE TABLE "half" ("id" TEXT); CREATE TABLE "half" ("id" TEXT);');
  await expect(migrate()).rejects.toThrow(/^Migration 2_bad failed: .*relation "half" already exists$/);
  expect(
    await ask("SELECT to_regclass('good') IS NOT NULL AS good, to_regclass('half') IS NULL AS none"),
  ).toEqual([{ good: true, none: true }]);
  addMigration('2_bad', 'CREATE TABLE "half" ("id" TEXT);');
  expect(await migrate()).toEqual(['2_bad']);
});

test('applies a migration whole after its first try was cut off in the middle', async () => {
  addMigration('1_slow', 'CREATE TABLE "a" ("id" TEXT); SELECT pg_sleep(600);');
  const cutOff = migrate().catch(String);
  const sleeper =
    "FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep' AND query LIKE '%pg_sleep(600)%'";
  await waitUntil(async () => (await ask(`SELECT pg_terminate_backend(pid) ${sleeper}`)).length > 0, {
    timeoutMs: 20_000,
    everyMs: 10,
  });
  expect(await cutOff).toContain('Migration 1_slow failed');
  addMigration('1_slow', 'CREATE TABLE "a" ("id" TEXT);');
  expect(await migrate()).toEqual(['1_slow']);
});

const MODEL = `
datasource db {
  provider = "postgresql"
}
`;

test('finds no difference in what models cannot say, and names what migrations lack', async () => {
  writeFileSync(join(prismaDir, 'schema.prisma'), MODEL);
  writeFileSync(join(prismaDir, 'thing.prisma'), 'model Thing {\n  id String @id\n  n Int\n}\n');
  addMigration(
    '1_thing',
    `CREATE TABLE "Thing" ("id" TEXT NOT NULL, "n" INTEGER NOT NULL, CONSTRAINT "Thing_pkey" PRIMARY KEY ("id"));
     ALTER TABLE "Thing" ADD CONSTRAINT "positive" CHECK ("n" > 0);
     CREATE UNIQUE INDEX "one_big" ON "Thing" ("n") WHERE "n" > 100;
     CREATE INDEX "by_lower" ON "Thing" (lower("id"));`,
  );
  const options = { connectionString: database.url, prismaDir };
  expect(await diffMigrationsToSchema({ ...options, as: 'summary' })).toBeNull();

  writeFileSync(join(prismaDir, 'other.prisma'), 'model Other {\n  id String @id\n}\n');
  expect(await diffMigrationsToSchema({ ...options, as: 'summary' })).toContain('Other');
  const script = await diffMigrationsToSchema({ ...options, as: 'script' });
  addMigration('2_other', script ?? '');
  expect(await diffMigrationsToSchema({ ...options, as: 'summary' })).toBeNull();
});

test("builds what the product's models ask for", async () => {
  const out = execFileSync(
    process.execPath,
    ['--import', './scripts/typescript.mjs', 'src/start/db-check.ts'],
    {
      encoding: 'utf8',
    },
  );
  expect(out).toBe('The migrations build what the models ask for.\n');
});

test('gives every test file a database of its own with the schema in it', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const client = new pg.Client({ connectionString: one.url });
  await client.connect();
  const { rows } = await client.query('SELECT count(*)::int AS n FROM _prisma_migrations');
  await client.end();
  expect(rows[0].n).toBeGreaterThan(0);
  expect(one.url).not.toBe(two.url);
  await Promise.all([one.drop(), two.drop()]);
});
