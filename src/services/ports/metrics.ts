import type { Datapoint, Metric } from '../../core/metric/metric.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** The newest datapoints of a metric that lie in a stretch; both ends belong to it, null: open. */
export type DataWindow = {
  readonly from: EpochMs | null;
  readonly to: EpochMs | null;
  readonly limit: number;
};

/** What a check of a monitor measured. */
export type MonitorDatapoint = Datapoint & { readonly monitorId: string };

export interface MetricRepository {
  find(id: string): Promise<Metric | null>;
  /** As `find`, keeping whoever else writes it waiting until the transaction ends. */
  lock(id: string): Promise<Metric | null>;
  /** The one that a monitor feeds, or fed before it was told not to. */
  ofMonitor(monitorId: string): Promise<Metric | null>;
  /** Those of a page, in their order. */
  list(pageId: string, window: { offset: number; limit: number }): Promise<Metric[]>;
  /** The highest order on a page; -1 where it has none. */
  lastOrder(pageId: string): Promise<number>;
  insert(metric: Metric): Promise<void>;
  /** Everything but its page, its monitor and its birth. */
  update(metric: Metric): Promise<void>;
  /** With its data. */
  remove(id: string): Promise<void>;
  /** The data of several metrics, each one's by rising instant, ties by id; one statement. */
  dataOf(metricIds: readonly string[], window: DataWindow): Promise<Map<string, Datapoint[]>>;
  /** One statement. Nothing is added to a metric that is gone: false then. */
  addData(metricId: string, points: readonly Datapoint[]): Promise<boolean>;
  /**
   * Adds what checks measured to the metrics of their monitors, in one statement; points that are stored already, and those
   * of monitors that have no metric or feed none, are passed over.
   */
  addMonitorData(points: readonly MonitorDatapoint[]): Promise<void>;
  /** Deletes at most `limit` datapoints of a metric; how many they were. */
  removeData(metricId: string, limit: number): Promise<number>;
  /** Deletes at most `limit` datapoints from before `instant`; how many they were. */
  deleteDataBefore(instant: EpochMs, limit: number): Promise<number>;
}
