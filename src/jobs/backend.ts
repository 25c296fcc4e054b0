import {
  createPostgresBackend,
  Queue,
  runMigrations,
  withBackend,
  Worker,
  type JobsOptions,
  type PostgresConnectionOptions,
  type Processor,
} from 'bullmq';
import { Redis } from 'ioredis';
import type pg from 'pg';

/** What the product uses of a queue, whatever it is kept in. */
export type HintQueue = {
  addBulk(jobs: { name: string; data: unknown; opts: JobsOptions }[]): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
};
export type HintWorker = {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
};

/** Makes queues and workers in Redis or in PostgreSQL; all else is the same. */
export type QueueBackend = {
  queue(name: string): HintQueue;
  worker(name: string, processor: Processor, options: { concurrency: number }): HintWorker;
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** A queue that does not answer fails a hint quickly: the sweepers take over. */
const COMMAND_TIMEOUT_MS = 2_000;
const LONGEST_RECONNECT_PAUSE_MS = 2_000;

export function redisBackend(url: string, onError: (error: Error) => void): QueueBackend {
  const retryStrategy = (times: number) => Math.min(times * 200, LONGEST_RECONNECT_PAUSE_MS);
  const producer = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy,
  });
  // Workers wait in blocking commands, which must neither time out nor give up.
  const consumer = new Redis(url, { maxRetriesPerRequest: null, retryStrategy });
  producer.on('error', onError);
  consumer.on('error', onError);
  return {
    queue: (name) => new Queue(name, { connection: producer }),
    worker: (name, processor, { concurrency }) =>
      new Worker(name, processor, { connection: consumer, concurrency }),
    ping: async () => void (await producer.ping()),
    close: async () => {
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

/** BullMQ's own schema. */
const QUEUE_SCHEMA = 'bullmq';
/**
 * How a pool for the queues connects: it looks into their schema first, and no commit waits for the disk. What a crash
 * of the database takes from a queue is hints, and the sweepers find what those were about.
 */
export const QUEUE_POOL_OPTIONS = `-c search_path=${QUEUE_SCHEMA},public -c synchronous_commit=off`;

/**
 * Makes the tables that the queues live in, once for several processes that start together. `pool` is made
 * with `QUEUE_POOL_OPTIONS` and stays the caller's.
 */
export async function postgresBackend(pool: pg.Pool): Promise<QueueBackend> {
  const client = await pool.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    client.release();
  }
  const classes = withBackend(createPostgresBackend);
  // BullMQ describes the part of a pool that it uses in words of its own; node-postgres' pool is what it was written for.
  const connection = pool as unknown as PostgresConnectionOptions;
  return {
    queue: (name) => new classes.Queue(name, { connection }),
    worker: (name, processor, { concurrency }) =>
      new classes.Worker(name, processor, { connection, concurrency }),
    ping: async () => void (await pool.query('select 1')),
    close: async () => undefined,
  };
}
