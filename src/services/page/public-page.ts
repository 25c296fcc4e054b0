import { uptimePercentage, uptimeSince } from '../../core/component/uptime.ts';
import { uptimeDays, type UptimeDay } from '../../core/component/uptime-days.ts';
import type { Incident } from '../../core/incident/types.ts';
import type { Maintenance } from '../../core/maintenance/maintenance.ts';
import { publicStatus, type PublicStatus } from '../../core/page/public-status.ts';
import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { Component } from '../ports/components.ts';
import type { IncidentUpdate } from '../ports/incidents.ts';
import type { MaintenanceUpdate } from '../ports/maintenances.ts';
import type { Page } from '../ports/pages.ts';
import { findPublicPage } from './find-public-page.ts';

const MAX_OPEN = 50;
const MAX_PAST = 50;
const MAX_MAINTENANCES = 50;
const MAX_UPDATES = 50;
const PAST_DAYS = 14;

/** An incident and what was told of it, newest first. */
export type ToldIncident = { readonly incident: Incident; readonly updates: readonly IncidentUpdate[] };

/** A maintenance and what was told of it, newest first. */
export type ToldMaintenance = {
  readonly maintenance: Maintenance;
  readonly componentNames: readonly string[];
  readonly updates: readonly MaintenanceUpdate[];
};

/** How much of the last days a component was up. */
export type ComponentUptime = {
  /** Of all the days together, 0 to 100. */
  readonly percent: number;
  /** Oldest first. */
  readonly days: readonly UptimeDay[];
};

/** All that the public page shows. */
export type PublicPage = {
  readonly page: Page;
  readonly status: PublicStatus;
  /** In their order, without those that are archived. */
  readonly components: readonly Component[];
  /** By component; one that is absent shows none. */
  readonly uptimes: ReadonlyMap<string, ComponentUptime>;
  /** Published and not over, newest first. */
  readonly open: readonly ToldIncident[];
  /** Published and resolved within 14 days, newest first. */
  readonly past: readonly ToldIncident[];
  /** Those that are not over, earliest start first. */
  readonly maintenances: readonly ToldMaintenance[];
  /** Whether readers can subscribe by e-mail. */
  readonly takesSubscribers: boolean;
};

/** Reads what anybody may see of a page, in a constant number of statements. Errors: those of `findPublicPage`. */
export async function readPublicPage(ctx: Context, input: { subdomain: string }): Promise<PublicPage> {
  const page = await findPublicPage(ctx, input);
  const published = { pageId: page.id, published: true, offset: 0 } as const;
  const resolvedSince = plusMs(ctx.now, -PAST_DAYS * DAY_MS);
  const [all, open, past, maintenances] = await Promise.all([
    ctx.read.components.list(page.id),
    ctx.read.incidents.list({ ...published, open: true, limit: MAX_OPEN }),
    ctx.read.incidents.list({ ...published, resolvedSince, limit: MAX_PAST }),
    ctx.read.maintenances.listActive(page.id, MAX_MAINTENANCES),
  ]);
  const told = await withUpdates(ctx, [...open.incidents, ...past.incidents]);
  const components = all.filter(({ archivedAt }) => archivedAt === null);
  const uptimes = await uptimesOf(
    ctx,
    components.map(({ id }) => id),
  );
  const impacts = open.incidents.map(({ impact }) => impact);
  return {
    page,
    status: publicStatus([...components.map(({ status }) => status), ...impacts]),
    components,
    uptimes,
    open: told.slice(0, open.incidents.length),
    past: told.slice(open.incidents.length),
    maintenances: await toldMaintenances(ctx, maintenances, all),
    takesSubscribers: ctx.subscribers.works('EMAIL'),
  };
}

async function withUpdates(ctx: Context, incidents: readonly Incident[]): Promise<ToldIncident[]> {
  const ids = incidents.map(({ id }) => id);
  const updates = ids.length === 0 ? [] : await ctx.read.incidents.updatesOf(ids);
  const of = newestFirst(updates, ({ incidentId }) => incidentId);
  return incidents.map((incident) => ({ incident, updates: of(incident.id) }));
}

async function toldMaintenances(
  ctx: Context,
  maintenances: readonly Maintenance[],
  components: readonly Component[],
): Promise<ToldMaintenance[]> {
  const ids = maintenances.map(({ id }) => id);
  const updates = ids.length === 0 ? [] : await ctx.read.maintenances.updatesOf(ids);
  const of = newestFirst(updates, ({ maintenanceId }) => maintenanceId);
  return maintenances.map((maintenance) => {
    const affected = new Set(maintenance.components.map(({ id }) => id));
    const componentNames = components.filter(({ id }) => affected.has(id)).map(({ name }) => name);
    return { maintenance, componentNames, updates: of(maintenance.id) };
  });
}

/** What was told of each, out of updates that come oldest first. */
function newestFirst<T>(updates: readonly T[], subjectOf: (update: T) => string): (id: string) => T[] {
  const of = new Map<string, T[]>();
  for (const update of updates) {
    const told = of.get(subjectOf(update));
    if (told === undefined) of.set(subjectOf(update), [update]);
    else told.push(update);
  }
  return (id) => (of.get(id) ?? []).slice(-MAX_UPDATES).toReversed();
}

/** One statement, however many components there are. */
async function uptimesOf(
  { read, now }: Context,
  componentIds: readonly string[],
): Promise<Map<string, ComponentUptime>> {
  const shown = await read.outages.shownOf(componentIds, uptimeSince(now));
  return new Map(
    shown.map(({ componentId, ...counted }) => [
      componentId,
      { percent: uptimePercentage({ ...counted, now }), days: uptimeDays({ ...counted, now }) },
    ]),
  );
}
