import type { z } from 'zod';
import { MINUTE_MS, type EpochMs } from '../../core/time/instant.ts';
import type { DetailedMaintenance } from '../../services/maintenance/with-details.ts';
import type { MaintenanceUpdate, Suppression } from '../../services/ports/maintenances.ts';
import { paragraphOf } from '../html.ts';
import { isoOf, isoOrNull } from './common.ts';
import type {
  MaintenanceOut,
  MaintenanceUpdateDetailed,
  MaintenanceUpdateOut,
  MaintenanceWithSuppressed,
} from './maintenances.ts';
import { siteOut } from './site-out.ts';

export function maintenanceOut(detailed: DetailedMaintenance): z.input<typeof MaintenanceOut> {
  const { maintenance } = detailed;
  const { pageId, start, end, components, earlyToldAt: _told, ...rest } = maintenance;
  return {
    ...rest,
    siteId: pageId,
    start: isoOf(start),
    end: isoOrNull(end),
    duration: minutesBetween(start, end),
    startedAt: isoOrNull(rest.startedAt),
    endedAt: isoOrNull(rest.endedAt),
    updates: updatesOut(detailed),
    components: componentsOut(detailed),
    statuses: components.map((component) => ({ ...component })),
    createdAt: isoOf(rest.createdAt),
    updatedAt: isoOf(rest.updatedAt),
  };
}

export function maintenanceWithSuppressedOut(
  detailed: DetailedMaintenance,
  suppressed: readonly Suppression[],
): z.input<typeof MaintenanceWithSuppressed> {
  return {
    ...maintenanceOut(detailed),
    suppressed: suppressed.map(({ monitorId, at, text }) => ({ monitorId, at: isoOf(at), text })),
  };
}

/** One update with its maintenance in brief. */
export function maintenanceUpdateOut(
  update: MaintenanceUpdate,
  detailed: DetailedMaintenance,
): z.input<typeof MaintenanceUpdateDetailed> {
  const { id, name, status, start } = detailed.maintenance;
  const shown = updatesOut(detailed).find((candidate) => candidate.id === update.id);
  return {
    ...(shown ?? updateOut(update, null)),
    maintenance: { id, name, status, start: isoOf(start), components: componentsOut(detailed) },
    translations: update.translations,
  };
}

function componentsOut({ maintenance, components, page }: DetailedMaintenance) {
  // One that was deleted in this very moment is nothing to show.
  return maintenance.components.flatMap(({ id }) => {
    const component = components.get(id);
    if (component === undefined) return [];
    const { name, status, showUptime } = component;
    return [{ id, name, status, showUptime, site: siteOut(page), subscribers: [] }];
  });
}

/** Each update holds until the next one starts, the last one until the maintenance ends. */
function updatesOut({ updates, maintenance }: DetailedMaintenance): z.input<typeof MaintenanceUpdateOut>[] {
  return updates.map((update, index) =>
    updateOut(update, updates[index + 1]?.started ?? maintenance.endedAt),
  );
}

function updateOut(update: MaintenanceUpdate, ended: EpochMs | null): z.input<typeof MaintenanceUpdateOut> {
  const { id, message, status, notify, started, createdAt } = update;
  return {
    id,
    message,
    messageHtml: paragraphOf(message),
    status,
    notify,
    started: isoOf(started),
    ended: isoOrNull(ended),
    duration: minutesBetween(started, ended),
    createdAt: isoOf(createdAt),
  };
}

/** Whole minutes, never negative; null while there is no end. */
export function minutesBetween(start: EpochMs, end: EpochMs | null): number | null {
  return end === null ? null : Math.max(0, Math.floor((end - start) / MINUTE_MS));
}
