import type { Maintenance } from '../../core/maintenance/maintenance.ts';
import type { Context } from '../context.ts';
import type { Component } from '../ports/components.ts';
import type { MaintenanceUpdate } from '../ports/maintenances.ts';
import type { Page } from '../ports/pages.ts';

/** A maintenance with what the API shows around it. */
export type DetailedMaintenance = {
  readonly maintenance: Maintenance;
  readonly page: Page;
  /** Oldest first. */
  readonly updates: readonly MaintenanceUpdate[];
  readonly components: ReadonlyMap<string, Component>;
};

/** The maintenances of one page with its updates and components; empty where the page is gone. One query for each kind. */
export async function withMaintenanceDetails(
  ctx: Context,
  pageId: string,
  maintenances: readonly Maintenance[],
): Promise<DetailedMaintenance[]> {
  const componentIds = [...new Set(maintenances.flatMap((one) => one.components.map(({ id }) => id)))];
  const [updates, components, page] = await Promise.all([
    ctx.read.maintenances.updatesOf(maintenances.map(({ id }) => id)),
    componentIds.length === 0 ? [] : ctx.read.components.findMany(componentIds),
    ctx.read.pages.find(pageId),
  ]);
  if (page === null) return [];
  const byId = new Map(components.map((component) => [component.id, component]));
  return maintenances.map((maintenance) => ({
    maintenance,
    page,
    updates: updates.filter(({ maintenanceId }) => maintenanceId === maintenance.id),
    components: byId,
  }));
}
