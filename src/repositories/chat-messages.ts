import type { ChatMessage, ChatMessageRepository } from '../services/ports/chat-messages.ts';
import type { Db } from './client.ts';
import { fromDate, toDate } from './time.ts';

export function chatMessageRepository(db: Db): ChatMessageRepository {
  return {
    async ofIncident(incidentId) {
      const rows = await db.chatMessage.findMany({
        where: { incidentId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows.map((row): ChatMessage => ({
        ...row,
        kind: row.kind as ChatMessage['kind'],
        createdAt: fromDate(row.createdAt),
      }));
    },

    async insertMany(messages) {
      if (messages.length === 0) return;
      await db.chatMessage.createMany({
        data: messages.map((message) => ({ ...message, createdAt: toDate(message.createdAt) })),
        skipDuplicates: true,
      });
    },

    async markShown(ids, version) {
      await db.chatMessage.updateMany({
        where: { id: { in: [...ids] }, shownVersion: { lt: version } },
        data: { shownVersion: version },
      });
    },

    async markThreaded(id, seq) {
      await db.chatMessage.updateMany({ where: { id, threadSeq: { lt: seq } }, data: { threadSeq: seq } });
    },

    async remove(id) {
      await db.chatMessage.deleteMany({ where: { id } });
    },
  };
}
