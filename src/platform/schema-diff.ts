import { join } from 'node:path';
import pg from 'pg';
import { readMigrations, readSchema } from './migrations.ts';
import { adaptForEngine, openSchemaEngine } from './schema-engine.ts';

const SHADOW = 'tocsin_shadow';

/**
 * What the models in `prismaDir` ask for beyond what its migrations build; null when they agree.
 * As a script of SQL, or else as a summary for people. What models cannot say (partial and
 * expression indexes, CHECK constraints, triggers) is left out of the comparison. The migrations
 * run in a database of their own, made and dropped on the server of `connectionString`.
 */
export async function diffMigrationsToSchema(options: {
  connectionString: string;
  prismaDir: string;
  as: 'script' | 'summary';
}): Promise<string | null> {
  const main = await connect(options.connectionString);
  await main.query(`DROP DATABASE IF EXISTS ${SHADOW}`);
  await main.query(`CREATE DATABASE ${SHADOW}`);
  const shadow = await connect(withDatabase(options.connectionString, SHADOW));
  // The engine does not close what it opened: the connections are ours.
  const leaveOpen = async (): Promise<void> => undefined;
  const engine = await openSchemaEngine({
    connect: () => adaptForEngine(main, leaveOpen),
    connectShadow: () => adaptForEngine(shadow, leaveOpen),
  });
  try {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...readMigrations(join(options.prismaDir, 'migrations')) },
      to: { tag: 'schemaDatamodel', files: readSchema(options.prismaDir) },
      script: options.as === 'script',
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? null : (stdout ?? '');
  } finally {
    engine.free();
    await shadow.end();
    await main.query(`DROP DATABASE IF EXISTS ${SHADOW}`);
    await main.end();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}
