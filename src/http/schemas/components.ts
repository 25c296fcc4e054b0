import { z } from 'zod';
import { IMPACTS } from '../../core/incident/types.ts';
import type { NewComponent } from '../../services/component/create.ts';
import type { GroupedComponent, WantedGroup } from '../../services/component/group-rules.ts';
import type { ComponentChanges } from '../../services/component/update.ts';
import type { Component } from '../../services/ports/components.ts';
import type { Outage } from '../../services/ports/outages.ts';
import { Id, InstantOut, isoOf, isoOrNull, Name, Text } from './common.ts';
import { Ref } from './elements.ts';
import { TranslationsIn, TranslationsOut } from './translations.ts';

const settings = {
  name: Name.meta({ description: 'What it is called' }),
  description: Text.meta({ description: 'What it is, for readers of the page' }),
  status: z
    .enum(IMPACTS)
    .meta({ description: 'How it is now; to say OPERATIONAL ends the outages that last, too' }),
  order: z.number().int().min(0).max(1_000_000).meta({ description: 'Its place in lists, rising' }),
  showUptime: z.boolean().meta({ description: 'Whether the page shows its uptime' }),
  grouped: z
    .boolean()
    .meta({ description: 'False: it is in no group, whatever `group` says; true says nothing of its own' }),
  group: Ref.nullable().meta({ description: 'The component that is its group, by id; null: none' }),
  groupId: Id.nullable().meta({ description: 'Another name of group' }),
  archived: z
    .boolean()
    .meta({ description: 'Whether it is put away: it is kept, and the page shows it no more' }),
  translations: TranslationsIn,
};

const refined = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).superRefine((body: { group?: unknown; groupId?: unknown }, context) => {
    if (body.group === undefined || body.groupId === undefined || body.group === body.groupId) return;
    context.addIssue({
      code: 'custom',
      path: ['groupId'],
      message: 'is another name of group: they must be equal',
    });
  });

const change = z.object(settings).partial().shape;
export const ComponentChange = refined(change);
export const ComponentCreate = refined({ ...change, name: settings.name });

type Body = z.output<typeof ComponentChange>;

export function newComponentOf(pageId: string, body: z.output<typeof ComponentCreate>): NewComponent {
  const { description = '', status = 'OPERATIONAL', showUptime = true, archived = false } = body;
  const { name, order, translations = {} } = body;
  const group = groupOf(body) ?? { id: null, path: 'group' };
  return { pageId, name, description, status, showUptime, order, group, archived, translations };
}

export function componentChangesOf(body: Body): ComponentChanges {
  const { grouped: _grouped, group: _group, groupId: _groupId, ...plain } = body;
  return { ...plain, group: groupOf(body) };
}

function groupOf({
  grouped,
  group,
  groupId,
}: Pick<Body, 'grouped' | 'group' | 'groupId'>): WantedGroup | undefined {
  if (grouped === false) return { id: null, path: 'grouped' };
  if (group !== undefined) return { id: group, path: 'group' };
  return groupId === undefined ? undefined : { id: groupId, path: 'groupId' };
}

const none = (what: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `Always null: ${what}` });
const BY_NAME = none('translations have no ids of their own: `translations` holds them');
const NO_THIRD_PARTY = none("it is nobody else's");

/** What components of this API's family have, and these never: clients find each field where they look for it. */
const neverThere = {
  uniqueEmail: none('its status is not set by e-mail'),
  nameHtml: none('names are plain text'),
  descriptionHtml: none('descriptions are plain text'),
  nameTranslationId: BY_NAME,
  nameHtmlTranslationId: BY_NAME,
  descriptionTranslationId: BY_NAME,
  descriptionHtmlTranslationId: BY_NAME,
  isThirdParty: z.literal(false).meta({ description: "It is nobody else's" }),
  thirdPartyStatus: NO_THIRD_PARTY,
  thirdPartyComponentId: NO_THIRD_PARTY,
  thirdPartyComponentServiceId: NO_THIRD_PARTY,
  importedFromStatuspage: z.literal(false).meta({ description: 'Nothing is imported' }),
  startDate: none('its uptime counts from `createdAt`'),
};

const NEVER_THERE = {
  uniqueEmail: null,
  nameHtml: null,
  descriptionHtml: null,
  nameTranslationId: null,
  nameHtmlTranslationId: null,
  descriptionTranslationId: null,
  descriptionHtmlTranslationId: null,
  isThirdParty: false,
  thirdPartyStatus: null,
  thirdPartyComponentId: null,
  thirdPartyComponentServiceId: null,
  importedFromStatuspage: false,
  startDate: null,
} as const;

const fields = {
  id: Id,
  siteId: Id.meta({ description: 'The page that it belongs to' }),
  name: z.string().meta({ description: 'What it is called' }),
  description: z.string().meta({ description: 'What it is, for readers of the page' }),
  status: z.enum(IMPACTS).meta({ description: 'How it is now' }),
  order: z.number().int().meta({ description: 'Its place in lists, rising' }),
  showUptime: z.boolean().meta({ description: 'Whether the page shows its uptime' }),
  groupId: Id.nullable().meta({ description: 'The id of its group; null: it is in none' }),
  archivedAt: InstantOut.nullable().meta({ description: 'Since when it is put away; null: it is not' }),
  createdAt: InstantOut.meta({ description: 'When it was made' }),
  updatedAt: InstantOut.meta({ description: 'When it last changed' }),
  translations: TranslationsOut,
  ...neverThere,
};

const Uptime = z
  .object({
    days: z.number().int().meta({ description: 'How far back it looks, or since the component was made' }),
    percentage: z.number().meta({
      description:
        'How much of that time it was in no outage that a monitor found, in percent, cut to three decimals: 100 means none. Time of maintenances in progress does not count as outage',
    }),
  })
  .nullable()
  .meta({ description: 'Its uptime; null: it shows none' });

export const ComponentOut = z
  .object({
    ...fields,
    group: z
      .object({ ...fields, isParent: z.literal(true).meta({ description: 'It is a group' }) })
      .nullable()
      .meta({ description: 'The component that is its group' }),
    uptime: Uptime,
  })
  .meta({ id: 'Component' });

export const OutageOut = z
  .object({
    id: Id,
    siteId: Id.meta({ description: 'The page' }),
    componentId: Id.meta({ description: 'The component that was out' }),
    monitorId: Id.nullable().meta({ description: 'The monitor that found it; null: it was deleted since' }),
    startedAt: InstantOut.meta({ description: 'When it began' }),
    endedAt: InstantOut.nullable().meta({ description: 'When it ended; null: it lasts' }),
  })
  .meta({ id: 'Outage' });

export function outageOut({ pageId, startedAt, endedAt, ...rest }: Outage): z.input<typeof OutageOut> {
  return { ...rest, siteId: pageId, startedAt: isoOf(startedAt), endedAt: isoOrNull(endedAt) };
}

/** The uptimes of components by their ids; one that is not there shows none. */
export type Uptimes = ReadonlyMap<string, z.input<typeof Uptime>>;

export function componentOut(
  { component, group }: GroupedComponent,
  uptimes: Uptimes,
): z.input<typeof ComponentOut> {
  return {
    ...fieldsOf(component),
    group: group === null ? null : { ...fieldsOf(group), isParent: true },
    uptime: uptimes.get(component.id) ?? null,
  };
}

function fieldsOf(component: Component) {
  const { pageId, archivedAt, createdAt, updatedAt, ...rest } = component;
  return {
    ...NEVER_THERE,
    ...rest,
    siteId: pageId,
    archivedAt: isoOrNull(archivedAt),
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}
