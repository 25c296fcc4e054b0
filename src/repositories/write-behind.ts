import type { Db } from './client.ts';
import { Prisma } from './generated/client.ts';
import { storableJson } from './storable.ts';

/*
 * Inserts of one transaction wait for each other and go as one statement: when something else is asked of the tables
 * concerned, else at the end, before the commit. A transaction that opens an incident is so two statements, not ten.
 */

/** Tables that are only ever added to in sets; what they refer to is there or comes before them in this list. */
const TABLES = [
  'incident_update',
  'escalation_run',
  'firing',
  'notification',
  'chat_message',
  'event',
  'outbox',
] as const;
type Table = (typeof TABLES)[number];

const ON_CONFLICT: Partial<Record<Table, string>> = {
  chat_message: 'on conflict do nothing',
  outbox: `on conflict (kind, subject_id) where done_at is null
    do update set generation = outbox.generation + 1, due_at = least(outbox.due_at, excluded.due_at)`,
};

/** A row by the names of the client's fields; all rows of a call have the same. */
type Row = Readonly<Record<string, unknown>>;
type Waiting = Map<Table, Row[]>;

/** Models that know nothing of what waits: asking them needs no insert to have happened. */
const INDEPENDENT: ReadonlySet<PropertyKey> = new Set([
  'component',
  'escalationPolicy',
  'member',
  'monitor',
  'monitorLocation',
  'page',
  'routingRule',
  'schedule',
  'team',
]);

const waitingOf = new WeakMap<object, Waiting>();

/** Adds rows to a table: behind the writes of its transaction that can wait, or at once outside of one. */
export async function insertRows(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const waiting = waitingOf.get(db);
  if (waiting === undefined) await insertTogether(db, new Map([[table, [...rows]]]));
  else waiting.set(table, [...(waiting.get(table) ?? []), ...rows]);
}

/** Rows of a table that still wait: who changes one of these before the end has nothing to send. */
export function waitingRows(db: Db, table: Table): readonly Row[] {
  return waitingOf.get(db)?.get(table) ?? [];
}

/** Puts other rows in the place of those that wait with the same id. */
export function replaceWaiting(db: Db, table: Table, rows: readonly Row[]): void {
  const byId = new Map(rows.map((row) => [row['id'], row]));
  waitingOf.get(db)?.set(
    table,
    waitingRows(db, table).map((row) => ({ ...row, ...byId.get(row['id']) })),
  );
}

/** The transaction's client with inserts that wait, and what sends them. */
export function writeBehind(tx: Prisma.TransactionClient): { db: Db; flush(): Promise<void> } {
  const waiting: Waiting = new Map();
  const flush = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const rows = new Map(waiting);
    waiting.clear();
    await insertTogether(tx, rows);
  };
  const behind = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value === 'function') {
          return async (...args: unknown[]): Promise<unknown> => {
            await flush();
            return (value as (...args: unknown[]) => unknown).apply(object, args);
          };
        }
        return typeof value === 'object' && value !== null && !INDEPENDENT.has(name) ? behind(value) : value;
      },
    });
  const db = behind(tx);
  waitingOf.set(db, waiting);
  return { db, flush };
}

async function insertTogether(db: Db, rows: ReadonlyMap<Table, readonly Row[]>): Promise<void> {
  const inserts = TABLES.flatMap((table) => {
    const own = rows.get(table) ?? [];
    return own.length === 0 ? [] : [insertOf(table, own)];
  });
  const parts = inserts.map((insert, i) => Prisma.sql`${Prisma.raw(`part_${i}`)} as (${insert})`);
  await db.$executeRaw`with ${Prisma.join(parts)} select 1`;
}

function insertOf(table: Table, rows: readonly Row[]): Prisma.Sql {
  const fields = Object.keys(rows[0] ?? {});
  const columns = fields.map(columnOf).join(', ');
  const values = rows.map((row) => Object.fromEntries(fields.map((field) => [columnOf(field), row[field]])));
  return Prisma.sql`insert into ${Prisma.raw(`${table} (${columns})`)}
    select ${Prisma.raw(columns)} from json_populate_recordset(null::${Prisma.raw(table)}, ${storableJson(values)}::json)
    ${Prisma.raw(ON_CONFLICT[table] ?? '')}`;
}

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
