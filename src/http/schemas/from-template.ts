import { z } from 'zod';
import type { DetailedIncident } from '../../services/incident/with-details.ts';
import type { IncidentUpdate } from '../../services/ports/incidents.ts';
import { PageParams, Id, InstantOut, isoOf } from './common.ts';
import { incidentOut, updateDetailedOut } from './incident-out.ts';
import { IncidentOut, IncidentParams, UpdateDetailed, UpdateOut } from './incidents.ts';
import { NamedTemplate, TranslatedByName } from './templates.ts';

export const OpenFromTemplateParams = PageParams.extend({ template: NamedTemplate });
export const UpdateFromTemplateParams = IncidentParams.extend({ template: NamedTemplate });

const NotImported = z.literal(false).meta({ description: 'Nothing is imported' });

export const IncidentFromTemplate = IncidentOut.extend({
  nameTranslationId: TranslatedByName,
  updates: z
    .array(UpdateDetailed)
    .meta({ description: 'What readers are told: the message of the template' }),
  notify: z.boolean().meta({ description: 'Whether subscribers are told' }),
  automated: z.literal(false).meta({ description: 'Whoever used the template opened it' }),
  appId: z.null().meta({ description: 'No integration opened it' }),
  importedFromStatuspage: NotImported,
}).meta({ id: 'IncidentWithTemplate' });

export const UpdateFromTemplate = UpdateOut.extend({
  incidentId: Id.meta({ description: 'The incident that it tells of' }),
  messageTranslationId: TranslatedByName,
  messageHtmlTranslationId: TranslatedByName,
  importedFromStatuspage: NotImported,
  updatedAt: InstantOut.meta({ description: 'When it was made: it is new' }),
}).meta({ id: 'IncidentUpdateWithTemplate' });

export function incidentFromTemplateOut(detailed: DetailedIncident): z.input<typeof IncidentFromTemplate> {
  return {
    ...incidentOut(detailed),
    nameTranslationId: null,
    updates: detailed.updates.map((update) => updateDetailedOut(update, detailed)),
    notify: detailed.updates.at(-1)?.notify ?? false,
    automated: false,
    appId: null,
    importedFromStatuspage: false,
  };
}

export function updateFromTemplateOut(
  update: IncidentUpdate,
  detailed: DetailedIncident,
): z.input<typeof UpdateFromTemplate> {
  const { incident, translations: _unasked, ...shown } = updateDetailedOut(update, detailed);
  return {
    ...shown,
    incidentId: incident.id,
    messageTranslationId: null,
    messageHtmlTranslationId: null,
    importedFromStatuspage: false,
    updatedAt: isoOf(update.createdAt),
  };
}
