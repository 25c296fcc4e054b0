import type { Impact } from '../../core/incident/types.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** A part of what a page reports on. */
export type Component = {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly description: string;
  readonly status: Impact;
  readonly order: number;
  readonly showUptime: boolean;
  readonly groupId: string | null;
  readonly archivedAt: EpochMs | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

export interface ComponentRepository {
  find(id: string): Promise<Component | null>;
  findMany(ids: readonly string[]): Promise<Component[]>;
  /** All of a page, in their order. */
  list(pageId: string): Promise<Component[]>;
  /** All of several pages, each page's in their order. */
  listOf(pageIds: readonly string[]): Promise<Component[]>;
  insertMany(components: readonly Component[]): Promise<void>;
  setStatus(ids: readonly string[], status: Impact, now: EpochMs): Promise<void>;
}
