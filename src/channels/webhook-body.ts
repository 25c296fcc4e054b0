import { cut, type IncidentView } from '../core/notification/message.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { OutboundMessage, OutboundNotice, OutboundPage } from '../services/ports/sender.ts';

const iso = (at: EpochMs): string => new Date(at).toISOString();
const isoOrNull = (at: EpochMs | null): string | null => (at === null ? null : iso(at));

/** What a member's webhook gets: `{type, timestamp, data}`, as the Standard Webhooks specification advises. */
export function webhookBody(message: OutboundMessage): string {
  return 'notice' in message ? noticeBody(message) : pageBody(message);
}

function noticeBody({ notice, recipient, now }: OutboundNotice): string {
  const { type, title, text, url } = notice;
  return JSON.stringify({
    type,
    timestamp: iso(now),
    data: { title, text, url, memberId: recipient.memberId },
  });
}

function pageBody(page: OutboundPage): string {
  const { view, recipient, now, key } = page;
  // Receivers are advised to take 20 kB: a storm says less of each incident.
  const descriptionChars = view.incidents.length === 1 ? 5_000 : 200;
  return JSON.stringify({
    type: 'notification.page',
    timestamp: iso(now),
    data: {
      id: key,
      member: { id: recipient.memberId, name: recipient.name, email: recipient.email },
      why: view.why,
      isRepeat: view.isRepeat,
      acknowledgeUrl: view.acknowledgeUrl,
      incidents: view.incidents.map((incident) => incidentData(incident, descriptionChars)),
    },
  });
}

function incidentData(incident: IncidentView, descriptionChars: number): Record<string, unknown> {
  return {
    id: incident.id,
    number: incident.number,
    name: incident.name,
    description: cut(incident.description, descriptionChars),
    impact: incident.impact,
    status: incident.status,
    source: incident.source,
    page: incident.pageName,
    components: incident.componentNames,
    startedAt: iso(incident.startedAt),
    resolvedAt: isoOrNull(incident.resolvedAt),
    response: {
      state: incident.state,
      acknowledgedBy: incident.acknowledgedBy,
      acknowledgedAt: isoOrNull(incident.acknowledgedAt),
      snoozedUntil: isoOrNull(incident.snoozedUntil),
      escalationLevel: incident.escalationLevel,
    },
    url: incident.url,
  };
}
