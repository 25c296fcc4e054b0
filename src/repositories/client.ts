import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { AppError } from '../services/errors.ts';
import { PrismaClient } from './generated/client.ts';
import type { Prisma } from './generated/client.ts';

/** Either the client itself or one transaction of it: repositories work on both. */
export type Db = PrismaClient | Prisma.TransactionClient;

/** How long one statement may take before the database ends it: nothing here needs longer. */
const STATEMENT_TIMEOUT_MS = 20_000;
/** And how long we wait: a connection that went mute answers nothing, not even that the time is over. */
const QUERY_TIMEOUT_MS = 25_000;

/** Asks one statement, prepared once a connection, and answers its rows: for what every request asks. */
export type Ask = <Row extends pg.QueryResultRow>(
  statement: { readonly name: string; readonly text: string },
  values: readonly unknown[],
) => Promise<Row[]>;

export type Database = { readonly prisma: PrismaClient; readonly ask: Ask };

/** Opens the pool that everything of this process shares. */
export function openDatabase(options: {
  connectionString: string;
  poolSize: number;
}): Database & { close: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'tocsin',
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // So would one that breaks between its making and its first use, of which the pool hears nothing.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    async ask({ name, text }, values) {
      try {
        return (await pool.query({ name, text, values: [...values] })).rows;
      } catch (error) {
        if (error instanceof pg.DatabaseError) throw error;
        // Whatever the database does not say itself is said of the way to it.
        throw new AppError('unavailable', 'The database does not answer', { cause: error });
      }
    },
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
