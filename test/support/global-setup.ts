import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { applyMigrations } from '../../src/platform/migrate.ts';
import { TEMPLATE } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the run's server from which others can be made and dropped. */
    databaseServerUrl: string;
  }
}

const migrationsDir = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** One PostgreSQL a run, not durable for speed, with a migrated template that test files clone. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = createLogger({ level: 'warn', pretty: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const template = new URL(server.connectionString);
  template.pathname = `/${TEMPLATE}`;
  const admin = new pg.Client({ connectionString: server.connectionString });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  await applyMigrations({ connectionString: template.href, migrationsDir, log });
  project.provide('databaseServerUrl', server.connectionString);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
