import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

/** The user that PostgreSQL runs as; null: the user of this process. */
export type ServerUser = { readonly uid: number; readonly gid: number } | null;

const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * PostgreSQL refuses to run as root. So root starts it as whoever owns the cluster already, else as
 * the system's `postgres`, else as `nobody`; everybody else starts it as themselves.
 */
export function chooseServerUser(clusterDir: string): ServerUser {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { uid, gid };
  }
  return accountOf('postgres') ?? accountOf('nobody') ?? NOBODY;
}

function accountOf(name: string): ServerUser {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

/**
 * Lets the server's user through the data directory itself, which is ours, and throws
 * EmbeddedPostgresError naming the first directory on the way to it or to the programs that does not.
 */
export function ensureReachable(user: ServerUser, dataDir: string, nativeDir: string): void {
  if (user === null) return;
  if (!mayEnter(user, dataDir)) chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  for (const target of [dataDir, join(nativeDir, 'bin')]) {
    const closed = pathTo(target).find((dir) => !mayEnter(user, dir));
    if (closed !== undefined) {
      throw new EmbeddedPostgresError(
        `PostgreSQL does not run as root, and user ${user.uid}, which it runs as instead, may not enter ${closed} (on the way to ${target}): run Tocsin as an ordinary user, open that directory (chmod o+x ${closed}), or set DATABASE_URL.`,
      );
    }
  }
}

function pathTo(target: string): string[] {
  const parent = dirname(target);
  return parent === target ? [target] : [...pathTo(parent), target];
}

function mayEnter(user: NonNullable<ServerUser>, dir: string): boolean {
  const { uid, gid, mode } = statSync(dir);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/** Hands the directory and all that is in it to the server's user. */
export function giveTo(user: ServerUser, dir: string): void {
  if (user === null) return;
  chownSync(dir, user.uid, user.gid);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) giveTo(user, path);
    else chownSync(path, user.uid, user.gid);
  }
}
