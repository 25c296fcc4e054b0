import { asEpochMs } from '../core/time/instant.ts';
import type { LogCondition, LogField, LogQuery } from '../services/ports/monitor-logs.ts';
import type { Db } from './client.ts';
import type { MonitorLog as Row, Prisma } from './generated/client.ts';
import { toDate } from './time.ts';

/*
 * One page of a monitor's logs among a million of them. What a page needs is read along an index where there is one for
 * its order; what it passes over is read without its columns; and the rest is only counted where the page does not say it.
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
/** From there on it is cheaper to look for the ids of a page first, which an index may hold, and then for its rows. */
const FAR = 1_000;

type Where = Prisma.MonitorLogWhereInput;
type Order = Prisma.MonitorLogOrderByWithRelationInput;
type Slice = { readonly skip: number; readonly take: number };

export async function logRows(db: Db, query: LogQuery): Promise<{ rows: Row[]; total: number }> {
  const { monitorId, conditions, offset, limit } = query;
  const where: Where = { monitorId, AND: conditions.map(whereOf) };
  const slice = { skip: offset, take: limit };
  if (offset > 0) {
    const [rows, total] = await Promise.all([sortedRows(db, where, query.sort, slice), count(db, where)]);
    return { rows, total };
  }
  const rows = await sortedRows(db, where, query.sort, slice);
  // A first page that is not full says by itself how many there are.
  return { rows, total: rows.length < limit ? rows.length : await count(db, where) };
}

async function count(db: Db, where: Where): Promise<number> {
  return db.monitorLog.count({ where });
}

async function sortedRows(db: Db, where: Where, sort: LogQuery['sort'], slice: Slice): Promise<Row[]> {
  const { field, descending } = sort;
  const direction = descending ? 'desc' : 'asc';
  if (NEVER_NULL.includes(field)) return slicedRows(db, where, [{ [field]: direction }], slice);
  if (!descending || !INDEXED.includes(field)) {
    return slicedRows(db, where, [{ [field]: { sort: direction, nulls: 'last' } }], slice);
  }
  // Falling with the nulls last is the order of no index from either end. So first those with a value, then the others.
  const valued = { AND: [where, { NOT: { [field]: null } }] };
  const rows = await slicedRows(db, valued, [{ [field]: 'desc' }], slice);
  if (rows.length === slice.take) return rows;
  const before = rows.length > 0 ? slice.skip + rows.length : await count(db, valued);
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
  const stored = field === 'createdAt' ? toDate(asEpochMs(Number(value))) : value;
  return { [field]: { [comparison]: stored } };
}
