import pg from 'pg';
import type { Json } from '../product.ts';

/** Rows by table and what names them, each as text. */
export type Rows = ReadonlyMap<string, string>;

/** What changes by reading, or by the product's own work for all pages, by table. */
const BY_ITSELF: Readonly<Record<string, readonly string[]>> = {
  api_key: ['last_used_at'],
  event: ['position'],
};
/** Shared by all pages, or the queue's own. */
const NOBODYS = ['idempotent_answer', 'provider_health', 'send_budget', 'installation', '_prisma_migrations'];

export type Reader = {
  readonly query: (statement: string) => Promise<Json[]>;
  /** Every row of every table of the product. */
  readonly rows: () => Promise<Rows>;
  readonly close: () => Promise<void>;
};

/** Looks into the database past the product. */
export async function openReader(databaseUrl: string): Promise<Reader> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const query = async (statement: string): Promise<Json[]> => (await client.query(statement)).rows;
  const keys = await query(
    `SELECT c.relname AS name, array_agg(a.attname)::text[] AS columns FROM pg_index i
     JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
     WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace GROUP BY 1 ORDER BY 1`,
  );
  const tables = keys.filter(({ name }) => !NOBODYS.includes(name));
  const rows = async (): Promise<Rows> => {
    const all = new Map<string, string>();
    for (const { name: table, columns } of tables) {
      const drop = (BY_ITSELF[table] ?? []).map((column) => ` - '${column}'`).join('');
      for (const { row } of await query(`SELECT to_jsonb(t)${drop} AS row FROM "${table}" t`)) {
        const named = columns.map((column: string) => row[column]).join('/');
        all.set(`${table}/${named}`, JSON.stringify(row));
      }
    }
    return all;
  };
  return { query, rows, close: () => client.end() };
}

/** What two readings differ in, as text to read: what was lost, changed, and added. */
export function differences(before: Rows, after: Rows): string[] {
  const gone = [...before.keys()].filter((name) => !after.has(name)).map((name) => `gone: ${name}`);
  const changed = [...before].flatMap(([name, row]) => {
    const now = after.get(name);
    return now === undefined || now === row ? [] : [`changed: ${name}: ${row} -> ${now}`];
  });
  const added = [...after].flatMap(([name, row]) => (before.has(name) ? [] : [`added: ${name}: ${row}`]));
  return [...gone, ...changed, ...added];
}
