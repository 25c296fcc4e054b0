import type { Incident } from '../../core/incident/types.ts';
import type { Context } from '../context.ts';
import type { Component } from '../ports/components.ts';
import type { IncidentUpdate } from '../ports/incidents.ts';
import type { Page } from '../ports/pages.ts';

/** An incident with what the API shows around it. */
export type DetailedIncident = {
  readonly incident: Incident;
  readonly page: Page;
  /** Oldest first. */
  readonly updates: readonly IncidentUpdate[];
  readonly components: ReadonlyMap<string, Component>;
};

/** The incidents with pages, updates and components, with one query for each kind. One whose page is gone is left out. */
export async function withDetails(ctx: Context, incidents: readonly Incident[]): Promise<DetailedIncident[]> {
  const componentIds = [...new Set(incidents.flatMap((incident) => incident.components.map(({ id }) => id)))];
  const pageIds = [...new Set(incidents.map((incident) => incident.pageId))];
  const [updates, components, pages] = await Promise.all([
    ctx.read.incidents.updatesOf(incidents.map(({ id }) => id)),
    componentIds.length === 0 ? [] : ctx.read.components.findMany(componentIds),
    Promise.all(pageIds.map((id) => ctx.read.pages.find(id))),
  ]);
  const byId = new Map(components.map((component) => [component.id, component]));
  return incidents.flatMap((incident) => {
    const page = pages.find((candidate) => candidate?.id === incident.pageId);
    if (page === undefined || page === null) return [];
    const own = updates.filter((update) => update.incidentId === incident.id);
    return [{ incident, page, updates: own, components: byId }];
  });
}
