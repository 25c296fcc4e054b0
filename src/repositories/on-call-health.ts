import type { Snapshot } from '../core/schedule/health-news.ts';
import type { OnCallHealthRepository } from '../services/ports/on-call-health.ts';
import type { Db } from './client.ts';
import { storableJson } from './storable.ts';
import { toDate } from './time.ts';

/** Raise it when what is kept changes its form: what an older release left then counts as no look. */
const FORMAT = 1;

type Kept = { readonly format: number; readonly snapshot: Snapshot };

export function onCallHealthRepository(db: Db): OnCallHealthRepository {
  return {
    async claim({ lookedBefore, claim }) {
      const [row] = await db.$queryRaw<{ id: string; name: string; on_call_problems: Kept | null }[]>`
        update page set on_call_checked_at = ${toDate(claim)}
        from (
          select id from page where on_call_checked_at is null or on_call_checked_at <= ${toDate(lookedBefore)}
          order by on_call_checked_at nulls first, id limit 1
          for no key update skip locked
        ) as due
        where page.id = due.id
        returning page.id, page.name, page.on_call_problems`;
      if (row === undefined) return null;
      const { id: pageId, name, on_call_problems: kept } = row;
      return { pageId, name, before: kept?.format === FORMAT ? kept.snapshot : null, claim };
    },

    async finish({ pageId, claim }, at, snapshot) {
      const kept: Kept = { format: FORMAT, snapshot };
      const count = await db.$executeRaw`
        update page set on_call_checked_at = ${toDate(at)}, on_call_problems = ${storableJson(kept)}::jsonb
        where id = ${pageId} and on_call_checked_at = ${toDate(claim)}`;
      return count === 1;
    },
  };
}
