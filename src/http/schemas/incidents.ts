import { z } from 'zod';
import { IMPACTS, INCIDENT_STATUSES, RESPONSE_STATES } from '../../core/incident/types.ts';
import {
  familyPaging,
  Id,
  InstantIn,
  InstantOut,
  Message,
  Name,
  PageParams,
  queryInt,
  Text,
} from './common.ts';
import { MAX_ELEMENTS, Ref } from './elements.ts';
import { TranslationsIn, TranslationsOut } from './translations.ts';

/** What the database counts to. */
const MAX_NUMBER = 2_147_483_647;

const Status = z.enum(INCIDENT_STATUSES);
const ImpactName = z.enum(IMPACTS);

const affected = {
  components: z
    .array(Ref)
    .max(MAX_ELEMENTS)
    .optional()
    .meta({ description: 'The affected components, each by its id or as answers show it' }),
  statuses: z
    .array(z.object({ id: Id, status: ImpactName }))
    .max(MAX_ELEMENTS)
    .optional()
    .meta({ description: 'What they are affected to' }),
};

export const IncidentCreate = z.object({
  ...affected,
  translations: TranslationsIn,
  name: Name,
  status: Status,
  message: Text.optional(),
  description: Text.optional().meta({ description: 'Default: `message`' }),
  impact: ImpactName.optional().meta({ description: 'Default: the worst of `statuses`, or MAJOROUTAGE' }),
  started: InstantIn.optional(),
  notify: z.boolean().optional(),
  shouldPublish: z.boolean().optional().meta({ description: 'Shown on the public page. Default: true' }),
  dedupKey: z
    .string()
    .min(1)
    .max(255)
    .nullish()
    .meta({ description: 'Adds to the open incident with this key' }),
});

export const IncidentChange = z.object({
  ...affected,
  translations: TranslationsIn,
  name: Name.optional(),
  status: Status.optional().meta({
    description: 'RESOLVED resolves; a resolved one has to be reopened first',
  }),
  description: Text.optional(),
  impact: ImpactName.optional(),
  started: InstantIn.optional(),
  notify: z.boolean().optional(),
  published: z.boolean().optional(),
});

export const UpdateCreate = z.object({
  ...affected,
  translations: TranslationsIn,
  status: Status,
  message: Text.optional(),
  started: InstantIn.optional(),
  notify: z.boolean().optional(),
});

export const IncidentsQuery = z.object({
  ...familyPaging,
  status: Status.optional(),
  '!status': Status.optional().meta({ description: 'Those of any other status' }),
  number: queryInt({ min: 1, max: MAX_NUMBER })
    .meta({ description: 'The one that people call so: 42 for #42' })
    .optional(),
});

export const IncidentParams = PageParams.extend({ incident_id: Id });
export const UpdateParams = IncidentParams.extend({ incident_update_id: Id });

export const UpdateOut = z
  .object({
    id: Id,
    message: z.string(),
    messageHtml: z.string(),
    status: Status,
    notify: z.boolean(),
    started: InstantOut,
    ended: InstantOut.nullable(),
    duration: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Whole seconds; null while it is the last one' }),
    createdAt: InstantOut,
  })
  .meta({ id: 'IncidentUpdate' });

const Site = z.object({
  id: Id,
  name: z.string(),
  subdomain: z.string(),
  color: z.string().nullable(),
  logoUrl: z.string().nullable(),
  publicEmail: z.string().nullable(),
});

const AffectedComponent = z.object({
  id: Id,
  name: z.string(),
  status: ImpactName,
  showUptime: z.boolean(),
  site: Site,
});

/** As it stands beside an update. */
const BriefComponent = AffectedComponent.extend({
  subscribers: z.array(z.string()).max(0).meta({ description: 'Empty: who reads of it is shown to nobody' }),
});

export const IncidentOut = z
  .object({
    id: Id,
    siteId: Id,
    number: z.number().int().meta({ description: 'What people call it, in SMS replies too' }),
    name: z.string(),
    status: Status,
    started: InstantOut,
    duration: z.number().int().nullable().meta({ description: 'Whole seconds; null while it is open' }),
    resolved: InstantOut.nullable(),
    updates: z.array(UpdateOut),
    components: z.array(AffectedComponent),
    translations: TranslationsOut,
    impact: ImpactName,
    description: z.string(),
    source: z.string().meta({ description: 'MONITOR, API, CHAT or a monitoring tool' }),
    dedupKey: z.string().nullable(),
    published: z.boolean(),
    monitorId: Id.nullable(),
    response: z.object({
      state: z.enum(RESPONSE_STATES),
      acknowledgedBy: z.string().nullable(),
      acknowledgedAt: InstantOut.nullable(),
      snoozedUntil: InstantOut.nullable(),
      escalationLevel: z.number().int().meta({ description: 'The number of the last escalation rule fired' }),
    }),
    createdAt: InstantOut,
    updatedAt: InstantOut,
  })
  .meta({ id: 'Incident' });

export const UpdateDetailed = UpdateOut.extend({
  incident: z.object({
    id: Id,
    name: z.string(),
    started: InstantOut,
    status: Status,
    components: z.array(BriefComponent),
  }),
  translations: TranslationsOut,
}).meta({ id: 'IncidentUpdateDetailed' });

export const IncidentWrapped = z.object({ incident: IncidentOut });
export const ActAnswer = IncidentWrapped.extend(Message.shape).meta({
  description: '`message` says what holds now, and by whom',
});

export const TimelineOut = z.object({
  events: z.array(
    z.object({
      id: Id,
      type: z.string(),
      at: InstantOut,
      actor: z.string(),
      text: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
});

const by = {
  by: z
    .string()
    .min(1)
    .max(255)
    .nullish()
    .meta({ description: "A member's id or e-mail. Default: the key acts" }),
};
export const ActBody = z.object(by);
export const SnoozeBody = z
  .object({ ...by, minutes: z.number().positive().optional(), until: InstantIn.optional() })
  .refine(({ minutes, until }) => (minutes === undefined) !== (until === undefined), {
    path: ['minutes'],
    error: 'either minutes or until is required, and not both',
  });
export const ReassignBody = z.object({
  ...by,
  targetId: z.string().min(1).max(255).meta({ description: "A member's id or e-mail, or a team's id" }),
});
export const NoteBody = z.object({ ...by, text: Text.min(1) });
