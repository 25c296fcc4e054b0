import { AppError, TryAgainError } from '../services/errors.ts';
import type { Team, TeamRepository } from '../services/ports/teams.ts';
import type { Db } from './client.ts';
import { isForeignKeyViolation, isUniqueViolation } from './errors.ts';
import type { Prisma } from './generated/client.ts';
import { fromDate, toDate } from './time.ts';

const WHOLE = {
  members: { orderBy: { order: 'asc' }, select: { memberId: true } },
} as const satisfies Prisma.TeamInclude;
type Row = Prisma.TeamGetPayload<{ include: typeof WHOLE }>;

export function teamRepository(db: Db): TeamRepository {
  const findMany = async (ids: readonly string[]): Promise<Team[]> => {
    const rows = await db.team.findMany({ where: { id: { in: [...ids] } }, include: WHOLE });
    return rows.map(toTeam);
  };
  return {
    find: async (id) => (await findMany([id]))[0] ?? null,
    findMany,

    async lock(id) {
      await db.$queryRaw`select 1 from team where id = ${id} for update`;
      return (await findMany([id]))[0] ?? null;
    },

    async membersOf(teamIds) {
      const teams = await findMany(teamIds);
      return new Map(teams.map((team) => [team.id, [...team.memberIds]]));
    },

    async list(pageId, { offset, limit }) {
      const where = { pageId };
      const [rows, total] = await Promise.all([
        db.team.findMany({
          where,
          include: WHOLE,
          orderBy: [{ name: 'asc' }, { id: 'asc' }],
          skip: offset,
          take: limit,
        }),
        db.team.count({ where }),
      ]);
      return { teams: rows.map(toTeam), total };
    },

    insert: (team) =>
      translated(async () => {
        const { id, pageId, name, createdAt, updatedAt } = team;
        await db.team.create({
          data: { id, pageId, name, createdAt: toDate(createdAt), updatedAt: toDate(updatedAt) },
        });
        await insertMembers(db, team);
      }),

    update: (team) =>
      translated(async () => {
        // First the parent: its row lock makes writers of the same members wait for each other.
        await db.team.update({
          where: { id: team.id },
          data: { name: team.name, updatedAt: toDate(team.updatedAt) },
        });
        await db.teamMember.deleteMany({ where: { teamId: team.id } });
        await insertMembers(db, team);
      }),

    async remove(id) {
      const { count } = await db.team.deleteMany({ where: { id } });
      return count > 0;
    },
  };
}

async function insertMembers(db: Db, team: Team): Promise<void> {
  await db.teamMember.createMany({
    data: team.memberIds.map((memberId, order) => ({ teamId: team.id, memberId, order })),
  });
}

async function translated(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw new AppError('conflict', 'The page has a team of this name', { cause: error });
    }
    if (isForeignKeyViolation(error)) {
      // Read again, it says which member is not there.
      throw new TryAgainError('a member of this team was just deleted', { cause: error });
    }
    throw error;
  }
}

function toTeam(row: Row): Team {
  const { id, pageId, name, members, createdAt, updatedAt } = row;
  return {
    id,
    pageId,
    name,
    memberIds: members.map(({ memberId }) => memberId),
    createdAt: fromDate(createdAt),
    updatedAt: fromDate(updatedAt),
  };
}
