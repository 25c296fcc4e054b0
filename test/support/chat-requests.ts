import { asEpochMs, type EpochMs } from '../../src/core/time/instant.ts';
import type { ChatRequest, ChatRequestRepository } from '../../src/services/ports/chat-requests.ts';

export type StoredRequest = Omit<ChatRequest, 'lease'> & {
  readonly id: string;
  attempts: number;
  token: string | null;
  leaseUntil: EpochMs | null;
  doneAt: EpochMs | null;
  error: string | null;
};

/** Requests from chat, kept in memory as the database keeps them. */
export function memoryChatRequests(): ChatRequestRepository & { readonly rows: StoredRequest[] } {
  const rows: StoredRequest[] = [];
  const held = (lease: { id: string; token: string }): StoredRequest | undefined =>
    rows.find((row) => row.id === lease.id && row.token === lease.token && row.doneAt === null);
  const isFree = (row: StoredRequest, now: EpochMs): boolean =>
    row.doneAt === null && row.leaseUntil !== null && row.leaseUntil <= now;
  return {
    rows,
    insert: async ({ lease, ...request }, leaseUntil) => {
      if (rows.some((row) => row.id === lease.id)) return false;
      const { id, token, attempt } = lease;
      rows.push({ ...request, id, token, attempts: attempt, leaseUntil, doneAt: null, error: null });
      return true;
    },
    claim: async ({ now, token, leaseUntil, maxAttempts, limit }) => {
      const taken = rows.filter((row) => isFree(row, now) && row.attempts < maxAttempts).slice(0, limit);
      return taken.map((row) => {
        Object.assign(row, { token, leaseUntil, attempts: row.attempts + 1 });
        const { id, attempts: attempt, kind, body, receivedAt } = row;
        return { lease: { id, token, attempt }, kind, body, receivedAt };
      });
    },
    finish: async (lease, now, error) => {
      const row = held(lease);
      if (row !== undefined) Object.assign(row, { doneAt: now, error, token: null, leaseUntil: null });
      return row !== undefined;
    },
    release: async (lease, retryAt, error) => {
      const row = held(lease);
      if (row !== undefined) Object.assign(row, { error, token: null, leaseUntil: retryAt });
      return row !== undefined;
    },
    releaseAll: async (now) => {
      const leased = rows.filter((row) => row.doneAt === null && row.token !== null);
      for (const row of leased) Object.assign(row, { token: null, leaseUntil: now });
      return leased.length;
    },
    giveUp: async (now, maxAttempts) => {
      const lost = rows.filter((row) => isFree(row, now) && row.attempts >= maxAttempts);
      for (const row of lost) Object.assign(row, { doneAt: now, token: null, leaseUntil: null });
      return lost.length;
    },
    removeDone: async (before) => {
      const old = rows.filter((row) => row.doneAt !== null && row.doneAt < before);
      for (const row of old) rows.splice(rows.indexOf(row), 1);
      return old.length;
    },
  };
}

/** A clock that stands until it is moved. */
export function standingClock(start = Date.UTC(2026, 2, 30, 9, 0)): {
  now: () => EpochMs;
  move: (ms: number) => void;
} {
  let now = asEpochMs(start);
  return { now: () => now, move: (ms) => void (now = asEpochMs(now + ms)) };
}
