import type { Impact } from '../../core/incident/types.ts';
import type { Maintenance, MaintenanceStatus } from '../../core/maintenance/maintenance.ts';
import type { Cover } from '../../core/maintenance/overlap.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Translations } from '../../core/translations.ts';

/** What readers are told of a maintenance. */
export type MaintenanceUpdate = {
  readonly id: string;
  readonly maintenanceId: string;
  readonly message: string;
  readonly status: MaintenanceStatus;
  readonly notify: boolean;
  readonly translations: Translations;
  readonly started: EpochMs;
  readonly createdAt: EpochMs;
};

/** A maintenance in progress and what it does with a component. */
export type ComponentCover = Cover & { readonly maintenanceId: string; readonly componentId: string };

export type MaintenanceName = { readonly id: string; readonly name: string };

/** A monitor whose incident a maintenance kept from opening, and that is not well yet. */
export type HiddenFailure = {
  readonly monitorId: string;
  /** The log that showed it; null: none did. */
  readonly logId: string | null;
  /** Those that hid it. */
  readonly maintenances: readonly MaintenanceName[];
};

/** An incident that was not opened, as the maintenance's readers see it. */
export type Suppression = { readonly monitorId: string; readonly at: EpochMs; readonly text: string };

export interface MaintenanceRepository extends Suppressions {
  find(id: string): Promise<Maintenance | null>;
  /** As `find`, keeping other writers of it waiting until the transaction ends, and whoever asks `inProgressWith`. */
  lock(id: string): Promise<Maintenance | null>;
  /** Latest start first. */
  list(pageId: string, window: { offset: number; limit: number }): Promise<Maintenance[]>;
  /** Those that are not over, earliest start first. */
  listActive(pageId: string, limit: number): Promise<Maintenance[]>;
  /** Stores it without its components. */
  insert(maintenance: Maintenance, nextDueAt: EpochMs | null): Promise<void>;
  /** Everything but its page, its birth and its components. */
  update(maintenance: Maintenance, nextDueAt: EpochMs | null): Promise<void>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
  /** The ids of those with something to do by `now`, longest due first. */
  due(now: EpochMs, limit: number): Promise<string[]>;

  insertUpdate(update: MaintenanceUpdate): Promise<void>;
  /** Everything but its maintenance and its birth. */
  changeUpdate(update: MaintenanceUpdate): Promise<void>;
  removeUpdate(id: string): Promise<void>;
  /** Oldest first, of several maintenances at once. */
  updatesOf(maintenanceIds: readonly string[]): Promise<MaintenanceUpdate[]>;
}

/** What maintenances in progress do with components and monitors; part of the maintenances' repository. */
export interface Suppressions {
  /** What all that are in progress do with these components, earliest maintenance first. */
  coversOf(componentIds: readonly string[]): Promise<ComponentCover[]>;
  /** Makes the components of a maintenance exactly these; `before` is null where it is not in progress. */
  saveComponents(
    maintenanceId: string,
    components: readonly { readonly id: string; readonly status: Impact; readonly before: Impact | null }[],
  ): Promise<void>;
  /**
   * Notes what is true of components beneath the maintenances in progress with them; answers the ids of those with one.
   * Needs the components' locks, so that none starts or ends meanwhile.
   */
  noteBefore(componentIds: readonly string[], status: Impact): Promise<string[]>;
  /**
   * What maintenances in progress with groups say of those components beneath them, at any depth, with which none is in
   * progress by itself.
   */
  coversAbove(componentIds: readonly string[]): Promise<Map<string, readonly Impact[]>>;
  /**
   * Those in progress with a component or a group that it is in, by name, and those that the clock has to start by `now`;
   * none of them ends before the transaction does.
   */
  inProgressWith(componentId: string, now: EpochMs): Promise<MaintenanceName[]>;
  /**
   * Monitors that are not well, whose incident was suppressed since they last were and not opened since, that still ask
   * for it, are not paused, and that no maintenance in progress, as `inProgressWith` has it, covers any more; longest hidden first.
   */
  hiddenFailures(filter: {
    pageId?: string | undefined;
    monitorId?: string | undefined;
    now: EpochMs;
    limit: number;
  }): Promise<HiddenFailure[]>;
  /** Of logs of a monitor those whose incident was suppressed, and by which maintenance. One statement. */
  suppressedLogs(
    monitorId: string,
    logIds: readonly string[],
  ): Promise<{ logId: string; maintenance: MaintenanceName }[]>;
  /** What a maintenance has suppressed, newest first. */
  suppressedBy(maintenance: { id: string; pageId: string }, limit: number): Promise<Suppression[]>;
}
