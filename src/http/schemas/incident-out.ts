import type { z } from 'zod';
import { SECOND_MS, type EpochMs } from '../../core/time/instant.ts';
import type { DetailedIncident } from '../../services/incident/with-details.ts';
import type { RecordedEvent } from '../../services/ports/events.ts';
import type { IncidentUpdate } from '../../services/ports/incidents.ts';
import { paragraphOf } from '../html.ts';
import { isoOf, isoOrNull } from './common.ts';
import { siteOut } from './site-out.ts';
import type { IncidentOut, TimelineOut, UpdateDetailed, UpdateOut } from './incidents.ts';

export function incidentOut(detailed: DetailedIncident): z.input<typeof IncidentOut> {
  const { incident } = detailed;
  const { response, startedAt, pageId, createdAt, updatedAt } = incident;
  const { id, number, name, status, impact, description, source, dedupKey, published, monitorId } = incident;
  return {
    id,
    siteId: pageId,
    number,
    name,
    status,
    started: isoOf(startedAt),
    duration: secondsBetween(startedAt, response.resolvedAt),
    resolved: isoOrNull(response.resolvedAt),
    updates: updatesOut(detailed),
    components: componentsOut(detailed),
    translations: incident.translations,
    impact,
    description,
    source,
    dedupKey,
    published,
    monitorId,
    response: {
      state: response.state,
      acknowledgedBy: response.acknowledgedBy,
      acknowledgedAt: isoOrNull(response.acknowledgedAt),
      snoozedUntil: isoOrNull(response.snoozedUntil),
      escalationLevel: incident.escalationLevel,
    },
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}

/** One update with its incident in brief. */
export function updateDetailedOut(
  update: IncidentUpdate,
  detailed: DetailedIncident,
): z.input<typeof UpdateDetailed> {
  const { id, name, status, startedAt } = detailed.incident;
  const shown = updatesOut(detailed).find((candidate) => candidate.id === update.id);
  return {
    ...(shown ?? updateOut(update, null)),
    incident: {
      id,
      name,
      status,
      started: isoOf(startedAt),
      components: componentsOut(detailed).map((component) => ({ ...component, subscribers: [] })),
    },
    translations: update.translations,
  };
}

export function timelineOut(events: readonly RecordedEvent[]): z.input<typeof TimelineOut> {
  return {
    events: events.map(({ id, type, at, actor, text, data }) => ({
      id,
      type,
      at: isoOf(at),
      actor,
      text,
      data: { ...data },
    })),
  };
}

function componentsOut({ incident, components, page }: DetailedIncident) {
  return incident.components.map(({ id, name, status }) => ({
    id,
    name,
    status,
    showUptime: components.get(id)?.showUptime ?? true,
    site: siteOut(page),
  }));
}

/** Each update ends when the next one starts, the last one with the incident. */
function updatesOut({ updates, incident }: DetailedIncident): z.input<typeof UpdateOut>[] {
  return updates.map((update, index) =>
    updateOut(update, updates[index + 1]?.started ?? incident.response.resolvedAt),
  );
}

function updateOut(update: IncidentUpdate, ended: EpochMs | null): z.input<typeof UpdateOut> {
  const { id, message, status, notify, started, createdAt } = update;
  return {
    id,
    message,
    messageHtml: paragraphOf(message),
    status,
    notify,
    started: isoOf(started),
    ended: isoOrNull(ended),
    duration: secondsBetween(started, ended),
    createdAt: isoOf(createdAt),
  };
}

function secondsBetween(start: EpochMs, end: EpochMs | null): number | null {
  return end === null ? null : Math.max(0, Math.floor((end - start) / SECOND_MS));
}
