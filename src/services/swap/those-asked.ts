import { membersAt } from '../../core/schedule/members.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Member } from '../ports/members.ts';
import type { LoadedSchedule } from '../ports/schedules.ts';
import type { Store } from '../ports/store.ts';

/** Nobody has more to tell at once. */
const MOST_ASKED = 50;

/** Whom a request to everybody is told: the other members of the shifts that the schedule has at `at`, at most 50. */
export async function thoseAsked(
  store: Store,
  schedule: LoadedSchedule,
  asker: Member,
  at: EpochMs,
): Promise<Member[]> {
  const others = membersAt(schedule, at).all.filter((memberId) => memberId !== asker.id);
  return store.members.findMany(others.slice(0, MOST_ASKED));
}
