import type { Config } from '../config/config.ts';
import { contextOf, SYSTEM, type Services } from '../services/context.ts';
import { judgeSilence, settleHeartbeats } from '../services/heartbeat/judge-silence.ts';
import { noteHearing } from '../services/heartbeat/note-hearing.ts';

export type HeartbeatWork = {
  /** Says that this process can hear, where it can: it serves the API. */
  readonly hear: () => Promise<void>;
  /** Finds the silence that lasts too long, where this process schedules. */
  readonly judge: () => Promise<void>;
  /** Makes up for what a crash left undone. */
  readonly settle: () => Promise<void>;
};

/** What this process does by itself about heartbeats, by its roles. */
export function createHeartbeatWork({
  config,
  services,
}: {
  config: Config;
  services: Services;
}): HeartbeatWork {
  const context = () => contextOf(services, SYSTEM);
  const hears = config.roles.includes('api');
  const judges = config.roles.includes('scheduler');
  let starts = true;
  return {
    hear: async () => {
      if (!hears) return;
      await noteHearing(context(), { starts });
      starts = false;
    },
    judge: async () => {
      if (judges) await judgeSilence(context());
    },
    settle: async () => {
      if (judges) await settleHeartbeats(context());
    },
  };
}
