import { AppError } from '../services/errors.ts';
import type { Member, MemberRepository, NotificationRule, Permission } from '../services/ports/members.ts';
import type { Db } from './client.ts';
import { isForeignKeyViolation, isUniqueViolation } from './errors.ts';
import { Prisma } from './generated/client.ts';
import type { MemberModel } from './generated/models.ts';
import { releaseOverrides, replaceEverywhere, usesOf } from './member-uses.ts';
import { fromDate, toDate } from './time.ts';

export function memberRepository(db: Db): MemberRepository {
  const findMany = async (where: Prisma.MemberWhereInput): Promise<Member[]> => {
    const rows = await db.member.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
    return rows.map(toMember);
  };
  const findManyByIdOrEmail = (pageId: string, idsOrEmails: readonly string[]): Promise<Member[]> =>
    findMany({
      pageId,
      OR: [
        { id: { in: [...idsOrEmails] } },
        { email: { in: idsOrEmails.map((email) => email.toLowerCase()) } },
      ],
    });
  return {
    find: async (id) => (await findMany({ id }))[0] ?? null,
    findMany: (ids) => findMany({ id: { in: [...ids] } }),
    async findKnown(ids) {
      const live = await findMany({ id: { in: [...ids] } });
      const found = new Set(live.map((member) => member.id));
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length === 0) return live;
      const former = await db.formerMember.findMany({
        where: { id: { in: missing } },
        select: { id: true, name: true, email: true },
      });
      return [
        ...live,
        ...former.map((member) => ({ ...member, phone: null, avatar: null, chatUserId: null })),
      ];
    },
    findByIdOrEmail: async (pageId, idOrEmail) => (await findManyByIdOrEmail(pageId, [idOrEmail]))[0] ?? null,
    findManyByIdOrEmail,
    findByChatUser: async (pageId, chatUserId) => (await findMany({ pageId, chatUserId }))[0] ?? null,
    findByPhone: (phone) => findMany({ phone }),
    admins: (pageId) => findMany({ pageId, permission: 'FULL' }),

    async list(pageId, { offset, limit }) {
      const where = { pageId };
      const [rows, total] = await Promise.all([
        db.member.findMany({
          where,
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          skip: offset,
          take: limit,
        }),
        db.member.count({ where }),
      ]);
      return { members: rows.map(toMember), total };
    },

    people: (limit) =>
      db.member.findMany({
        distinct: ['email'],
        orderBy: [{ email: 'asc' }, { createdAt: 'asc' }],
        select: { email: true, name: true, avatar: true },
        take: limit,
      }),

    insert: (member) =>
      translated(() => db.member.create({ data: { ...toRow(member), createdAt: toDate(member.createdAt) } })),
    update: (member) => translated(() => db.member.update({ where: { id: member.id }, data: toRow(member) })),

    async rememberChatUser(id, chatUserId) {
      await db.$executeRaw`
        update member m set chat_user_id = ${chatUserId} where m.id = ${id} and not exists (
          select 1 from member other
          where other.page_id = m.page_id and other.chat_user_id = ${chatUserId} and other.id <> m.id)`;
    },

    usesOf: (member, now) => usesOf(db, member, now),
    replaceEverywhere: (member, replacement, now) => replaceEverywhere(db, member, replacement, now),

    async remove(member, now) {
      const { id, pageId, email, name } = member;
      await db.formerMember.create({ data: { id, pageId, email, name, deletedAt: toDate(now) } });
      await releaseOverrides(db, id, now);
      await translated(() => db.member.deleteMany({ where: { id } }));
    },
  };
}

async function translated(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueViolation(error)) {
      const what = JSON.stringify(error).includes('chat_user_id') ? 'chat user' : 'e-mail';
      throw new AppError('conflict', `Another member of the page has this ${what}`, { cause: error });
    }
    if (isForeignKeyViolation(error)) {
      throw new AppError('conflict', 'The member was just put into another place', { cause: error });
    }
    throw error;
  }
}

function toRow(member: Member) {
  const { notificationRules, handoffReminders, createdAt: _createdAt, updatedAt, ...rest } = member;
  return {
    ...rest,
    notificationRules:
      notificationRules === null ? Prisma.DbNull : notificationRules.map((rule) => ({ ...rule })),
    handoffReminders: [...handoffReminders],
    updatedAt: toDate(updatedAt),
  };
}

// Permission and rules are text and JSON in the database; only validated ones are ever written.
function toMember(row: MemberModel): Member {
  return {
    ...row,
    permission: row.permission as Permission,
    notificationRules: row.notificationRules as NotificationRule[] | null,
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
