import { z } from 'zod';
import { MAINTENANCE_STATUSES } from '../../core/incident/template.ts';
import { IMPACTS, INCIDENT_STATUSES } from '../../core/incident/types.ts';
import { PUBLIC_STATUSES } from '../../core/page/public-status.ts';
import type { PublicSummary } from '../../services/page/public-summary.ts';
import { Id, InstantOut, isoOf } from './common.ts';
import { minutesBetween } from './maintenance-out.ts';

export const SummaryQuery = z.object({
  subdomain: z.string().min(1).max(255).meta({ description: "The page's subdomain, in any case" }),
});

const Url = z.string().meta({ format: 'uri', description: 'Where it is shown' });

const PublicIncident = z
  .object({
    name: z.string().meta({ description: 'What is wrong' }),
    started: InstantOut.meta({ description: 'Since when' }),
    status: z.enum(INCIDENT_STATUSES).meta({ description: 'How far the work on it is' }),
    impact: z.enum(IMPACTS).meta({ description: 'How bad it is' }),
    url: Url,
  })
  .meta({ id: 'PublicIncident' });

const PublicMaintenance = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'What is done' }),
    start: InstantOut.meta({ description: 'When it begins' }),
    status: z.enum(MAINTENANCE_STATUSES).meta({ description: 'How far it is' }),
    duration: z.number().nullable().meta({ description: 'Minutes; null: its end is open' }),
    url: Url,
    updatedAt: InstantOut.meta({ description: 'When it last changed' }),
  })
  .meta({ id: 'PublicMaintenance' });

export const SummaryOut = z
  .object({
    page: z
      .object({
        name: z.string().meta({ description: "The page's name" }),
        url: Url,
        status: z.enum(PUBLIC_STATUSES).meta({
          description: 'HASISSUES: a component or a published incident is worse than under maintenance',
        }),
      })
      .meta({ description: 'The page' }),
    activeIncidents: z
      .array(PublicIncident)
      .meta({ description: 'The published incidents that are not resolved, newest first, at most 100' }),
    activeMaintenances: z
      .array(PublicMaintenance)
      .meta({ description: 'The maintenances that are not over, earliest start first, at most 100' }),
  })
  .meta({ id: 'PublicStatusSummary' });

/** `publicUrl` is the installation's address, without a trailing slash. */
export function summaryOut(
  { page, status, incidents, maintenances }: PublicSummary,
  publicUrl: string,
): z.input<typeof SummaryOut> {
  const url = `${publicUrl}/public/${page.subdomain}`;
  return {
    page: { name: page.name, url, status },
    activeIncidents: incidents.map((incident) => ({
      name: incident.name,
      started: isoOf(incident.startedAt),
      status: incident.status,
      impact: incident.impact,
      url: `${url}#${incident.id}`,
    })),
    activeMaintenances: maintenances.map((maintenance) => ({
      id: maintenance.id,
      name: maintenance.name,
      start: isoOf(maintenance.start),
      status: maintenance.status,
      duration: minutesBetween(maintenance.start, maintenance.end),
      url: `${url}#${maintenance.id}`,
      updatedAt: isoOf(maintenance.updatedAt),
    })),
  };
}
