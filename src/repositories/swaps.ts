import type { EpochMs } from '../core/time/instant.ts';
import { TryAgainError } from '../services/errors.ts';
import type { ShownSwapStatus, Swap, SwapRepository, SwapStatus } from '../services/ports/swaps.ts';
import type { Db } from './client.ts';
import { isForeignKeyViolation } from './errors.ts';
import type { Prisma } from './generated/client.ts';
import type { SwapModel } from './generated/models.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

export function swapRepository(db: Db): SwapRepository {
  return {
    async lock(id) {
      await db.$queryRaw`select 1 from swap where id = ${id} for update`;
      const row = await db.swap.findUnique({ where: { id } });
      return row === null ? null : toSwap(row);
    },

    async list(scheduleId, { status, now, offset, limit }) {
      const where = { scheduleId, ...(status === null ? {} : shownAs(status, now)) };
      const [rows, total] = await Promise.all([
        db.swap.findMany({
          where,
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          skip: offset,
          take: limit,
        }),
        db.swap.count({ where }),
      ]);
      return { swaps: rows.map(toSwap), total };
    },

    async insertMany(swaps) {
      if (swaps.length > 0) await unlessDeleted(() => db.swap.createMany({ data: swaps.map(toRow) }));
    },

    async end(id, { status, acceptedById, at }) {
      await unlessDeleted(() =>
        db.swap.updateMany({
          where: { id, status: 'OPEN' },
          data: { status, acceptedById: acceptedById ?? null, answeredAt: toDate(at) },
        }),
      );
    },

    async addDecline(id, memberId) {
      await db.$executeRaw`
        update swap set declined_by_ids = array_append(declined_by_ids, ${memberId})
        where id = ${id} and status = 'OPEN' and not ${memberId} = any(declined_by_ids)`;
    },

    async concerning({ id, memberId }, now) {
      const rows = await db.swap.findMany({
        where: {
          memberId,
          end: { gt: toDate(now) },
          OR: [
            { status: 'OPEN', toMemberId: null },
            { status: 'WITHDRAWN', timeOffId: id },
          ],
        },
        orderBy: [{ start: 'asc' }, { id: 'asc' }],
      });
      return rows.map(toSwap);
    },

    async dropOutdated(ids, at) {
      const { count } = await db.swap.updateMany({
        where: { id: { in: [...ids] }, status: 'OPEN' },
        data: { status: 'WITHDRAWN', answeredAt: toDate(at), timeOffId: null },
      });
      return count;
    },

    async withdrawAllOf(timeOffId, at) {
      const { count: withdrawn } = await db.swap.updateMany({
        where: { timeOffId, status: 'OPEN', end: { gt: toDate(at) } },
        data: { status: 'WITHDRAWN', answeredAt: toDate(at) },
      });
      return { withdrawn, accepted: await db.swap.count({ where: { timeOffId, status: 'ACCEPTED' } }) };
    },
  };
}

/** A schedule or member that was deleted in this very moment is found missing when the transaction runs again. */
async function unlessDeleted(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new TryAgainError('what a swap names was deleted in this very moment', { cause: error });
  }
}

/** Which rows are shown with that status: as `isExchangeOver` tells open ones from those that are over. */
function shownAs(status: ShownSwapStatus, now: EpochMs): Prisma.SwapWhereInput {
  const over = [{ end: { lte: toDate(now) } }, { returnEnd: { lte: toDate(now) } }];
  if (status === 'EXPIRED') return { status: 'OPEN', OR: over };
  if (status !== 'OPEN') return { status };
  return {
    status,
    end: { gt: toDate(now) },
    OR: [{ returnEnd: null }, { returnEnd: { gt: toDate(now) } }],
  };
}

function toRow(swap: Swap): Prisma.SwapCreateManyInput {
  const { given, returned, declinedByIds, answeredAt, createdAt, ...rest } = swap;
  return {
    ...rest,
    start: toDate(given.start),
    end: toDate(given.end),
    returnStart: toDateOrNull(returned?.start ?? null),
    returnEnd: toDateOrNull(returned?.end ?? null),
    declinedByIds: [...declinedByIds],
    answeredAt: toDateOrNull(answeredAt),
    createdAt: toDate(createdAt),
  };
}

// The status is text in the database; only those of the type are ever written.
function toSwap(row: SwapModel): Swap {
  const { start, end, returnStart, returnEnd, status, answeredAt, createdAt, ...rest } = row;
  return {
    ...rest,
    status: status as SwapStatus,
    given: { start: fromDate(start), end: fromDate(end) },
    returned:
      returnStart === null || returnEnd === null
        ? null
        : { start: fromDate(returnStart), end: fromDate(returnEnd) },
    answeredAt: fromDateOrNull(answeredAt),
    createdAt: fromDate(createdAt),
  };
}
