import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { MigrationList, SchemaContainer } from './schema-engine.ts';
import { systemCode } from './embedded-postgres/errors.ts';

const LOCK_FILE = 'migration_lock.toml';

/** The migrations of `migrationsDir` in the order in which they apply; a missing directory holds none. */
export function readMigrations(migrationsDir: string): MigrationList {
  return {
    baseDir: migrationsDir,
    lockfile: { path: LOCK_FILE, content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: folders(migrationsDir).map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(join(migrationsDir, name, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

/** Every `.prisma` file below `prismaDir`. */
export function readSchema(prismaDir: string): SchemaContainer[] {
  return readdirSync(prismaDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.prisma'))
    .toSorted()
    .map((name) => {
      const path = join(prismaDir, name);
      return { path: relative(prismaDir, path), content: readFileSync(path, 'utf8') };
    });
}

function folders(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .toSorted();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
