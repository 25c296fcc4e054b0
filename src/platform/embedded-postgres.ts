// The PostgreSQL that the product brings along and starts itself when nobody names another one.
//
//   $DATA_DIR/lock               who owns the directory (embedded-postgres/data-dir-lock.ts)
//   $DATA_DIR/postgres           the database cluster
//   $DATA_DIR/postgres-password  its superuser's password, readable by the owner only

import { mkdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { findBinaries } from './embedded-postgres/binaries.ts';
import { clusterDirOf, ensureCluster } from './embedded-postgres/cluster.ts';
import { lockDataDir } from './embedded-postgres/data-dir-lock.ts';
import { EmbeddedPostgresError, systemCode } from './embedded-postgres/errors.ts';
import { clearOrphans } from './embedded-postgres/orphan.ts';
import { chooseServerUser, ensureReachable } from './embedded-postgres/server-user.ts';
import { connectionString, startServer, type RunningServer } from './embedded-postgres/server.ts';
import type { Logger } from './logger.ts';

export { EmbeddedPostgresError } from './embedded-postgres/errors.ts';

const DATABASE = 'tocsin';

export type EmbeddedPostgres = {
  /** The database `tocsin`, on the loopback, with the password in it: not for logs. */
  readonly connectionString: string;
  /** Ends with the reason when the server ended without being asked to; else never. */
  readonly lost: Promise<string>;
  /** Ends the server in order and frees the data directory; within about 10 s. May be called again. */
  stop(): Promise<void>;
};

/**
 * Starts the database that lives in `dataDir`, making both where they are missing. What was committed
 * survives a kill at any moment; `durable: false` gives that up for speed and is for tests only.
 * Throws EmbeddedPostgresError, whose message is one line for the operator, when the directory
 * belongs to another process or the database cannot run here.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Logger;
  durable?: boolean;
}): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  const { initdb, postgres, nativeDir } = findBinaries();
  const dataDir = makeDataDir(options.dataDir);
  const clusterDir = clusterDirOf(dataDir);
  const lock = guardAccess(dataDir, () => lockDataDir(dataDir));
  try {
    const user = chooseServerUser(clusterDir);
    ensureReachable(user, dataDir, nativeDir);
    await clearOrphans(clusterDir, log);
    const password = await ensureCluster({ dataDir, initdb, user, durable });
    const server = await startServer({ postgres, clusterDir, user, password, durable, log });
    await ensureDatabase(password, server);
    return running(server, connectionString(password, server.port, DATABASE), () => lock.release());
  } catch (error) {
    lock.release();
    throw asOneLine(error, dataDir);
  }
}

function running(server: RunningServer, url: string, release: () => void): EmbeddedPostgres {
  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    try {
      await server.stop();
    } finally {
      release();
    }
  };
  const lost = new Promise<string>((tell) => {
    void server.ended.then((reason) => {
      if (stopping === null) tell(reason);
    });
  });
  return { connectionString: url, lost, stop: () => (stopping ??= stop()) };
}

async function ensureDatabase(password: string, server: RunningServer): Promise<void> {
  const client = new pg.Client({ connectionString: connectionString(password, server.port, 'postgres') });
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The directory's real path: processes that know it by different names must find each other. */
function makeDataDir(dataDir: string): string {
  return guardAccess(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    return realpathSync(resolve(dataDir));
  });
}

function guardAccess<T>(dataDir: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw asOneLine(error, dataDir);
  }
}

function asOneLine(error: unknown, dataDir: string): unknown {
  const code = systemCode(error);
  if (error instanceof EmbeddedPostgresError || code === undefined || !/^E[A-Z]+$/.test(code)) return error;
  return new EmbeddedPostgresError(
    `The data directory ${dataDir} cannot be used (${error instanceof Error ? error.message : code}): make it writable for this user, or set DATA_DIR to another directory.`,
    { cause: error },
  );
}
