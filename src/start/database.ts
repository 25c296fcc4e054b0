import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import type { Logger } from '../platform/logger.ts';
import { applyMigrations } from '../platform/migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

export type RunningDatabase = {
  readonly connectionString: string;
  readonly isEmbedded: boolean;
  /** Ends with the reason when an embedded database ended without being asked to; else never. */
  readonly lost: Promise<string>;
  stop(): Promise<void>;
};

/** The configured database, or the embedded one, with every migration applied. */
export async function startDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  const database = await reachDatabase(config, log);
  try {
    const { connectionString } = database;
    await applyMigrations({ connectionString, migrationsDir: MIGRATIONS, log });
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function reachDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  if (config.databaseUrl !== null) {
    return {
      connectionString: config.databaseUrl,
      isEmbedded: false,
      lost: new Promise(() => undefined),
      stop: async () => undefined,
    };
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  return {
    connectionString: embedded.connectionString,
    isEmbedded: true,
    lost: embedded.lost,
    stop: () => embedded.stop(),
  };
}
