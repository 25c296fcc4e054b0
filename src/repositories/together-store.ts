import type { Store } from '../services/ports/store.ts';
import { additionRepository, type Addition } from './additions.ts';
import type { Db } from './client.ts';
import { combine } from './combine.ts';
import { incidentRepository, type Insertion } from './incidents.ts';
import { markSent, type SentNotification } from './notification-leases.ts';
import { storeOf } from './store.ts';

/** More rows a statement than that gain nothing. */
const TOGETHER = 100;

/**
 * The store of a transaction that several units of work share: what all of them write is written by one statement for
 * those that come to it at the same time.
 */
export function togetherStore(db: Db): Store {
  const store = storeOf(db);
  const incidents = incidentRepository(db);
  const additions = additionRepository(db);
  const insertIncident = combine(TOGETHER, (insertions: readonly Insertion[]) =>
    incidents.insertMany(insertions),
  );
  const markOneSent = combine(TOGETHER, (many: readonly SentNotification[]) => markSent(db, many));
  const add = combine(TOGETHER, async (many: readonly Addition[]) => {
    await additions.insertAll(many);
    return many.map(() => undefined);
  });
  return {
    ...store,
    incidents: { ...incidents, insert: (incident, now) => insertIncident({ incident, now }) },
    notifications: {
      ...store.notifications,
      markSent: (claimed, sent, now) => markOneSent({ claimed, sent, now }),
    },
    additions: { insert: (added, now) => add({ added, now }) },
  };
}
