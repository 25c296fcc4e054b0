// Who owns a data directory. Owners are files `lock/<number>`, each naming a process; the owner is
// the highest number, if its process still runs and has not let go. A new owner links the next
// number, which the file system grants to exactly one. Kernel locks, which Node lacks, would need
// none of this; a single lock file could not be taken over from a dead owner without a race.
//
//   free --link n+1--> owned --owner ends or lets go--> free

import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { EmbeddedPostgresError, systemCode } from './errors.ts';
import { findProcess } from './processes.ts';

/** Held until `release` or the end of this process. */
export type DataDirLock = { release(): void };

type Owner = { readonly pid: number; readonly startedAt: string };

const LET_GO = 'free';

/**
 * Makes this process the only owner of the directory. Throws EmbeddedPostgresError, naming the other
 * process, while another one (or this one already) owns it; an owner that crashed does not block.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const lockDir = join(dataDir, 'lock');
  mkdirSync(lockDir, { recursive: true });
  for (;;) {
    const highest = highestNumber(lockDir);
    const owner = highest === 0 ? null : livingOwner(join(lockDir, String(highest)));
    if (owner !== null) {
      throw new EmbeddedPostgresError(
        `Process ${owner.pid} already uses the data directory ${dataDir}: stop it first, or set DATA_DIR to another directory.`,
      );
    }
    const mine = highest + 1;
    // A slower rival may link a number that was cleared away meanwhile: only the highest one counts.
    if (tryLink(lockDir, mine) && highestNumber(lockDir) === mine) {
      clearBelow(lockDir, mine);
      return { release: () => letGo(lockDir, mine) };
    }
  }
}

function numbers(lockDir: string): number[] {
  return readdirSync(lockDir)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function highestNumber(lockDir: string): number {
  return Math.max(0, ...numbers(lockDir));
}

function livingOwner(file: string): Owner | null {
  try {
    const [pid, startedAt] = readFileSync(file, 'utf8').trim().split(' ', 2);
    const running = findProcess(Number(pid));
    return running !== null && running.startedAt.replaceAll(' ', '_') === startedAt ? running : null;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function tryLink(lockDir: string, number: number): boolean {
  const draft = join(lockDir, `draft-${randomUUID()}`);
  writeFileSync(draft, ownName());
  try {
    linkSync(draft, join(lockDir, String(number)));
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function ownName(): string {
  const self = findProcess(process.pid);
  if (self === null)
    throw new EmbeddedPostgresError('This machine does not tell about its processes: set DATABASE_URL.');
  return `${self.pid} ${self.startedAt.replaceAll(' ', '_')}\n`;
}

/** The file stays: were its number given again, a slow rival could believe to be first. */
function letGo(lockDir: string, number: number): void {
  writeFileSync(join(lockDir, String(number)), LET_GO);
}

function clearBelow(lockDir: string, mine: number): void {
  for (const number of numbers(lockDir)) {
    if (number < mine) rmSync(join(lockDir, String(number)), { force: true });
  }
}
