import type { ApiKey, ApiKeyRepository, Scope } from '../services/ports/api-keys.ts';
import type { Db } from './client.ts';
import type { ApiKeyModel } from './generated/models.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

export function apiKeyRepository(db: Db): ApiKeyRepository {
  const findOne = async (where: { id: string } | { hash: string }): Promise<ApiKey | null> => {
    const row = await db.apiKey.findUnique({ where });
    return row === null ? null : toKey(row);
  };
  return {
    find: (id) => findOne({ id }),
    findByHash: (hash) => findOne({ hash }),

    async list({ pageId, offset, limit }) {
      const where = pageId === null ? {} : { pageId };
      const [rows, total] = await Promise.all([
        db.apiKey.findMany({
          where,
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          skip: offset,
          take: limit,
        }),
        db.apiKey.count({ where }),
      ]);
      return { keys: rows.map(toKey), total };
    },

    async hasAdmin(now) {
      const row = await db.apiKey.findFirst({
        where: {
          scope: 'admin',
          pageId: null,
          OR: [{ expiresAt: null }, { expiresAt: { gt: toDate(now) } }],
        },
        select: { id: true },
      });
      return row !== null;
    },

    async lockAdmins(now) {
      const rows = await db.$queryRaw<{ id: string }[]>`
        select id from api_key
        where scope = 'admin' and page_id is null and (expires_at is null or expires_at > ${toDate(now)})
        order by id for update`;
      return rows.map(({ id }) => id);
    },

    async insert(key) {
      const { count } = await db.apiKey.createMany({
        data: [
          {
            ...key,
            createdAt: toDate(key.createdAt),
            expiresAt: toDateOrNull(key.expiresAt),
            lastUsedAt: toDateOrNull(key.lastUsedAt),
          },
        ],
        skipDuplicates: true,
      });
      return count > 0;
    },

    async remove(id) {
      const { count } = await db.apiKey.deleteMany({ where: { id } });
      return count > 0;
    },

    async touch(ids, now, notSince) {
      // What somebody else is writing is being used, or deleted: nobody waits for a row here.
      await db.$executeRaw`
        update api_key set last_used_at = ${toDate(now)} where id in (
          select id from api_key
          where id = any(${[...ids]}::text[])
            and (last_used_at is null or last_used_at <= ${toDate(notSince)})
          for update skip locked
        )`;
    },
  };
}

// The scope is text in the database; only the three are ever written.
export function toKey(row: ApiKeyModel): ApiKey {
  return {
    ...row,
    scope: row.scope as Scope,
    createdAt: fromDate(row.createdAt),
    expiresAt: fromDateOrNull(row.expiresAt),
    lastUsedAt: fromDateOrNull(row.lastUsedAt),
  };
}
