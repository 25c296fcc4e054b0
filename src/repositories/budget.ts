import { plusMs } from '../core/time/instant.ts';
import type { SendBudget } from '../services/ports/budget.ts';
import type { PrismaClient } from './generated/client.ts';
import { fromDate, toDate } from './time.ts';

/** Budgets in the database, so that all processes together keep to one rate. */
export function sendBudget(prisma: PrismaClient): SendBudget {
  return {
    async reserve(slots, now, maxWaitMs) {
      // Rows are locked in key order, so that two callers never wait for each other; the instant that all keys allow is
      // taken from all of them, or, where it is too late, from none.
      const wanted = JSON.stringify(
        slots.map(({ key, intervalMs }) => ({ key, interval_ms: intervalMs, first: toDate(now) })),
      );
      const latest = maxWaitMs === undefined ? null : toDate(plusMs(now, maxWaitMs));
      return prisma.$transaction(async (tx) => {
        const rows = await tx.$queryRaw<{ at: Date }[]>`
          with wanted as (
            select * from jsonb_to_recordset(${wanted}::jsonb) as w(key text, interval_ms int, first timestamptz)
          ), made as (
            insert into send_budget (key, next_free_at) select key, first from wanted order by key
            on conflict (key) do update set next_free_at = send_budget.next_free_at
            returning key, next_free_at
          ), slot as (
            select greatest(max(next_free_at), ${toDate(now)}::timestamptz) as at from made
          ), taken as (
            select at from slot where ${latest}::timestamptz is null or at <= ${latest}::timestamptz
          )
          select at from taken`;
        const at = rows[0]?.at;
        if (at === undefined) return null;
        await tx.$executeRaw`
          update send_budget set next_free_at =
            greatest(send_budget.next_free_at, ${at}::timestamptz) + w.interval_ms * interval '1 millisecond'
          from jsonb_to_recordset(${wanted}::jsonb) as w(key text, interval_ms int)
          where send_budget.key = w.key`;
        return fromDate(at);
      });
    },

    async holdUntil(key, until) {
      await prisma.$executeRaw`
        insert into send_budget (key, next_free_at) values (${key}, ${toDate(until)})
        on conflict (key) do update set next_free_at = greatest(send_budget.next_free_at, excluded.next_free_at)`;
    },
  };
}
