import { incidentAnnouncement } from '../../core/announcement/incident.ts';
import type { Context } from '../context.ts';
import type { IncidentUpdate } from '../ports/incidents.ts';
import type { Tx } from '../transact.ts';

/** What is told of an incident: one of its updates, or a change that somebody wants told. */
export type Told = Pick<IncidentUpdate, 'status' | 'message'> & {
  /** What makes it come once. */
  readonly subject: string;
};

/** An update is announced once, however often it is corrected. */
export function toldBy({ id, status, message }: Pick<IncidentUpdate, 'id' | 'status' | 'message'>): Told {
  return { subject: `update:${id}`, status, message };
}

/** Announces to the page's subscribers what is told of an incident, whose changes are stored already. */
export async function announceIncident(ctx: Context, tx: Tx, incidentId: string, told: Told): Promise<void> {
  const incident = await tx.store.incidents.find(incidentId);
  const page = incident === null ? null : await tx.store.pages.find(incident.pageId);
  if (incident === null || page === null) return;
  const { id, name, components, published } = incident;
  const { subject, status, message } = told;
  const words = incidentAnnouncement({
    name,
    status,
    message,
    componentNames: components.map((component) => component.name),
  });
  const pageUrl = `${ctx.settings.publicUrl}/public/${page.subdomain}`;
  tx.announce([
    {
      pageId: page.id,
      subject,
      // What is not published is told where somebody wants so, but it stands nowhere on the page.
      content: { kind: 'incident', ...words, url: published ? `${pageUrl}#${id}` : pageUrl },
      componentIds: components.map((component) => component.id),
    },
  ]);
}
