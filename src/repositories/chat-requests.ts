import type {
  ChatRequest,
  ChatRequestKind,
  ChatRequestLease,
  ChatRequestRepository,
} from '../services/ports/chat-requests.ts';
import type { Db } from './client.ts';
import type { Prisma } from './generated/client.ts';
import { fromDate, toDate } from './time.ts';

/** What chat asked for, in the table `chat_request`. */
export function chatRequestRepository(db: Db): ChatRequestRepository {
  return {
    async insert(request, leaseUntil) {
      const { count } = await db.chatRequest.createMany({
        data: [
          {
            id: request.lease.id,
            kind: request.kind,
            body: toJson(request.body),
            receivedAt: toDate(request.receivedAt),
            attempts: request.lease.attempt,
            leaseToken: request.lease.token,
            leaseUntil: toDate(leaseUntil),
          },
        ],
        skipDuplicates: true,
      });
      return count === 1;
    },

    async claim({ now, token, leaseUntil, maxAttempts, limit }) {
      const rows = await db.$queryRaw<ClaimedRow[]>`
        UPDATE chat_request
        SET lease_token = ${token}, lease_until = ${toDate(leaseUntil)}, attempts = attempts + 1
        WHERE id IN (
          SELECT id FROM chat_request
          WHERE done_at IS NULL AND lease_until <= ${toDate(now)} AND attempts < ${maxAttempts}
          ORDER BY received_at, id
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        )
        RETURNING id, kind, body, received_at, attempts`;
      return rows
        .map((row) => toRequest(row, token))
        .toSorted((a, b) => a.receivedAt - b.receivedAt || (a.lease.id < b.lease.id ? -1 : 1));
    },

    async finish(lease, now, error) {
      const { count } = await db.chatRequest.updateMany({
        where: held(lease),
        data: { doneAt: toDate(now), lastError: error, leaseToken: null, leaseUntil: null },
      });
      return count === 1;
    },

    async release(lease, retryAt, error) {
      const { count } = await db.chatRequest.updateMany({
        where: held(lease),
        data: { leaseToken: null, leaseUntil: toDate(retryAt), lastError: error },
      });
      return count === 1;
    },

    async releaseAll(now) {
      const { count } = await db.chatRequest.updateMany({
        where: { doneAt: null, leaseToken: { not: null } },
        data: { leaseToken: null, leaseUntil: toDate(now) },
      });
      return count;
    },

    async giveUp(now, maxAttempts) {
      const { count } = await db.chatRequest.updateMany({
        where: { doneAt: null, leaseUntil: { lte: toDate(now) }, attempts: { gte: maxAttempts } },
        data: { doneAt: toDate(now), leaseToken: null, leaseUntil: null },
      });
      return count;
    },

    async removeDone(before) {
      const { count } = await db.chatRequest.deleteMany({ where: { doneAt: { lt: toDate(before) } } });
      return count;
    },
  };
}

type ClaimedRow = { id: string; kind: string; body: unknown; received_at: Date; attempts: number };

function held(lease: ChatRequestLease): Prisma.ChatRequestWhereInput {
  return { id: lease.id, leaseToken: lease.token, doneAt: null };
}

function toRequest(row: ClaimedRow, token: string): ChatRequest {
  return {
    lease: { id: row.id, token, attempt: row.attempts },
    // Only `insert` writes these columns, from the same types.
    kind: row.kind as ChatRequestKind,
    body: row.body as Record<string, unknown>,
    receivedAt: fromDate(row.received_at),
  };
}

/** What came as JSON or as form fields is JSON; PostgreSQL only refuses NUL and halves of surrogate pairs in it. */
function toJson(body: Record<string, unknown>): Prisma.InputJsonObject {
  const storable = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? value.replaceAll(/\0|\p{Cs}/gu, '\ufffd') : value;
  return JSON.parse(JSON.stringify(body), storable) as Prisma.InputJsonObject;
}
