import type { Heartbeat } from '../../core/monitor/heartbeat.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Monitor } from './monitor-config.ts';

/** A HEARTBEAT monitor, as far as a ping needs it, with what is heard of its job. */
export type HeartbeatMonitor = Pick<
  Monitor,
  | 'id'
  | 'pageId'
  | 'name'
  | 'locations'
  | 'checksIntervalS'
  | 'graceSeconds'
  | 'createMetric'
  | 'paused'
  | 'status'
> & {
  readonly heartbeat: Heartbeat;
  /** The log that its outcome comes from; null before there is one. */
  readonly logId: string | null;
};

export type SavedHeartbeat = {
  readonly monitorId: string;
  readonly heartbeat: Heartbeat;
  readonly dueAt: EpochMs | null;
  /** The log that a new outcome comes from; absent: the one there is stays. */
  readonly logId?: string;
};

/** Whoever writes has locked the monitor, or the heartbeat. */
export interface HeartbeatRepository {
  /** By an index. */
  findByToken(token: string): Promise<HeartbeatMonitor | null>;
  /** As `findByToken`, keeping every other writer of the monitor waiting until the transaction ends. */
  lockByToken(token: string): Promise<HeartbeatMonitor | null>;
  /** Null for a monitor of another type. */
  find(monitorId: string): Promise<HeartbeatMonitor | null>;
  /** From here on the monitor hears; nothing has come yet. */
  begin(monitorId: string): Promise<void>;
  /** What was heard of the monitor is forgotten. */
  end(monitorId: string): Promise<void>;
  /** One statement whatever the number. Those that are gone are passed over. */
  save(heartbeats: readonly SavedHeartbeat[]): Promise<void>;
  /**
   * What is due at `now`, longest due first, locked with its monitor until the transaction ends; what others hold is passed
   * over. None while nobody can hear, and none that nobody was heard hearing since it was due: until `afterDeafness` has been
   * seen to, silence says nothing.
   */
  lockOverdue(now: EpochMs, limit: number): Promise<HeartbeatMonitor[]>;
  /** Everything that is due some time, locked until the transaction ends. */
  lockAwaited(): Promise<HeartbeatMonitor[]>;
  /** Monitors that are not paused and whose status is not what their last result says, with the log that said it. */
  unsettled(limit: number): Promise<{ monitorId: string; logId: string | null }[]>;
  /**
   * Notes that somebody can hear. False, and nothing is noted, where nobody could for half a minute or ever, or the clock
   * was set back since.
   */
  noteHearing(): Promise<boolean>;
  /**
   * Notes it all the same; answers for how long nobody could, in ms: 0 the first time. Whoever else asks waits until the
   * transaction ends.
   */
  noteHearingAgain(): Promise<number>;
}
