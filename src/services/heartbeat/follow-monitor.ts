import { startAfresh } from '../../core/monitor/heartbeat.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { Store } from '../ports/store.ts';
import { saved } from './rhythm.ts';

/** Whether a change makes its monitor one that hears, or lets it change its status again. */
export function mayChangeStatus({ from, to }: { from: Monitor; to: Monitor }): boolean {
  return to.type === 'HEARTBEAT' && (from.type !== 'HEARTBEAT' || (from.paused && !to.paused));
}

/**
 * Keeps what is heard of a monitor true over a change of it, or its making (`from` null): another type begins or ends it,
 * another interval or grace moves what is due, and the end of a pause gives the job a fresh interval. The monitor is locked.
 */
export async function followMonitor(
  store: Store,
  { from, to, now }: { from: Monitor | null; to: Monitor; now: EpochMs },
): Promise<void> {
  const wasHeard = from?.type === 'HEARTBEAT';
  if (to.type !== 'HEARTBEAT') {
    if (wasHeard) await store.heartbeats.end(to.id);
    return;
  }
  if (!wasHeard) return store.heartbeats.begin(to.id);
  const isMoved =
    from.paused !== to.paused ||
    from.checksIntervalS !== to.checksIntervalS ||
    from.graceSeconds !== to.graceSeconds;
  const stored = isMoved ? await store.heartbeats.find(to.id) : null;
  if (stored === null) return;
  // What comes on the other side of a pause tells something new.
  const heartbeat = from.paused === to.paused ? stored.heartbeat : { ...stored.heartbeat, lastPing: null };
  const resumes = from.paused && !to.paused;
  await store.heartbeats.save([saved(to, resumes ? startAfresh(heartbeat, now) : heartbeat)]);
}
