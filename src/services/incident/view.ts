import type { Incident } from '../../core/incident/types.ts';
import type { IncidentView } from '../../core/notification/message.ts';
import type { Services } from '../context.ts';

/** An incident as messages show it; its link shows it in a browser to whoever has the link. */
export function viewOf(
  services: Pick<Services, 'links' | 'settings'>,
  incident: Incident,
  pageName: string,
): IncidentView {
  const { response } = incident;
  return {
    id: incident.id,
    number: incident.number,
    name: incident.name,
    description: incident.description,
    impact: incident.impact,
    status: incident.status,
    state: response.state,
    source: incident.source,
    startedAt: incident.startedAt,
    acknowledgedBy: response.acknowledgedBy,
    acknowledgedAt: response.acknowledgedAt,
    snoozedUntil: response.snoozedUntil,
    resolvedAt: response.resolvedAt,
    escalationLevel: incident.escalationLevel,
    version: incident.version,
    pageName,
    componentNames: incident.components.map((component) => component.name),
    url: linkTo(services, { i: incident.id }),
  };
}

/** The address at which a member is asked to confirm an acknowledgement. */
export function acknowledgeUrl(
  services: Pick<Services, 'links' | 'settings'>,
  incidentId: string,
  memberId: string,
): string {
  return linkTo(services, { i: incidentId, m: memberId });
}

function linkTo(
  { links, settings }: Pick<Services, 'links' | 'settings'>,
  payload: { i: string; m?: string },
): string {
  return `${settings.publicUrl}/acknowledge/${links.sign(JSON.stringify(payload))}`;
}
