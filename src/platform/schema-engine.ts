// Prisma's schema engine as WebAssembly: migrations and schema differences without the native
// program that the Prisma command line would download.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import { PrismaPg } from '@prisma/adapter-pg';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

export type { MigrationList, SchemaContainer } from '@prisma/schema-engine-wasm';

export type SchemaEngine = engineModule.SchemaEngine;

/** PostgreSQL's one-byte "char" of the system catalogue, which Prisma's adapter cannot name. */
const CHAR_OID = 18;
const TEXT_OID = 25;

type Connect = () => Promise<SqlDriverAdapter>;

/**
 * An engine that works through the given connections; `connectShadow` opens an empty database of its
 * own and drops it when disposed of. Free the engine after use.
 */
export async function openSchemaEngine(connections: {
  connect: Connect;
  connectShadow: Connect;
}): Promise<SchemaEngine> {
  await loadEngine();
  const adapter = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: connections.connect,
    connectToShadowDb: connections.connectShadow,
  });
  return engineModule.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
}

/**
 * Prisma's adapter over one connection, mended in two places for the engine's needs: it reads the
 * catalogue's "char" columns, and runs a script as it stands, in one piece, where the original cuts
 * it at every semicolon, those inside strings and function bodies too.
 */
export async function adaptForEngine(
  client: pg.Client,
  dispose: () => Promise<void>,
): Promise<SqlDriverAdapter> {
  const charColumns = new WeakMap<object, readonly boolean[]>();
  const query = async (config: pg.QueryConfig): Promise<pg.QueryArrayResult> => {
    const result = await client.query<unknown[]>({ ...config, rowMode: 'array' });
    charColumns.set(
      result.rows,
      result.fields.map((field) => field.dataTypeID === CHAR_OID),
    );
    for (const field of result.fields) {
      if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
    }
    return result;
  };
  // The adapter insists on a pool; this one never connects, and every query goes to the one client.
  const pool = Object.assign(new pg.Pool({ max: 1 }), { query });
  const adapter = await new PrismaPg(pool).connect();
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    executeRaw: (statement) => adapter.executeRaw(statement),
    startTransaction: (level) => adapter.startTransaction(level),
    getConnectionInfo: () => adapter.getConnectionInfo(),
    dispose,
    queryRaw: async (statement) => {
      const result = await adapter.queryRaw(statement);
      const isChar = charColumns.get(result.rows) ?? [];
      const columnTypes = result.columnTypes.map((type, i) => (isChar[i] ? ColumnTypeEnum.Character : type));
      return { ...result, columnTypes };
    },
    executeScript: async (script) => {
      await client.query(script).catch(rethrowForEngine);
    },
  };
}

function rethrowForEngine(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error;
  throw new DriverAdapterError({
    kind: 'postgres',
    code: error.code ?? 'N/A',
    severity: error.severity ?? 'ERROR',
    message: error.message,
    detail: error.detail,
    column: error.column,
    hint: error.hint,
  });
}

/** The part of the global that is used here: its types come with the browser's library only. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

let loaded: Promise<void> | null = null;

function loadEngine(): Promise<void> {
  return (loaded ??= instantiate());
}

async function instantiate(): Promise<void> {
  // The engine reports a panic to this global before it traps.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => {
        throw new Error(`schema engine: ${message}`);
      },
    },
  });
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const bytes = readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'));
  const glue = engineModule as unknown as { __wbg_set_wasm(exports: object): void };
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}
