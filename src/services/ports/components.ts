import type { Impact } from '../../core/incident/types.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Translations } from '../../core/translations.ts';

/** A part of what a page reports on. */
export type Component = {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly description: string;
  /** What it shows. Where a maintenance is in progress with a group that it is in: what that says, of one that was not locked. */
  readonly status: Impact;
  readonly order: number;
  readonly showUptime: boolean;
  readonly groupId: string | null;
  readonly archivedAt: EpochMs | null;
  readonly translations: Translations;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

export interface ComponentRepository {
  find(id: string): Promise<Component | null>;
  /** As `find`, with its own status, keeping whoever else writes it, or refers to it anew, waiting until the transaction ends. */
  lock(id: string): Promise<Component | null>;
  /** Those that exist, with their own status, locked in one order everywhere; who only refers to them anew does not wait. */
  lockMany(ids: readonly string[]): Promise<Component[]>;
  findMany(ids: readonly string[]): Promise<Component[]>;
  /** As `findMany`, each with its own status: for whoever asks what they are, not how they are. */
  findStored(ids: readonly string[]): Promise<Component[]>;
  /** All of a page, in their order. */
  list(pageId: string): Promise<Component[]>;
  /** All of several pages, each page's in their order. */
  listOf(pageIds: readonly string[]): Promise<Component[]>;
  insertMany(components: readonly Component[]): Promise<void>;
  /**
   * Makes them have a status: it is shown, or, while a maintenance is in progress with one, noted beneath and shown when
   * that is over. Locks them.
   */
  setStatus(ids: readonly string[], status: Impact, now: EpochMs): Promise<void>;
  /** Makes them show a status, whatever maintenance is in progress. Needs their locks. */
  show(ids: readonly string[], status: Impact, now: EpochMs): Promise<void>;
  /**
   * What open incidents said of its status holds no more. What an incident that is being changed says of it in this very
   * moment is said later, and stays.
   */
  overrule(id: string): Promise<void>;
  /** Everything but its page and its birth. */
  update(component: Component): Promise<void>;
  /** Those that it is the group of are in none then; incidents and integrations no longer name it; monitors as by `unfollow`. */
  remove(id: string): Promise<void>;
  /** Takes the component from the monitors that it follows, and keeps them locked. */
  unfollow(id: string, now: EpochMs): Promise<void>;
  /** The ids of all incidents that it affects, open or not. */
  incidentsOf(id: string): Promise<string[]>;
  /** Locks those of them that are not over. */
  lockOpenIncidentsOf(id: string): Promise<void>;
}
