import type { JudgedAssertion } from '../../core/monitor/outcome.ts';
import type { PhaseTimes, SslDetails } from '../../core/monitor/probe-result.ts';
import type { MonitorStatus } from '../../core/monitor/status.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** What one check saw. Credentials in it are masked before it gets here; NUL characters are stored as U+FFFD. */
export type MonitorLog = PhaseTimes & {
  readonly id: string;
  readonly monitorId: string;
  readonly location: string;
  readonly createdAt: EpochMs;
  readonly isSuccessful: boolean;
  readonly isSslCheck: boolean;
  readonly httpStatusCode: string | null;
  /** What this one check says: UP, DEGRADED or DOWN. */
  readonly status: MonitorStatus;
  readonly performanceTime: number | null;
  readonly accessibilityScore: number | null;
  readonly seoScore: number | null;
  readonly bestPracticesScore: number | null;
  readonly successfulAssertions: number;
  readonly assertions: readonly JudgedAssertion[];
  readonly url: string | null;
  readonly method: string | null;
  readonly requestHeaders: Readonly<Record<string, string>> | null;
  readonly requestBody: string | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The first 4 KiB, on failure only. */
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly sslDetails: SslDetails | null;
  readonly isRetry: boolean;
  readonly retryOf: string | null;
};

export type LogField = keyof MonitorLog;

/** `at` is reached from `gte` on and up to `lte`; both inclusive. Instants are EpochMs. */
export type LogCondition = {
  readonly field: LogField;
  readonly comparison: 'equals' | 'gte' | 'lte' | 'lt';
  readonly value: string | number | boolean;
};

export type LogQuery = {
  readonly monitorId: string;
  readonly conditions: readonly LogCondition[];
  /** Ties go by rising id; logs without a value come last. */
  readonly sort: { readonly field: LogField; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
};

/** Reading and writing of logs; part of the monitors' repository. */
export interface MonitorLogs {
  /** One statement for the batch. Logs that are stored already and logs of deleted monitors are passed over. */
  insertLogs(logs: readonly MonitorLog[]): Promise<void>;
  findLog(id: string): Promise<MonitorLog | null>;
  /** Which of `ids` are stored. */
  storedLogs(ids: readonly string[]): Promise<string[]>;
  listLogs(query: LogQuery): Promise<{ logs: MonitorLog[]; total: number }>;
  /** How many logs are of `since` or later; of one page where `pageId` is given. */
  countLogsSince(since: EpochMs, pageId: string | null): Promise<number>;
  /** Deletes logs of a monitor, at most `limit`; how many they were. */
  deleteLogsOf(monitorId: string, limit: number): Promise<number>;
  /** Deletes the oldest logs from before `instant`, at most `limit`; how many they were. */
  deleteLogsBefore(instant: EpochMs, limit: number): Promise<number>;
}
