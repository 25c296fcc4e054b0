import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './template.ts';

export type TestDatabase = {
  /** The connection string of a database that holds the schema and no row. */
  readonly url: string;
  /** Removes it, closing what is still connected. */
  drop(): Promise<void>;
};

/** A database of the caller's own, cloned from the run's migrated template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(`TEMPLATE ${TEMPLATE}`);
}

/** An empty database without the schema, for tests of migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('');
}

async function create(options: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} ${options}`);
  const url = new URL(inject('databaseServerUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
