import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { Logger } from '../logger.ts';
import { SUPERUSER } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { clusterName, stopServer } from './orphan.ts';
import type { ServerUser } from './server-user.ts';
import { waitUntil } from './wait.ts';

export const HOST = '127.0.0.1';
const READY_TIMEOUT_MS = 60_000;
const ASK_EVERY_MS = 20;
const FAST_STOP_MS = 6_000;
const PORT_TRIES = 3;

/**
 * The server runs in a session of its own: a terminal's Ctrl-C and a supervisor's signal to our
 * process group reach us only, and the database goes last. It must not outlive us for that: the
 * shell around it holds the other end of a pipe to us, and when that breaks, however we ended, it
 * asks for a fast shutdown. The shell is the server's parent, so the pid it signals cannot be a
 * stranger's. What no shell survives (kill -9 of everything, loss of power) is crash recovery's.
 */
const GUARD = `
trap '' HUP INT TERM
"$@" 3<&- &
server=$!
( read -r line <&3; kill -INT "$server" ) 2>/dev/null &
guard=$!
exec 3<&-
wait "$server"
code=$?
kill -KILL "$guard" 2>/dev/null
exit "$code"
`;

const COMMON_SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  // Bounds how much a restart after a crash has to replay, and so how long it takes.
  max_wal_size: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Containers often have 64 MB of /dev/shm, which parallel queries would exhaust.
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'warning',
  log_line_prefix: '',
  // Statements and rows hold what people wrote: they do not belong in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};
/** For tests: nothing has to be kept, and many products connect at once. */
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
};

export type RunningServer = {
  readonly port: number;
  /** Ends with the reason when the server ends, asked or not. */
  readonly ended: Promise<string>;
  /** Ends the server within about 10 s, gently if it can. Harmless when it has ended. */
  stop(): Promise<void>;
};

export type ServerOptions = {
  readonly postgres: string;
  readonly clusterDir: string;
  readonly user: ServerUser;
  readonly password: string;
  readonly durable: boolean;
  readonly log: Logger;
};

/** Starts the server on a free port of the loopback and waits until it takes connections. Throws EmbeddedPostgresError. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const started = await tryStart(options, await freePort());
    if (started.kind === 'running') return started.server;
    // Somebody else may have taken the port between our look and the server's.
    if (started.portTaken && attempt < PORT_TRIES) continue;
    throw new EmbeddedPostgresError(`PostgreSQL does not start on ${options.clusterDir}: ${started.reason}`);
  }
}

type Start =
  | { kind: 'running'; server: RunningServer }
  | { kind: 'failed'; reason: string; portTaken: boolean };

async function tryStart(options: ServerOptions, port: number): Promise<Start> {
  const child = spawnGuarded(options, port);
  const said = followOutput(child, options.log);
  let over: string | null = null;
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => {
      over = `it ended with ${signal ?? `exit code ${code}`}`;
      resolve(over);
    });
    child.once('error', (error) => {
      over = error.message;
      resolve(over);
    });
  });
  const server = { port, ended, stop: () => stop(child, ended, options.clusterDir) };
  const url = connectionString(options.password, port, 'postgres');
  const settled = await waitUntil(async () => over !== null || (await takesConnections(url)), {
    timeoutMs: READY_TIMEOUT_MS,
    everyMs: ASK_EVERY_MS,
  });
  if (settled && over === null) return { kind: 'running', server };
  await server.stop();
  return {
    kind: 'failed',
    reason: said.fatal() ?? over ?? `it is not ready after ${READY_TIMEOUT_MS / 1000} s`,
    portTaken: said.portTaken(),
  };
}

/** The address of one of the server's databases, password included. */
export function connectionString(password: string, port: number, database: string): string {
  return `postgresql://${SUPERUSER}:${password}@${HOST}:${port}/${database}`;
}

function spawnGuarded(options: ServerOptions, port: number): ChildProcess {
  const settings = {
    ...COMMON_SETTINGS,
    ...(options.durable ? {} : NOT_DURABLE),
    port: String(port),
    cluster_name: clusterName(options.clusterDir),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn('/bin/sh', ['-c', GUARD, 'sh', options.postgres, '-D', options.clusterDir, ...args], {
    cwd: options.clusterDir,
    detached: true,
    env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    ...options.user,
  });
}

/** Logs what the server says, and remembers what matters for a start that fails. */
function followOutput(child: ChildProcess, log: Logger): { fatal(): string | null; portTaken(): boolean } {
  let fatal: string | null = null;
  let portTaken = false;
  if (child.stderr !== null) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (/^(FATAL|PANIC): (?!.*starting up)/.test(line)) fatal = line;
      if (line.includes('could not bind')) portTaken = true;
      log.debug({ line }, 'postgres');
    });
  }
  return { fatal: () => fatal, portTaken: () => portTaken };
}

async function takesConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stop(child: ChildProcess, ended: Promise<string>, clusterDir: string): Promise<void> {
  const pipe = child.stdio[3] as Duplex | null | undefined;
  // Breaking the pipe asks the guard for a fast shutdown; it has no say when the server ended already.
  pipe?.destroy();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), FAST_STOP_MS);
  });
  const first = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (first === 'late') await stopServer(clusterDir);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}
