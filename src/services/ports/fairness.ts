import type { Interval } from '../../core/time/interval.ts';

export interface FairnessRepository {
  /**
   * How many pages reached each member of a page in [start, end), in one statement: one for each firing that at least
   * one channel took, however many did. Those who got none are not in it.
   */
  pagesReceived(pageId: string, range: Interval): Promise<Map<string, number>>;
}
