import type { Incident } from '../../core/incident/types.ts';
import type { IncidentView } from '../../core/notification/message.ts';
import type { Context } from '../context.ts';
import { viewOf } from '../incident/view.ts';
import type { Member } from '../ports/members.ts';
import type { ClaimedNotification } from '../ports/notifications.ts';
import type { Recipient } from '../ports/sender.ts';

/** A claimed notification with all that its message needs. */
export type Parcel = {
  readonly notification: ClaimedNotification;
  readonly incident: Incident;
  readonly view: IncidentView;
  readonly member: Member;
};

/** Loads what the messages need, in sets. `outdated`: somebody has the incident by now, or it is snoozed. */
export async function loadParcels(
  ctx: Context,
  claimed: readonly ClaimedNotification[],
): Promise<{ parcels: Parcel[]; outdated: ClaimedNotification[] }> {
  const [incidents, members] = await Promise.all([
    ctx.read.incidents.findMany([...new Set(claimed.map((n) => n.incidentId))]),
    ctx.read.members.findMany([...new Set(claimed.map((n) => n.memberId))]),
  ]);
  const views = await viewsOf(ctx, incidents);
  const incidentById = new Map(incidents.map((incident) => [incident.id, incident]));
  const memberById = new Map(members.map((member) => [member.id, member]));
  const parcels: Parcel[] = [];
  const outdated: ClaimedNotification[] = [];
  for (const notification of claimed) {
    const incident = incidentById.get(notification.incidentId);
    const view = views.get(notification.incidentId);
    const member = memberById.get(notification.memberId);
    const isComplete = incident !== undefined && view !== undefined && member !== undefined;
    if (isComplete && isWanted(notification, incident)) {
      parcels.push({ notification, incident, view, member });
    } else outdated.push(notification);
  }
  return { parcels, outdated };
}

/** Whether a message is still to be sent: nobody has the incident, or it was asked for by hand and is not over. */
export function isWanted(notification: ClaimedNotification, { response }: Incident): boolean {
  return response.state === 'TRIGGERED' || (notification.evenIfTaken && response.state !== 'RESOLVED');
}

/** How incidents look in messages, by id. */
export async function viewsOf(
  ctx: Context,
  incidents: readonly Incident[],
): Promise<Map<string, IncidentView>> {
  const pageIds = [...new Set(incidents.map((incident) => incident.pageId))];
  const pages = await Promise.all(pageIds.map((id) => ctx.read.pages.find(id)));
  const names = new Map(pages.flatMap((page) => (page === null ? [] : [[page.id, page.name]])));
  return new Map(
    incidents.map((incident) => [incident.id, viewOf(ctx, incident, names.get(incident.pageId) ?? '')]),
  );
}

/** What timelines call the member. */
export function nameOf({ member }: Parcel): string {
  return member.name ?? member.email;
}

/** A member as senders know them. */
export function recipientOf(member: Member): Recipient {
  return {
    memberId: member.id,
    name: member.name ?? member.email,
    email: member.email,
    phone: member.phone,
    chatUserId: member.chatUserId,
    webhookUrl: member.webhookUrl,
    webhookSecret: member.webhookSecret,
  };
}
