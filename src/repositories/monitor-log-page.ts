import { asEpochMs } from '../core/time/instant.ts';
import type { LogCondition, LogField, LogQuery } from '../services/ports/monitor-logs.ts';
import type { Db } from './client.ts';
import { Prisma, type MonitorLog as Row } from './generated/client.ts';
import { toDate } from './time.ts';

/*
 * One page of a monitor's logs among a million of them. What a page needs is read along an index where there is one for
 * its order; what it passes over is read without its columns; and the rest is only counted where neither the page nor the
 * tally says it.
 */

/** Columns that are never null: there is no place for nulls in their order. */
const NEVER_NULL: readonly LogField[] = [
  'id',
  'monitorId',
  'location',
  'createdAt',
  'isSuccessful',
  'isSslCheck',
  'status',
  'successfulAssertions',
  'assertions',
  'isRetry',
];
/** Columns that may be null and have an index. */
const INDEXED: readonly LogField[] = ['responseTime'];
/** Of which the tally knows how many logs have which value. */
const TALLIED: readonly LogField[] = [
  'location',
  'status',
  'isSuccessful',
  'isSslCheck',
  'isRetry',
  'httpStatusCode',
];
/** From there on it is cheaper to look for the ids of a page first, which an index may hold, and then for its rows. */
const FAR = 1_000;

/** A larger page takes its time to be read, in which the others are counted. */
const USUAL = 100;

type Asked = Pick<LogQuery, 'monitorId' | 'conditions'>;
type Where = Prisma.MonitorLogWhereInput;
type Order = Prisma.MonitorLogOrderByWithRelationInput;
const OPERATORS: Record<LogCondition['comparison'], Prisma.Sql> = {
  equals: Prisma.raw('='),
  gte: Prisma.raw('>='),
  lte: Prisma.raw('<='),
  lt: Prisma.raw('<'),
};

type Slice = { readonly skip: number; readonly take: number };

export async function logRows(db: Db, query: LogQuery): Promise<{ rows: Row[]; total: number }> {
  const { offset, limit } = query;
  const slice = { skip: offset, take: limit };
  if (isTallied(query)) {
    const total = await count(db, query);
    // Looking for what is not there would pass over every log.
    return { rows: total > offset ? await sortedRows(db, query, slice) : [], total };
  }
  if (offset > 0 || limit > USUAL) {
    const [rows, total] = await Promise.all([sortedRows(db, query, slice), count(db, query)]);
    return { rows, total };
  }
  const rows = await sortedRows(db, query, slice);
  // A first page that is not full says by itself how many there are.
  return { rows, total: rows.length < limit ? rows.length : await count(db, query) };
}

function isTallied({ conditions }: Asked): boolean {
  return conditions.every(({ field, comparison }) => comparison === 'equals' && TALLIED.includes(field));
}

/** Without the subquery that Prisma counts through, which costs as much again as a third of the counting. */
async function count(db: Db, { monitorId, conditions }: Asked, valued?: LogField): Promise<number> {
  const wanted = [
    Prisma.sql`monitor_id = ${monitorId}`,
    ...conditions.map(
      ({ field, comparison, value }) =>
        Prisma.sql`${columnOf(field)} ${OPERATORS[comparison]} ${storedValue(field, value)}`,
    ),
    ...(valued === undefined ? [] : [Prisma.sql`${columnOf(valued)} IS NOT NULL`]),
  ];
  const where = Prisma.join(wanted, ' AND ');
  const [row] =
    valued === undefined && isTallied({ monitorId, conditions })
      ? await db.$queryRaw<{ total: number }[]>`
          SELECT coalesce(sum(logs), 0)::int AS total FROM monitor_log_tally WHERE ${where}`
      : await db.$queryRaw<
          { total: number }[]
        >`SELECT count(*)::int AS total FROM monitor_log WHERE ${where}`;
  return row?.total ?? 0;
}

/** The fields are a closed set of names, so none of them is anybody's text. */
function columnOf(field: LogField): Prisma.Sql {
  return Prisma.raw(field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

async function sortedRows(db: Db, query: LogQuery, slice: Slice): Promise<Row[]> {
  const { monitorId, conditions, sort } = query;
  const { field, descending } = sort;
  const where: Where = { monitorId, AND: conditions.map(whereOf) };
  const direction = descending ? 'desc' : 'asc';
  if (NEVER_NULL.includes(field)) return slicedRows(db, where, [{ [field]: direction }], slice);
  if (!descending || !INDEXED.includes(field)) {
    return slicedRows(db, where, [{ [field]: { sort: direction, nulls: 'last' } }], slice);
  }
  // Falling with the nulls last is the order of no index from either end. So first those with a value, then the others.
  const valued = { AND: [where, { NOT: { [field]: null } }] };
  const rows = await slicedRows(db, valued, [{ [field]: 'desc' }], slice);
  if (rows.length === slice.take) return rows;
  const before = rows.length > 0 ? slice.skip + rows.length : await count(db, query, field);
  const rest = { skip: Math.max(0, slice.skip - before), take: slice.take - rows.length };
  return [...rows, ...(await slicedRows(db, { AND: [where, { [field]: null }] }, [], rest))];
}

/** In the order given, ties by rising id. */
async function slicedRows(db: Db, where: Where, order: readonly Order[], slice: Slice): Promise<Row[]> {
  const orderBy: Order[] = [...order, { id: 'asc' }];
  if (slice.skip < FAR) return db.monitorLog.findMany({ where, orderBy, ...slice });
  const found = await db.monitorLog.findMany({ where, orderBy, ...slice, select: { id: true } });
  // The same order again; what was deleted in between is not there any more.
  return db.monitorLog.findMany({ where: { id: { in: found.map(({ id }) => id) } }, orderBy });
}

function whereOf({ field, comparison, value }: LogCondition): Where {
  return { [field]: { [comparison]: storedValue(field, value) } };
}

function storedValue(field: LogField, value: LogCondition['value']): LogCondition['value'] | Date {
  return field === 'createdAt' ? toDate(asEpochMs(Number(value))) : value;
}
