import { OPENED } from '../../core/incident/lifecycle.ts';
import type { Impact, Incident, IncidentStatus } from '../../core/incident/types.ts';
import { worstImpact } from '../../core/routing/impact.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { messageTranslations, UNTRANSLATED, type Translations } from '../../core/translations.ts';
import type { Context } from '../context.ts';
import { AppError, invalid, notFound, TryAgainError } from '../errors.ts';
import type { NewIncident } from '../ports/incidents.ts';
import { transact, transactTogether, type Tx } from '../transact.ts';
import { announceIncident, toldBy } from './announce.ts';
import { titleOf } from './result.ts';
import { routeIncident, type Route } from './route.ts';
import { startResponse } from './start-response.ts';
import { actedOn, gistOf } from './audited.ts';

export type OpenIncident = {
  readonly pageId: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly status?: IncidentStatus | undefined;
  readonly impact?: Impact | undefined;
  /** Ids of affected components. */
  readonly components?: readonly string[] | undefined;
  readonly statuses?: readonly { readonly id: string; readonly status: Impact }[] | undefined;
  /** MONITOR, API, CHAT or the name of a monitoring tool. */
  readonly source: string;
  readonly dedupKey?: string | null | undefined;
  readonly monitorId?: string | null | undefined;
  readonly integrationId?: string | null | undefined;
  readonly published?: boolean | undefined;
  readonly startedAt?: EpochMs | undefined;
  readonly notify?: boolean | undefined;
  readonly translations?: Translations | undefined;
};

export type Opened = { readonly incident: Incident; readonly outcome: 'opened' | 'joined' };

/**
 * An open incident of the same dedup key may be resolved while this one is about to join it; then it opens after all. Whom
 * it is to tell may be deleted; then it tells others.
 */
export const MAX_TRIES = 3;

/** An opening with all that had to be read for it: who is affected, who is to be told. */
export type PreparedOpening = {
  readonly incident: NewIncident;
  readonly components: Incident['components'];
  /** Null where the incident is over already and tells nobody. */
  readonly route: Route | null;
  readonly notify: boolean;
};

/**
 * Opens an incident and, in the same transaction, everything that makes somebody hear of it; or adds to the open one
 * that has the same dedup key. An incident that is sent as RESOLVED is recorded and tells nobody.
 */
export async function open(ctx: Context, input: OpenIncident): Promise<Opened> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const prepared = await prepareOpening(ctx, input);
    // To join one takes a lock that others want too: with company everybody would wait for it.
    const opened =
      (await unlessOvertaken(() => transactTogether(ctx, (tx) => openNew(ctx, tx, prepared)))) ??
      (await unlessOvertaken(() => transact(ctx, (tx) => joinOpen(tx, prepared))));
    if (opened !== null) return opened;
  }
  throw new AppError(
    'unavailable',
    'an incident with the same dedupKey keeps opening and resolving, or whom it tells keeps being deleted; try again',
  );
}

/** Null where what was read for it did not hold any more. */
export async function unlessOvertaken<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TryAgainError) return null;
    throw error;
  }
}

/** The same within a transaction. Null where the one to join was resolved in between: then the caller tries again. */
export async function openWithin(ctx: Context, tx: Tx, prepared: PreparedOpening): Promise<Opened | null> {
  return (await openNew(ctx, tx, prepared)) ?? joinOpen(tx, prepared);
}

/** Null, and nothing done, where one with the same dedup key is open. */
async function openNew(ctx: Context, tx: Tx, prepared: PreparedOpening): Promise<Opened | null> {
  const { incident, components, route, notify } = prepared;
  const inserted = await tx.store.incidents.insert(incident, ctx.now);
  if (inserted === null) return null;
  const opened: Incident = {
    ...incident,
    number: inserted.number,
    response: {
      ...OPENED,
      ...(route === null ? { state: 'RESOLVED', resolvedAt: incident.resolvedAt } : {}),
    },
    escalationLevel: 0,
    version: 1,
    components,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  const update = {
    id: ctx.ids.next('upd'),
    incidentId: incident.id,
    message: incident.description,
    status: incident.status,
    notify,
    translations: messageTranslations(incident.translations),
    started: incident.startedAt,
    createdAt: ctx.now,
  };
  tx.add({ updates: [update] });
  if (notify) await announceIncident(ctx, tx, incident.id, toldBy(update));
  tx.happened({
    type: 'incident.opened',
    pageId: incident.pageId,
    incidentId: incident.id,
    ...(incident.monitorId === null ? {} : { monitorId: incident.monitorId }),
    text: `${titleOf(opened)} opened.`,
    data: { number: opened.number, impact: opened.impact, source: opened.source },
  });
  tx.changed(actedOn(opened, 'created', null, gistOf(opened)));
  if (route !== null) await startResponse(ctx, tx, opened, route, { isNew: true });
  return { incident: opened, outcome: 'opened' };
}

async function joinOpen(tx: Tx, { incident }: PreparedOpening): Promise<Opened | null> {
  const joined = incident.dedupKey === null ? null : await join(tx, incident);
  if (joined !== null) tx.changed(actedOn(joined.incident, 'noted', null, { text: incident.description }));
  return joined;
}

/** Adds to the open incident that has the same dedup key, and tells nobody anew. Null where none is open. */
export async function join(
  tx: Tx,
  incident: Pick<NewIncident, 'pageId' | 'dedupKey' | 'name' | 'description' | 'source'>,
): Promise<Opened | null> {
  const known = await tx.store.incidents.findOpenByDedupKey(incident.pageId, incident.dedupKey ?? '');
  // Behind its lock it may be over: what joined it then would be seen by nobody.
  const open = known === null ? null : await tx.store.incidents.lock(known.id);
  if (open === null || open.response.state === 'RESOLVED') return null;
  tx.happened({
    type: 'incident.updated',
    pageId: open.pageId,
    incidentId: open.id,
    text:
      incident.description === '' ? `Seen again: ${incident.name}.` : `Seen again: ${incident.description}`,
    data: { joined: true, name: incident.name, source: incident.source },
  });
  tx.showInChat(open.id);
  return { incident: open, outcome: 'joined' };
}

/** Reads what an opening needs. 404 for an unknown page; over the API 400 for a component that the page does not have. */
export async function prepareOpening(ctx: Context, input: OpenIncident): Promise<PreparedOpening> {
  if ((await ctx.read.pages.find(input.pageId)) === null) throw notFound('page');
  const impact = input.impact ?? worstImpact((input.statuses ?? []).map(({ status }) => status));
  const components = await affectedComponents(ctx, input, impact);
  const status = input.status ?? 'INVESTIGATING';
  const { pageId, name, source } = input;
  const incident: NewIncident = {
    ...NOTHING_SAID,
    ...said(input),
    id: ctx.ids.next('inc'),
    pageId,
    name,
    source,
    status,
    impact,
    startedAt: input.startedAt ?? ctx.now,
    resolvedAt: status === 'RESOLVED' ? ctx.now : null,
    components: components.map(({ id, status: affected, said }) => ({ id, status: affected, said })),
  };
  const route = status === 'RESOLVED' ? null : await routeIncident(ctx, { ...incident, components }, ctx.now);
  return { incident, components, route, notify: input.notify ?? false };
}

const NOTHING_SAID = {
  description: '',
  dedupKey: null,
  monitorId: null,
  integrationId: null,
  published: false,
  translations: UNTRANSLATED,
} as const;

/** Of the optional fields those that were given. */
function said(input: OpenIncident): Partial<Pick<NewIncident, keyof typeof NOTHING_SAID>> {
  const keys = Object.keys(NOTHING_SAID) as (keyof typeof NOTHING_SAID)[];
  return Object.fromEntries(keys.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]])));
}

async function affectedComponents(
  ctx: Context,
  input: OpenIncident,
  impact: Impact,
): Promise<Incident['components']> {
  const statuses = new Map((input.statuses ?? []).map(({ id, status }) => [id, status]));
  const wanted = [...new Set([...(input.components ?? []), ...statuses.keys()])];
  const found = wanted.length === 0 ? [] : await ctx.read.components.findStored(wanted);
  const own = new Map(found.filter((c) => c.pageId === input.pageId).map((c) => [c.id, c]));
  return wanted.flatMap((id) => {
    const component = own.get(id);
    if (component !== undefined) {
      const status = statuses.get(id);
      return { id, name: component.name, status: status ?? impact, said: status !== undefined };
    }
    // Only a caller of the API can mend what it names; nobody else's incident is to fail for a component that is gone.
    if (input.source !== 'API') return [];
    throw invalid(pathOf(input, id), 'no component of this page has that id');
  });
}

function pathOf(input: OpenIncident, id: string): string {
  const index = (input.components ?? []).indexOf(id);
  if (index >= 0) return `components[${index}]`;
  return `statuses[${(input.statuses ?? []).findIndex((status) => status.id === id)}].id`;
}
