import { SECOND_MS, type EpochMs } from '../core/time/instant.ts';
import type { Clock } from '../platform/clock.ts';
import type { IdGenerator } from '../platform/ids.ts';
import { SlackError } from './slack-error.ts';

const LIFETIME_MS = 3 * SECOND_MS;

/** What a person just did gives the app three seconds, once, to open a view for them. */
export type Triggers = {
  issue(userId: string): string;
  /** Whose it is; SlackError when it is unknown, older than 3 s or used already. */
  exchange(triggerId: string): string;
};

export function createTriggers(deps: { clock: Clock; ids: IdGenerator }): Triggers {
  const open = new Map<string, { userId: string; issuedAt: EpochMs; used: boolean }>();
  return {
    issue(userId) {
      const now = deps.clock.now();
      // Kept well past their time, so that a late use is told apart from a made-up one.
      for (const [id, it] of open) if (now - it.issuedAt > 20 * LIFETIME_MS) open.delete(id);
      const id = `${now}.${open.size}.${deps.ids.secret(16)}`;
      open.set(id, { userId, issuedAt: now, used: false });
      return id;
    },
    exchange(triggerId) {
      const found = open.get(triggerId);
      if (found === undefined) throw new SlackError('invalid_trigger_id');
      if (deps.clock.now() - found.issuedAt > LIFETIME_MS) throw new SlackError('expired_trigger_id');
      if (found.used) throw new SlackError('exchanged_trigger_id');
      found.used = true;
      return found.userId;
    },
  };
}
