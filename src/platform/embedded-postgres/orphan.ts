// What a crashed owner may leave: a server that still runs, parts of one whose head was killed, or
// a postmaster.pid that names a process long gone, a zombie, or by now a stranger's.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { Logger } from '../logger.ts';
import { EmbeddedPostgresError, systemCode } from './errors.ts';
import { findProcess, isPostgres, listProcesses, sendSignal, type RunningProcess } from './processes.ts';
import { waitUntil } from './wait.ts';

/** Fast shutdown, then without a checkpoint, then by force: what was committed survives each. */
const WAYS_TO_STOP: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 2_500],
  ['SIGQUIT', 1_000],
  ['SIGKILL', 5_000],
];
const ASK_EVERY_MS = 25;

/**
 * The name that the server's processes carry in their titles. It is how parts of a server whose head
 * was killed are found: their titles no longer tell the directory.
 */
export function clusterName(clusterDir: string): string {
  return `tocsin-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)}`;
}

/**
 * Ends whatever a former owner's server left running on the cluster and clears a stale postmaster.pid.
 * Throws EmbeddedPostgresError when something cannot be ended. The caller holds the lock on the data
 * directory, so no living owner is harmed.
 */
export async function clearOrphans(clusterDir: string, log: Logger): Promise<void> {
  const left = serverProcesses(clusterDir);
  if (left.length > 0) {
    log.warn(
      { pids: left.map((process) => process.pid) },
      'stopping the database that a former process left running',
    );
    await stopServer(clusterDir);
  }
  clearStalePidFile(clusterDir);
}

/** Ends the cluster's server in the gentlest way that works, within 8.5 s. Throws EmbeddedPostgresError when none does. */
export async function stopServer(clusterDir: string): Promise<void> {
  for (const [signal, timeoutMs] of WAYS_TO_STOP) {
    // The head ends its parts; where it is gone, the parts get the signal themselves.
    const running = serverProcesses(clusterDir);
    const head = running.filter((process) => isHeadOf(process, clusterDir));
    const addressed = head.length > 0 && signal !== 'SIGKILL' ? head : running;
    for (const { pid } of addressed) sendSignal(pid, signal);
    const ended = await waitUntil(() => serverProcesses(clusterDir).length === 0, {
      timeoutMs,
      everyMs: ASK_EVERY_MS,
    });
    if (ended) return;
  }
  const pids = serverProcesses(clusterDir).map((process) => process.pid);
  throw new EmbeddedPostgresError(
    `PostgreSQL (process ${pids.join(', ')}) still runs on ${clusterDir} and cannot be stopped: stop it and start again.`,
  );
}

function serverProcesses(clusterDir: string): RunningProcess[] {
  const title = `postgres: ${clusterName(clusterDir)}: `;
  return listProcesses().filter(
    (process) => isHeadOf(process, clusterDir) || process.command[0]?.startsWith(title) === true,
  );
}

function isHeadOf({ command, ...rest }: RunningProcess, clusterDir: string): boolean {
  const flag = command.indexOf('-D');
  return flag > 0 && command[flag + 1] === clusterDir && isPostgres({ command, ...rest });
}

/**
 * PostgreSQL would refuse to start while the pid in its file belongs to any living process or a
 * zombie. It clears a file whose process is gone itself, after looking for parts still attached to
 * its shared memory; so only the other case is cleared here.
 */
function clearStalePidFile(clusterDir: string): void {
  const file = join(clusterDir, 'postmaster.pid');
  const pid = readPid(file);
  if (pid === null || !exists(pid)) return;
  const named = findProcess(pid);
  if (named === null || !isHeadOf(named, clusterDir)) rmSync(file, { force: true });
}

function readPid(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : 0;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Zombies and other users' processes exist too. */
function exists(pid: number): boolean {
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
