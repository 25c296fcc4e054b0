import { dueAt, type Heartbeat, type Rhythm } from '../../core/monitor/heartbeat.ts';
import { SECOND_MS } from '../../core/time/instant.ts';
import type { SavedHeartbeat } from '../ports/heartbeats.ts';
import type { Monitor } from '../ports/monitor-config.ts';

type Settings = Pick<Monitor, 'id' | 'checksIntervalS' | 'graceSeconds' | 'paused'>;

/** What a monitor's settings ask of its job. */
export function rhythmOf({ checksIntervalS, graceSeconds, paused }: Settings): Rhythm {
  return { intervalMs: checksIntervalS * SECOND_MS, graceMs: graceSeconds * SECOND_MS, paused };
}

/** A monitor's heartbeat as it is stored, with its due time. */
export function saved(monitor: Settings, heartbeat: Heartbeat, logId?: string): SavedHeartbeat {
  const due = dueAt(heartbeat, rhythmOf(monitor));
  return { monitorId: monitor.id, heartbeat, dueAt: due, ...(logId === undefined ? {} : { logId }) };
}
