import { asEpochMs, plusMs, type EpochMs } from '../core/time/instant.ts';
import type { SendBudget } from '../services/ports/budget.ts';
import { combine } from './combine.ts';
import type { PrismaClient } from './generated/client.ts';
import { fromDate, toDate } from './time.ts';

type Reservation = {
  readonly slots: Parameters<SendBudget['reserve']>[0];
  readonly now: EpochMs;
  readonly latest: EpochMs | null;
};

/** Callers that ask together share a turn at the rows that all of them want. */
const MOST_AT_ONCE = 200;

/** Budgets in the database, so that all processes together keep to one rate. */
export function sendBudget(prisma: PrismaClient): SendBudget {
  const reserve = combine(MOST_AT_ONCE, (wanted: readonly Reservation[]) => reserveAll(prisma, wanted));
  return {
    reserve: (slots, now, maxWaitMs) =>
      reserve({ slots, now, latest: maxWaitMs === undefined ? null : plusMs(now, maxWaitMs) }),

    async holdUntil(key, until) {
      await prisma.$executeRaw`
        insert into send_budget (key, next_free_at) values (${key}, ${toDate(until)})
        on conflict (key) do update set next_free_at = greatest(send_budget.next_free_at, excluded.next_free_at)`;
    },
  };
}

/** Rows are locked in the order of their keys, so that two processes never wait for each other in a circle. */
async function reserveAll(prisma: PrismaClient, wanted: readonly Reservation[]): Promise<(EpochMs | null)[]> {
  const keys = [...new Set(wanted.flatMap(({ slots }) => slots.map(({ key }) => key)))].toSorted();
  return prisma.$transaction(async (tx) => {
    // Not worth waiting for the disk: what a crash of the database takes is the memory of the last second's posts.
    const rows = await tx.$queryRaw<{ key: string; next_free_at: Date }[]>`
      insert into send_budget (key, next_free_at) select key, ${new Date(0)} from unnest(${keys}::text[]) as wanted (key)
      on conflict (key) do update set next_free_at = send_budget.next_free_at
      returning key, next_free_at, set_config('synchronous_commit', 'off', true)`;
    const free = new Map(rows.map((row) => [row.key, fromDate(row.next_free_at)]));
    const taken = wanted.map((reservation) => take(free, reservation));
    await tx.$executeRaw`
      update send_budget set next_free_at = left_over.next_free_at
      from unnest(${[...free.keys()]}::text[], ${[...free.values()].map(toDate)}::timestamptz[])
        as left_over (key, next_free_at)
      where send_budget.key = left_over.key`;
    return taken;
  });
}

/** Takes the instant that all keys allow from all of them; from none, and null, where it is too late. */
function take(free: Map<string, EpochMs>, { slots, now, latest }: Reservation): EpochMs | null {
  const freeAt = slots.map(({ key, burstMs = 0 }) =>
    asEpochMs(Math.max(now, (free.get(key) ?? now) - burstMs)),
  );
  const at = asEpochMs(Math.max(now, ...freeAt));
  if (latest !== null && at > latest) return null;
  slots.forEach(({ key, intervalMs }, i) => {
    // The first is charged where it is free itself: who waits for a narrower one leaves its turns to the others.
    const from = i === 0 ? (freeAt[0] ?? at) : at;
    free.set(key, plusMs(asEpochMs(Math.max(from, free.get(key) ?? from)), intervalMs));
  });
  return at;
}
