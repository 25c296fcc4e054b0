import { isIncidentStatus, type IncidentTemplate } from '../../core/incident/template.ts';
import type { Incident, IncidentStatus } from '../../core/incident/types.ts';
import { messageTranslations } from '../../core/translations.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { addIncidentUpdate } from '../incident/add-update.ts';
import { open } from '../incident/open.ts';
import type { IncidentUpdate } from '../ports/incidents.ts';
import { getTemplate } from './get.ts';

type Named = { readonly pageId: string; readonly templateId: string };

/**
 * Opens an incident as a template says, published, in the same way as one that is sent: whoever is to be told is told.
 * Errors: `not_found` for the template; `validation_error` where it is for maintenances.
 */
export async function openFromTemplate(ctx: Context, input: Named): Promise<Incident> {
  const template = await incidentTemplate(ctx, input);
  const { pageId, name, message, status, notify, components, translations } = template;
  const { incident } = await open(ctx, {
    pageId,
    name,
    description: message,
    status,
    statuses: components,
    notify,
    translations,
    published: true,
    source: 'API',
  });
  return incident;
}

/**
 * Tells of an incident what a template says: its message and status, and its components beside those that are affected
 * already; RESOLVED resolves it. The template's name, with its translations, is for incidents that it opens. Errors: those of `openFromTemplate`
 * and of `addIncidentUpdate`.
 */
export async function addUpdateFromTemplate(
  ctx: Context,
  input: Named & { incidentId: string },
): Promise<IncidentUpdate> {
  const { message, status, notify, components, translations } = await incidentTemplate(ctx, input);
  const { incidentId } = input;
  return addIncidentUpdate(ctx, {
    incidentId,
    message,
    status,
    notify,
    translations: messageTranslations(translations),
    started: undefined,
    components: undefined,
    statuses: components,
  });
}

async function incidentTemplate(
  ctx: Context,
  input: Named,
): Promise<Omit<IncidentTemplate, 'status'> & { readonly status: IncidentStatus }> {
  const { status, ...template } = await getTemplate(ctx, input);
  if (!isIncidentStatus(status)) throw invalid('template', 'is a template for maintenances');
  return { ...template, status };
}
