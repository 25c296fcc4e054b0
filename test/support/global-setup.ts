import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { createLogger, type Logger } from '../../src/platform/logger.ts';
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
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const needsDatabase = project.vitest.projects.some(({ name }) => name === 'integration' || name === 'e2e');
  if (!needsDatabase) return undefined;
  const log = createLogger({ level: 'warn', pretty: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const end = async (): Promise<void> => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server.connectionString, log);
  } catch (error) {
    await end();
    throw error;
  }
  project.provide('databaseServerUrl', server.connectionString);
  return end;
}

async function makeTemplate(serverUrl: string, log: Logger): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const template = new URL(serverUrl);
  template.pathname = `/${TEMPLATE}`;
  await applyMigrations({ connectionString: template.href, migrationsDir, log });
}
