import {
  TELLING_KINDS,
  type OutboxEntry,
  type OutboxKind,
  type OutboxRepository,
} from '../services/ports/outbox.ts';
import type { Db } from './client.ts';
import { fromDate, toDate } from './time.ts';

type Row = {
  id: string;
  kind: string;
  subject_id: string;
  generation: number;
  attempts: number;
  lease_token: string;
  created_at: Date;
};

export function outboxRepository(db: Db): OutboxRepository {
  return {
    async claim({ kind, now, leaseUntil, leaseToken, limit }) {
      const rows = await db.$queryRaw<Row[]>`
        with due as (
          select id from outbox
          where done_at is null and kind = ${kind} and due_at <= ${toDate(now)}
            and (lease_until is null or lease_until <= ${toDate(now)})
          order by due_at, id limit ${limit} for update skip locked
        )
        update outbox set lease_token = ${leaseToken}, lease_until = ${toDate(leaseUntil)}, attempts = attempts + 1
        from due where outbox.id = due.id
        returning outbox.id, kind, subject_id, generation, attempts, lease_token, created_at`;
      return rows.map((row): OutboxEntry => ({
        id: row.id,
        kind: row.kind as OutboxKind,
        subjectId: row.subject_id,
        generation: row.generation,
        attempts: row.attempts,
        leaseToken: row.lease_token,
        createdAt: fromDate(row.created_at),
      }));
    },

    async finish(entry, now) {
      await db.$executeRaw`
        update outbox set lease_token = null, lease_until = null, attempts = 0,
          due_at = case when generation = ${entry.generation} then due_at else ${toDate(now)} end,
          done_at = case when generation = ${entry.generation} then ${toDate(now)}::timestamptz else null end
        where id = ${entry.id} and lease_token = ${entry.leaseToken}`;
    },

    async postpone(entry, { until, error, countsAsAttempt }) {
      await db.outbox.updateMany({
        where: { id: entry.id, leaseToken: entry.leaseToken },
        data: {
          leaseToken: null,
          leaseUntil: null,
          dueAt: toDate(until),
          lastError: error,
          ...(countsAsAttempt ? {} : { attempts: { decrement: 1 } }),
        },
      });
    },

    async releaseAll(now) {
      await db.outbox.updateMany({
        where: { doneAt: null, leaseToken: { not: null } },
        data: { leaseToken: null, leaseUntil: null, dueAt: toDate(now) },
      });
    },

    async deleteDoneBefore(instant, limit) {
      return db.$executeRaw`
        delete from outbox where id in (
          select id from outbox where done_at < ${toDate(instant)} limit ${limit})`;
    },

    countDue: (now) =>
      db.outbox.count({
        where: { doneAt: null, dueAt: { lte: toDate(now) }, kind: { notIn: [...TELLING_KINDS] } },
      }),
  };
}
