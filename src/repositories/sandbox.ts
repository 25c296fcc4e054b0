import type { SandboxMessage, SandboxStore } from '../sandbox/store.ts';
import { Prisma } from './generated/client.ts';
import type { SandboxMessageModel } from './generated/models.ts';
import type { Db } from './client.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

/** What was said in the chat sandbox, in tables that nothing else reads. */
export function sandboxStore(db: Db): SandboxStore {
  return {
    channels: () => db.sandboxChannel.findMany({ orderBy: { id: 'asc' } }),

    async ensureChannel(channel) {
      await db.sandboxChannel.createMany({ data: [channel], skipDuplicates: true });
    },

    async insert(message) {
      const { count } = await db.sandboxMessage.createMany({ data: [rowOf(message)], skipDuplicates: true });
      return count === 1;
    },

    async update(message) {
      const { id, ...row } = rowOf(message);
      const { count } = await db.sandboxMessage.updateMany({ where: { id }, data: row });
      return count === 1;
    },

    async remove(channel, ts) {
      await db.sandboxMessage.deleteMany({ where: { channel, ts } });
    },

    async find(channel, ts) {
      const row = await db.sandboxMessage.findUnique({ where: { channel_ts: { channel, ts } } });
      return row === null ? null : messageOf(row);
    },

    async list({ channel, threadTs, viewer, before, after, limit }) {
      const rows = await db.sandboxMessage.findMany({
        where: {
          channel,
          threadTs,
          ts: { ...(before !== null && { lt: before }), ...(after !== null && { gt: after }) },
          ...visibleTo(viewer),
        },
        orderBy: { ts: 'desc' },
        take: limit,
      });
      return rows.map(messageOf);
    },

    async threads(channel, parents) {
      const rows = await db.sandboxMessage.groupBy({
        by: ['threadTs'],
        where: { channel, threadTs: { in: [...parents] }, visibleTo: null },
        _count: { _all: true },
        _max: { ts: true },
      });
      return new Map(
        rows.flatMap(({ threadTs, _count, _max }) =>
          threadTs === null ? [] : [[threadTs, { replies: _count._all, latest: _max.ts ?? threadTs }]],
        ),
      );
    },

    async latest(viewer) {
      const rows = await db.sandboxMessage.groupBy({
        by: ['channel'],
        where: { threadTs: null, ...visibleTo(viewer) },
        _max: { ts: true },
      });
      return new Map(rows.flatMap(({ channel, _max }) => (_max.ts === null ? [] : [[channel, _max.ts]])));
    },

    async lastTs(channel) {
      const row = await db.sandboxMessage.findFirst({
        where: { channel },
        orderBy: { ts: 'desc' },
        select: { ts: true },
      });
      return row?.ts ?? null;
    },
  };
}

function visibleTo(viewer: string | null): Prisma.SandboxMessageWhereInput {
  return viewer === null ? { visibleTo: null } : { OR: [{ visibleTo: null }, { visibleTo: viewer }] };
}

function rowOf(message: SandboxMessage): Prisma.SandboxMessageCreateManyInput {
  return {
    ...message,
    blocks: json(message.blocks),
    attachments: json(message.attachments),
    metadata: message.metadata == null ? Prisma.DbNull : json(message.metadata),
    editedAt: toDateOrNull(message.editedAt),
    createdAt: toDate(message.createdAt),
  };
}

function messageOf(row: SandboxMessageModel): SandboxMessage {
  return {
    ...row,
    blocks: Array.isArray(row.blocks) ? row.blocks : [],
    attachments: Array.isArray(row.attachments) ? row.attachments : [],
    editedAt: fromDateOrNull(row.editedAt),
    createdAt: fromDate(row.createdAt),
  };
}

/** It arrived as JSON, so it is JSON. */
function json(value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue;
}
