import type { Stretch } from '../../core/component/uptime.ts';
import type { Impact } from '../../core/incident/types.ts';
import type { MonitorStatus } from '../../core/monitor/status.ts';
import type { EpochMs } from '../../core/time/instant.ts';

export type Outage = Stretch & {
  readonly id: string;
  readonly pageId: string;
  readonly componentId: string;
  /** The monitor that found it; null: it is gone since. */
  readonly monitorId: string | null;
};

/** A component that shows its uptime, and what counts in that. */
export type ComponentOutages = {
  readonly componentId: string;
  readonly bornAt: EpochMs;
  readonly outages: readonly Stretch[];
  /** When maintenances of it were in progress. */
  readonly planned: readonly Stretch[];
};

/** What a component shows something because of. */
export type ComponentCauses = {
  /** What is true beneath a maintenance that is in progress with it; null: there is none. */
  readonly beneath: Impact | null;
  /** Whether an outage of it lasts. */
  readonly hasOutage: boolean;
  /** The statuses of the monitors that it follows. */
  readonly followed: readonly MonitorStatus[];
};

/** Outages are written by whoever has locked their component before, and their monitor before that. */
export interface OutageRepository {
  /** The component that a monitor stands for: its own, else that of the nearest group above it that has one. */
  componentOf(monitorId: string): Promise<string | null>;
  /** The one that lasts; a monitor has one at most. */
  openOf(monitorId: string): Promise<Outage | null>;
  insert(outage: Outage): Promise<void>;
  /** Ends what lasts of a monitor's; the ids of the components that it was of, in order. */
  endOf(monitorId: string, now: EpochMs): Promise<string[]>;
  /** Ends what lasts of a component's. */
  endAllOf(componentId: string, now: EpochMs): Promise<void>;
  /** Without what the monitor `without` causes. */
  causesOf(componentId: string, without: string | null): Promise<ComponentCauses>;
  /** A component's, newest first. */
  list(componentId: string, window: { offset: number; limit: number }): Promise<Outage[]>;
  /**
   * Those of the components that show their uptime, with the outages and the maintenances that
   * lasted after `since`; one statement.
   */
  shownOf(componentIds: readonly string[], since: EpochMs): Promise<ComponentOutages[]>;
}
