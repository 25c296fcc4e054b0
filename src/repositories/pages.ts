import { AppError } from '../services/errors.ts';
import type { Page, PageRepository } from '../services/ports/pages.ts';
import type { Db } from './client.ts';
import { isUniqueViolation } from './errors.ts';
import type { Prisma } from './generated/client.ts';
import type { PageModel } from './generated/models.ts';
import { fromDate, toDate } from './time.ts';

/** What only looks at on-call health need, and may be large. */
const OMITTED = { onCallProblems: true, onCallCheckedAt: true } as const;

export function pageRepository(
  db: Db,
): PageRepository & { findMany(ids: readonly string[]): Promise<Page[]> } {
  const find = async (id: string): Promise<Page | null> => {
    const row = await db.page.findUnique({ where: { id }, omit: OMITTED });
    return row === null ? null : toPage(row);
  };
  return {
    find,

    async findBySubdomain(subdomain) {
      const row = await db.page.findUnique({ where: { subdomain }, omit: OMITTED });
      return row === null ? null : toPage(row);
    },

    async findMany(ids) {
      const rows = await db.page.findMany({ where: { id: { in: [...ids] } }, omit: OMITTED });
      return rows.map(toPage);
    },

    async lock(id) {
      await db.$queryRaw`select 1 from page where id = ${id} for no key update`;
      return find(id);
    },

    async list({ onlyId, offset, limit }) {
      const where = onlyId === null ? {} : { id: onlyId };
      const [rows, total] = await Promise.all([
        db.page.findMany({
          where,
          omit: OMITTED,
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          skip: offset,
          take: limit,
        }),
        db.page.count({ where }),
      ]);
      return { pages: rows.map(toPage), total };
    },

    async insert(page) {
      await subdomainIsFree(() =>
        db.page.create({ data: { ...toRow(page), createdAt: toDate(page.createdAt) } }),
      );
    },

    async update(page) {
      await subdomainIsFree(() => db.page.update({ where: { id: page.id }, data: toRow(page) }));
    },

    async remove(id) {
      // Rows that hold on to members and policies go first; the rest goes with the page.
      await db.schedule.deleteMany({ where: { pageId: id } });
      await db.team.deleteMany({ where: { pageId: id } });
      await db.routingRule.deleteMany({ where: { pageId: id } });
      const { count } = await db.page.deleteMany({ where: { id } });
      return count > 0;
    },
  };
}

async function subdomainIsFree(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'Another page has this subdomain', { cause: error });
  }
}

function toRow(page: Page) {
  const { id, name, subdomain, email, chatChannel, settings, updatedAt } = page;
  return {
    id,
    name,
    subdomain,
    email,
    chatChannel,
    // What was parsed from JSON is JSON.
    settings: settings as Prisma.InputJsonObject,
    updatedAt: toDate(updatedAt),
  };
}

function toPage(row: Omit<PageModel, keyof typeof OMITTED>): Page {
  return {
    ...row,
    settings: row.settings as Record<string, unknown>,
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
