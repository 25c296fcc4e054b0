import { z } from 'zod';
import { TEMPLATE_STATUSES, TEMPLATE_TYPES, type IncidentTemplate } from '../../core/incident/template.ts';
import { IMPACTS } from '../../core/incident/types.ts';
import { paragraphOf } from '../html.ts';
import { Id, InstantOut, isoOf, Name, PageParams, Text } from './common.ts';
import { MAX_ELEMENTS } from './elements.ts';
import { TranslationsIn, TranslationsOut } from './translations.ts';

const Type = z
  .enum(TEMPLATE_TYPES)
  .meta({ description: 'What it is for; incidents are opened from those of type INCIDENT' });
const Status = z.enum(TEMPLATE_STATUSES).meta({
  description:
    'INVESTIGATING, IDENTIFIED, MONITORING or RESOLVED of an incident; NOTSTARTEDYET, INPROGRESS or COMPLETED of a maintenance',
});
const ComponentStatus = z.enum(IMPACTS).meta({ description: 'How it is said to be' });

const settings = {
  type: Type,
  name: Name.meta({ description: 'The name of incidents that are opened from it' }),
  message: Text.meta({ description: 'What readers are told' }),
  status: Status,
  notify: z.boolean().meta({ description: 'Whether subscribers are told' }),
  components: z
    .array(z.object({ id: Id.meta({ description: 'A component of the page' }), status: ComponentStatus }))
    .max(MAX_ELEMENTS)
    .meta({ description: 'The components that it tells of, each once' }),
  translations: TranslationsIn,
};

export const TemplateChange = z.object(settings).partial();
export const TemplateCreate = TemplateChange.extend({
  type: settings.type,
  name: settings.name,
  status: settings.status,
  subdomain: z
    .string()
    .max(255)
    .optional()
    .meta({ description: "The page's; nothing is read from it, since the path says which page is meant" }),
});

export const TemplateParams = PageParams.extend({ template_id: Id.meta({ description: 'The template' }) });
export const NamedTemplate = Id.meta({ description: 'The id of a template of type INCIDENT' });

export const TranslatedByName = z
  .null()
  .meta({ description: 'Always null: translations have no ids of their own, `translations` holds them' });

export const TemplateOut = z
  .object({
    id: Id,
    siteId: Id.meta({ description: 'The page that it belongs to' }),
    type: Type,
    name: z.string().meta({ description: 'The name of incidents that are opened from it' }),
    nameTranslationId: TranslatedByName,
    message: z.string().meta({ description: 'What readers are told' }),
    messageTranslationId: TranslatedByName,
    messageHtml: z.string().meta({ description: 'The message as HTML' }),
    messageHtmlTranslationId: TranslatedByName,
    status: Status,
    notify: z.boolean().meta({ description: 'Whether subscribers are told' }),
    components: z
      .array(
        z.object({
          id: Id.meta({ description: "The component's id" }),
          componentId: Id.meta({ description: 'The same' }),
          templateId: Id.meta({ description: 'This template' }),
          status: ComponentStatus,
          importedFromStatuspage: z.literal(false).meta({ description: 'Nothing is imported' }),
        }),
      )
      .meta({ description: 'The components that it tells of, without those that were deleted since' }),
    origin: z.literal('MANUAL').meta({ description: 'Templates are written by hand' }),
    importedFromStatuspage: z.literal(false).meta({ description: 'Nothing is imported' }),
    translations: TranslationsOut,
    createdAt: InstantOut.meta({ description: 'When it was made' }),
    deletedAt: z.null().meta({ description: 'A deleted template is not shown any more' }),
  })
  .meta({ id: 'Template' });

export const TemplateDeleted = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'What it was called' }),
    message: z.string().meta({ description: 'What it told' }),
    createdAt: InstantOut.meta({ description: 'When it was made' }),
    site: z
      .object({ id: Id.meta({ description: 'The id of the page' }) })
      .meta({ description: 'The page that it belonged to' }),
  })
  .meta({ id: 'DeletedTemplate' });

export function templateOut(template: IncidentTemplate): z.input<typeof TemplateOut> {
  const { id, pageId, type, name, message, status, notify, components, translations, createdAt } = template;
  return {
    id,
    siteId: pageId,
    type,
    name,
    nameTranslationId: null,
    message,
    messageTranslationId: null,
    messageHtml: paragraphOf(message),
    messageHtmlTranslationId: null,
    status,
    notify,
    components: components.map((component) => ({
      ...component,
      componentId: component.id,
      templateId: id,
      importedFromStatuspage: false,
    })),
    origin: 'MANUAL',
    importedFromStatuspage: false,
    translations,
    createdAt: isoOf(createdAt),
    deletedAt: null,
  };
}

export function templateDeletedOut(template: IncidentTemplate): z.input<typeof TemplateDeleted> {
  const { id, pageId, name, message, createdAt } = template;
  return { id, name, message, createdAt: isoOf(createdAt), site: { id: pageId } };
}
