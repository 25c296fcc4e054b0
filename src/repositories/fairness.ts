import type { FairnessRepository } from '../services/ports/fairness.ts';
import type { Db } from './client.ts';
import { toDate } from './time.ts';

export function fairnessRepository(db: Db): FairnessRepository {
  return {
    async pagesReceived(pageId, { start, end }) {
      const rows = await db.$queryRaw<{ member_id: string; pages: bigint }[]>`
        select n.member_id, count(distinct (n.incident_id, n.firing_id)) as pages
        from notification n join member m on m.id = n.member_id
        where m.page_id = ${pageId} and n.state = 'SENT'
          and n.sent_at >= ${toDate(start)} and n.sent_at < ${toDate(end)}
        group by n.member_id`;
      return new Map(rows.map((row) => [row.member_id, Number(row.pages)]));
    },
  };
}
