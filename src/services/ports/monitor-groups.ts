import type { EpochMs } from '../../core/time/instant.ts';
import type { Location, MonitorType } from './monitor-config.ts';

/** A named collection of monitors of one page; groups of a page are a tree. */
export type MonitorGroup = {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  /** Null: at the top. */
  readonly parentId: string | null;
  readonly collapsed: boolean;
  readonly order: number;
  readonly componentId: string | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

/** A monitor as far as its group goes. */
export type GroupedMonitor = {
  readonly id: string;
  readonly groupId: string;
  readonly type: MonitorType;
  /** At least one, in the order given. */
  readonly locations: readonly Location[];
};

/**
 * Who moves anything in the tree of a page, a group or a monitor, holds the page's lock: else two moves, each right by
 * itself, could make a cycle together.
 */
export interface MonitorGroupRepository {
  find(id: string): Promise<MonitorGroup | null>;
  /** All of a page, in their order. */
  listOf(pageId: string): Promise<MonitorGroup[]>;
  insert(group: MonitorGroup): Promise<void>;
  /** Everything but its page and its birth. */
  update(group: MonitorGroup): Promise<void>;
  /** Moves what the group holds, groups and monitors, under `parentId`, and deletes the group. */
  remove(group: MonitorGroup, now: EpochMs): Promise<void>;
  /** The monitors of several groups, oldest first. */
  monitorsIn(groupIds: readonly string[]): Promise<GroupedMonitor[]>;
  /** Which of `ids` are monitors of the page. */
  existingMonitors(pageId: string, ids: readonly string[]): Promise<string[]>;
  /** Moves monitors into a group (null: out of any); those that are there already stay as they are. */
  moveMonitors(ids: readonly string[], groupId: string | null, now: EpochMs): Promise<void>;
}
