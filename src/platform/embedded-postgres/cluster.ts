import { execFile } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { randomBytes } from 'node:crypto';
import { EmbeddedPostgresError } from './errors.ts';
import { giveTo, type ServerUser } from './server-user.ts';

export const SUPERUSER = 'tocsin';
const DRAFT_PREFIX = 'postgres.init-';

/** The cluster's directory in a data directory. */
export function clusterDirOf(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Makes the database cluster where there is none, and answers the superuser's password. It is made
 * aside and renamed when whole, so a crash at any moment leaves either none or a complete one. The
 * caller holds the lock on the data directory.
 */
export async function ensureCluster(options: {
  dataDir: string;
  initdb: string;
  user: ServerUser;
  durable: boolean;
}): Promise<string> {
  const { dataDir } = options;
  removeDrafts(dataDir);
  const passwordFile = join(dataDir, 'postgres-password');
  const clusterDir = clusterDirOf(dataDir);
  if (existsSync(clusterDir)) {
    if (!existsSync(passwordFile)) {
      throw new EmbeddedPostgresError(
        `${passwordFile} is missing, and with it the way into the database beside it: restore the file.`,
      );
    }
    return readFileSync(passwordFile, 'utf8').trim();
  }
  const password = randomBytes(24).toString('base64url');
  writeDurably(passwordFile, password);
  await initialize({ ...options, password, clusterDir });
  return password;
}

async function initialize(options: {
  dataDir: string;
  clusterDir: string;
  initdb: string;
  user: ServerUser;
  durable: boolean;
  password: string;
}): Promise<void> {
  const draft = mkdtempSync(join(options.dataDir, DRAFT_PREFIX));
  const data = join(draft, 'data');
  const passwordFile = join(draft, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  giveTo(options.user, draft);
  const args = [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    ...(options.durable ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(options.initdb, args, { cwd: draft, env: { LC_ALL: 'C' }, ...options.user });
  } catch (error) {
    throw new EmbeddedPostgresError(`PostgreSQL's initdb failed in ${options.dataDir}: ${complaint(error)}`, {
      cause: error,
    });
  }
  renameSync(data, options.clusterDir);
  syncDir(options.dataDir);
  rmSync(draft, { recursive: true, force: true });
}

/** What a killed start left; its initdb may still be writing for a moment, and then it is left to the next start. */
function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(DRAFT_PREFIX))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    } catch {
      continue;
    }
  }
}

function writeDurably(file: string, content: string): void {
  const draft = `${file}.draft`;
  const handle = openSync(draft, 'w', 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

/** Makes renames in the directory outlast a loss of power. */
function syncDir(dir: string): void {
  const handle = openSync(dir, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** What initdb itself complained of, without its advice. */
function complaint(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = text.split('\n').filter((line) => line.startsWith('initdb:'));
  return (
    lines.find((line) => /error:|could not/.test(line)) ?? lines[0] ?? String(error).split('\n', 1)[0] ?? ''
  );
}
