import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** A process of this machine that still runs; zombies (ended, not yet collected) are none. */
export type RunningProcess = {
  readonly pid: number;
  /** Tells this process from a later one that got the same pid, across restarts of the machine too. */
  readonly startedAt: string;
  /** The arguments as far as they can be told apart; a process that set its title has one. */
  readonly command: readonly string[];
};

const hasProc = existsSync('/proc/self/stat');

/** The running process with this pid, or null. */
export function findProcess(pid: number): RunningProcess | null {
  return hasProc ? fromProc(pid) : (fromPs(['-p', String(pid)])[0] ?? null);
}

/** Every running process that this user may see. */
export function listProcesses(): RunningProcess[] {
  if (!hasProc) return fromPs(['-A']);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => fromProc(Number(name)))
    .filter((found) => found !== null);
}

/** Sends the signal; a process that is gone by now is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended on its own, or was never ours to end: whoever waits for its end sees which.
  }
}

/** Whether the process is a PostgreSQL server program, by its name only. */
export function isPostgres(candidate: RunningProcess): boolean {
  const program = candidate.command[0] ?? '';
  return basename(program) === 'postgres' || program.startsWith('postgres:');
}

function fromProc(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name stands in parentheses and may hold blanks and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    if (state === 'Z' || state === 'X') return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    return { pid, startedAt: `${bootId()}/${fields[19]}`, command };
  } catch {
    return null;
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

function fromPs(selection: readonly string[]): RunningProcess[] {
  return psOutput(selection)
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null && !match[2]?.startsWith('Z'))
    .map((match) => ({
      pid: Number(match?.[1]),
      startedAt: match?.[3] ?? '',
      command: splitTitle(match?.[4] ?? ''),
    }));
}

/** `ps` ends with 1 when it finds nothing. */
function psOutput(selection: readonly string[]): string {
  try {
    return execFileSync('ps', ['-ww', ...selection, '-o', 'pid=,stat=,lstart=,command='], {
      encoding: 'utf8',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/bin:/usr/bin' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

/** `ps` joins arguments by blanks: what matters here is only whether PostgreSQL's title or `-D <dir>` is in it. */
function splitTitle(title: string): string[] {
  if (title.startsWith('postgres:')) return [title];
  const flag = title.indexOf(' -D ');
  if (flag < 0) return title.split(' ');
  const end = title.indexOf(' -c ', flag);
  return [title.slice(0, flag), '-D', title.slice(flag + 4, end < 0 ? undefined : end)];
}
