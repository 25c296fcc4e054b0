import { z } from 'zod';
import { mappingPathProblem } from '../../core/integration/mapping-path.ts';
import { EVENT_FIELDS, MONITORING_TOOLS, type EventField } from '../../core/integration/types.ts';
import { inboundUrl, type IntegrationInput } from '../../services/integration/integration-input.ts';
import type { Received } from '../../services/integration/receive.ts';
import type { Integration, UnreadBody } from '../../services/ports/integrations.ts';
import type { Changes } from '../../services/with-changes.ts';
import { Id, InstantOut, isoOf, Name, pagingOut, Text } from './common.ts';
import { MAX_ELEMENTS } from './elements.ts';

const PLACEHOLDERS =
  '{{title}}, {{description}}, {{severity}}, {{component}}, {{url}} and {{payload.<path>}} are filled in; ' +
  'a name that is not known is empty';

const Tool = z.enum(MONITORING_TOOLS).meta({ description: 'The monitoring tool' });
const Label = z.string().max(255).nullable().meta({ description: 'What timelines call it; null: its tool' });
const Components = z
  .array(Id)
  .max(MAX_ELEMENTS)
  .meta({ description: 'Ids of the components that its incidents affect' });

const templateOf = (what: string) =>
  z
    .object({
      name: Name.optional().meta({ description: `The incident's name; ${PLACEHOLDERS}` }),
      message: Text.optional().meta({ description: `${what}; ${PLACEHOLDERS}` }),
    })
    .nullable();
const CreateTemplate = templateOf("The incident's text").meta({
  description: 'The words of an incident that opens; null: title and description as they come',
});
const ResolveTemplate = templateOf('What is told of the end').meta({
  description: 'The words of an incident that is resolved; null: its name stays',
});

const MEANINGS: Record<EventField, string> = {
  title: 'What is wrong',
  description: 'More about it',
  dedupKey: 'Which alert it is: the same for its beginning, its repeats and its end',
  status: 'Whether it fires (firing, open, down, …) or is over (resolved, closed, up, …)',
  severity: 'How bad it is: critical, error, warning, info, …',
  component: 'What it is about',
  url: 'Where to see more',
};

/** What is stored is answered as it is: a path was looked at when it was sent. */
const StoredPath = z.string().max(500);
const Path = StoredPath.superRefine((path, context) => {
  const problem = mappingPathProblem(path);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

function fieldsOf(path: z.ZodString): Record<EventField, z.ZodOptional<z.ZodString>> {
  const fields = EVENT_FIELDS.map(
    (field) => [field, path.meta({ description: MEANINGS[field] }).optional()] as const,
  );
  return Object.fromEntries(fields) as Record<EventField, z.ZodOptional<z.ZodString>>;
}

const MappingIn = z.object(fieldsOf(Path)).nullable().meta({
  description:
    'Where a body says what, as RFC 9535 JSONPaths; a field without one is looked for under its common names',
});

const settings = {
  label: Label,
  components: Components,
  createTemplate: CreateTemplate,
  resolveTemplate: ResolveTemplate,
  mapping: MappingIn,
};

export const IntegrationCreate = z.object({
  pageId: Id,
  integrationType: Tool,
  label: Label.default(null),
  components: Components.default([]),
  createTemplate: CreateTemplate.default(null),
  resolveTemplate: ResolveTemplate.default(null),
  mapping: MappingIn.default(null),
});

export const IntegrationChange = z.object({ pageId: Id, integrationType: Tool, ...settings }).partial();

export const IntegrationParams = z.object({ integration_id: Id });

export const IntegrationOut = z
  .object({
    id: Id,
    pageId: Id,
    siteId: Id,
    monitoringTool: Tool,
    label: Label,
    url: z.string().meta({
      format: 'uri',
      description: 'What the tool sends to; whoever has this address can open incidents',
    }),
    components: Components,
    createTemplate: CreateTemplate,
    resolveTemplate: ResolveTemplate,
    mapping: z
      .object(fieldsOf(StoredPath))
      .nullable()
      .meta({ description: 'Null: the common names of every field' }),
    createdAt: InstantOut.meta({ description: 'When it was made' }),
    updatedAt: InstantOut.meta({ description: 'When it was last changed' }),
  })
  .meta({ id: 'Integration' });

export const IntegrationWrapped = z.object({ integration: IntegrationOut });
export const IntegrationList = z.object({ integrations: z.array(IntegrationOut), ...pagingOut });

const UnreadOut = z
  .object({
    id: Id,
    receivedAt: InstantOut.meta({ description: 'When it came' }),
    contentType: z.string().meta({ description: 'What its sender called its type' }),
    body: z.string().meta({ description: 'Its first 16,384 characters' }),
    reason: z.string().meta({ description: 'Why it could not be read, as a sentence' }),
  })
  .meta({ id: 'UnreadBody' });
export const UnreadList = z.object({ unread: z.array(UnreadOut), ...pagingOut });

export const InboundOut = z.object({
  incidentId: Id.nullable().meta({ description: 'The incident that it is about; null: none' }),
  number: z.number().int().nullable().meta({ description: 'What people call that incident' }),
  action: z.enum(['opened', 'updated', 'resolved', 'ignored']).meta({
    description:
      'opened: a new incident. updated: one that is open already. resolved: it is over. ignored: a note, or the end of nothing',
  }),
});

export function newIntegrationOf(body: z.output<typeof IntegrationCreate>) {
  const { integrationType: monitoringTool, ...rest } = body;
  return { ...rest, monitoringTool };
}

export function integrationChangesOf(body: z.output<typeof IntegrationChange>): Changes<IntegrationInput> {
  const { integrationType: monitoringTool, pageId: _page, ...rest } = body;
  return { ...rest, monitoringTool };
}

export function integrationOut(
  services: Parameters<typeof inboundUrl>[0],
  integration: Integration,
): z.input<typeof IntegrationOut> {
  const { token: _token, pageId, components, createdAt, updatedAt, ...rest } = integration;
  return {
    ...rest,
    pageId,
    siteId: pageId,
    url: inboundUrl(services, integration),
    components: [...components],
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}

export function unreadOut({ id, receivedAt, contentType, body, reason }: UnreadBody) {
  return { id, receivedAt: isoOf(receivedAt), contentType, body, reason };
}

export function inboundOut({ action, incident }: Received): z.input<typeof InboundOut> {
  return { incidentId: incident?.id ?? null, number: incident?.number ?? null, action };
}
