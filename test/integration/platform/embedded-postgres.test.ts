import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../src/platform/embedded-postgres.ts';
import { findProcess } from '../../../src/platform/embedded-postgres/processes.ts';
import { waitUntil } from '../../../src/platform/embedded-postgres/wait.ts';
import { DatabaseOwner } from '../../support/database-owner.ts';
import { quietLog } from '../../support/quiet-log.ts';

let root: string;
let dataDir: string;
const running = new Set<EmbeddedPostgres>();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tocsin-embedded-'));
  // Where root runs the tests, the server's user has to get through.
  chmodSync(root, 0o755);
  dataDir = join(root, 'data');
  mkdirSync(dataDir);
});

afterEach(async () => {
  for (const database of running) await database.stop();
  running.clear();
  rmSync(root, { recursive: true, force: true });
});

/** Not durable, for speed: what a kill leaves is in the system's hands already. Tests of the product's own way pass {}. */
async function start(options: { durable?: boolean } = { durable: false }): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log: quietLog(), ...options });
  running.add(database);
  return database;
}

async function ask<T extends pg.QueryResultRow>(
  database: { connectionString: string },
  sql: string,
): Promise<T[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const isRunning = (pid: number): boolean => findProcess(pid) !== null;

test('keeps rows over an orderly end, with the disk synchronised', async () => {
  const first = await start({});
  await ask(first, 'CREATE TABLE kept AS SELECT 1 AS n');
  expect(await ask(first, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  await first.stop();
  expect(await ask(await start(), 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
});

test('takes connections on the loopback only and keeps its password from others', async () => {
  const database = await start();
  expect(await ask(database, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  const url = new URL(database.connectionString);
  url.password = 'wrong';
  await expect(ask({ connectionString: url.href }, 'SELECT 1')).rejects.toThrow(
    'password authentication failed',
  );
});

test('loses nothing committed when everything is killed at once, again and again, and is back within 5 s', async () => {
  let committed = 0;
  for (const atLeast of [20, 200, 60]) {
    await using owner = new DatabaseOwner(dataDir, 'write');
    const target = committed + atLeast;
    await owner.event((event) => (event.committed ?? 0) >= target);
    await owner.killEverything();
    committed = owner.lastCommitted();

    const startedAt = performance.now();
    const database = await start({});
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    const [row] = await ask<{ count: number; max: number }>(
      database,
      'SELECT count(*)::int, max(n) FROM written',
    );
    expect(row?.max).toBeGreaterThanOrEqual(committed);
    expect(row?.count).toBe(row?.max);
    await database.stop();
  }
});

test('ends the database when its owner alone is killed', async () => {
  await using owner = new DatabaseOwner(dataDir, 'hold');
  await owner.event((event) => event.ready !== undefined);
  const server = owner.serverPid();
  await owner.killOwner();
  expect(await waitUntil(() => !isRunning(server), { timeoutMs: 10_000, everyMs: 20 })).toBe(true);
});

test('starts at once after its owner alone was killed', async () => {
  await using owner = new DatabaseOwner(dataDir, 'write');
  await owner.event((event) => event.committed === 30);
  await owner.killOwner();
  const rows = await ask<{ n: number }>(await start(), 'SELECT max(n) AS n FROM written');
  expect(rows[0]?.n).toBeGreaterThanOrEqual(owner.lastCommitted());
});

test('stops a server that outlived its owner and its guard', async () => {
  await using owner = new DatabaseOwner(dataDir, 'write');
  await owner.event((event) => event.committed === 30);
  const orphan = owner.serverPid();
  await owner.orphanServer();
  expect(isRunning(orphan)).toBe(true);
  const rows = await ask<{ n: number }>(await start(), 'SELECT max(n) AS n FROM written');
  expect(isRunning(orphan)).toBe(false);
  expect(rows[0]?.n).toBeGreaterThanOrEqual(owner.lastCommitted());
});

test('starts when the head of the old server is dead and a part of it still computes', async () => {
  await using owner = new DatabaseOwner(dataDir, 'spin');
  await owner.event((event) => event.ready !== undefined);
  const head = owner.serverPid();
  await owner.orphanServer();
  process.kill(head, 'SIGKILL');
  expect(await ask(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('refuses a second process with one line that names the first', async () => {
  await using owner = new DatabaseOwner(dataDir, 'hold');
  const { ready } = await owner.event((event) => event.ready !== undefined);
  await expect(start()).rejects.toThrow(
    `Process ${owner.pid} already uses the data directory ${dataDir}: stop it first, or set DATA_DIR to another directory.`,
  );
  expect(await ask({ connectionString: ready ?? '' }, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('refuses the owner itself a second time, and frees the directory at its end', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(`Process ${process.pid} already uses`);
  await first.stop();
  await expect(start()).resolves.toBeDefined();
});

test('grants a fresh directory to exactly one of several processes that start at once', async () => {
  const owners = [1, 2, 3, 4].map(() => new DatabaseOwner(dataDir, 'hold'));
  const answers = await Promise.all(
    owners.map((owner) => owner.event((event) => event.ready !== undefined || event.refused !== undefined)),
  );
  expect(answers.filter((answer) => answer.ready !== undefined)).toHaveLength(1);
  for (const { refused } of answers.filter((answer) => answer.ready === undefined)) {
    expect(refused).toMatch(/^Process \d+ already uses the data directory/);
  }
  for (const owner of owners) await owner[Symbol.asyncDispose]();
});

test('is not blocked by the lock of a dead owner whose pid a stranger has by now', async () => {
  mkdirSync(join(dataDir, 'lock'));
  writeFileSync(join(dataDir, 'lock', '7'), `${process.pid} started-another-day\n`);
  await start();
  expect(readdirSync(join(dataDir, 'lock'))).toEqual(['8']);
});

test.each(['postgres.init-', 'base', 'global/pg_control', 'base/4', 'postgres'])(
  'starts afresh after a kill while the cluster is being made, at %s',
  async (moment) => {
    await using owner = new DatabaseOwner(dataDir, 'hold');
    await waitUntil(() => hasReached(moment), { timeoutMs: 20_000, everyMs: 1 });
    await owner.killGroup();
    expect(await ask(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir).toSorted()).toEqual(['lock', 'postgres', 'postgres-password']);
  },
);

function hasReached(moment: string): boolean {
  const name = readdirSync(dataDir).find((entry) => entry.startsWith('postgres.init-'));
  if (name === undefined || moment === 'postgres') return existsSync(join(dataDir, moment));
  return moment === 'postgres.init-' || existsSync(join(dataDir, name, 'data', moment));
}

test('ignores a pid file that names a stranger', async () => {
  await (await start()).stop();
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore', ...serverUser() });
  await once(stranger, 'spawn');
  leavePidFile(stranger.pid ?? 0);
  expect(await ask(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(stranger.kill('SIGKILL')).toBe(true);
});

test('ignores a pid file that names a zombie', async () => {
  await (await start()).stop();
  // The shell's child ends at once, and what the shell has become never collects it.
  const script = 'true & echo $!; exec sleep 600';
  const parent = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], ...serverUser() });
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  leavePidFile(Number(output.toString()));
  expect(await ask(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  parent.kill('SIGKILL');
});

test("keeps working when the terminal's Ctrl-C reaches its owner's process group", async () => {
  await using owner = new DatabaseOwner(dataDir, 'write');
  await owner.event((event) => event.committed === 5);
  process.kill(-owner.pid, 'SIGINT');
  const before = owner.lastCommitted();
  const later = await owner.event((event) => (event.committed ?? 0) > before + 50);
  expect(later.committed).toBe(before + 51);
});

test('tells when the server ends without being asked to', async () => {
  const database = await start();
  await expect(ask(database, 'SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(
    'terminating connection',
  );
  const [head] = await ask<{ pid: number }>(
    database,
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid",
  );
  // Zero would be this process's own group.
  if (head === undefined || !(head.pid > 1)) throw new Error('the server says no pid');
  process.kill(head.pid, 'SIGKILL');
  expect(await database.lost).toMatch(/^it ended with/);
});

test.runIf(process.getuid?.() === 0)('names the directory that the server may not enter', async () => {
  const closed = join(root, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  dataDir = join(closed, 'data');
  await expect(start()).rejects.toThrow(`may not enter ${closed} `);
});

test.runIf(process.getuid?.() === 0)(
  'lets the server into a data directory that only root may enter',
  async () => {
    mkdirSync(join(root, 'private'), { mode: 0o700 });
    dataDir = join(root, 'private');
    expect(await ask(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  },
);

/** PostgreSQL heeds a foreign pid only where it could signal that process. */
function serverUser(): { uid: number; gid: number } {
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  return { uid, gid };
}

function leavePidFile(pid: number): void {
  writeFileSync(
    join(dataDir, 'postgres', 'postmaster.pid'),
    `${pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n`,
  );
}
