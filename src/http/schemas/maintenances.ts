import { z } from 'zod';
import { MAINTENANCE_STATUSES } from '../../core/incident/template.ts';
import { IMPACTS } from '../../core/incident/types.ts';
import { Id, InstantIn, InstantOut, Name, PageParams, Text } from './common.ts';
import { MAX_ELEMENTS, Ref } from './elements.ts';
import { TranslationsIn, TranslationsOut } from './translations.ts';

/** Thirty days and ten years, in minutes. */
const MAX_NOTIFY_MINUTES = 43_200;
const MAX_DURATION_MINUTES = 5_256_000;

const Status = z.enum(MAINTENANCE_STATUSES).meta({
  description: 'NOTSTARTEDYET: planned; INPROGRESS: its components show `statuses`; COMPLETED: over',
});
const ComponentStatus = z
  .enum(IMPACTS)
  .meta({ description: 'What the component shows while the maintenance is in progress' });

const settings = {
  name: Name.meta({ description: 'What is done; 1 to 255 characters' }),
  components: z.array(Ref).max(MAX_ELEMENTS).meta({
    description:
      'All components that it touches, each by its id or as answers show it. While it is in progress, monitors with one of them open no incident; those that are still down when it ends open theirs then',
  }),
  statuses: z
    .array(z.object({ id: Id.meta({ description: 'A component of the page' }), status: ComponentStatus }))
    .max(MAX_ELEMENTS)
    .meta({
      description:
        'What each component shows while it is in progress, UNDERMAINTENANCE where nothing is said; components that are new are added',
    }),
  start: InstantIn.meta({ description: 'When it is planned to start' }),
  end: InstantIn.nullable().meta({ description: 'When it is planned to end, after the start; null: open' }),
  duration: z.number().int().min(1).max(MAX_DURATION_MINUTES).nullable().meta({
    description:
      'Whole minutes from the start to the end, 1 to 5,256,000; read only where `end` is not sent: of two that disagree the end counts. Null: open',
  }),
  status: Status,
  message: Text.meta({ description: 'What readers are told; up to 10,000 characters' }),
  notify: z.boolean().meta({ description: 'Whether subscribers are told now' }),
  autoStart: z.boolean().meta({ description: 'Whether it starts by itself at `start`' }),
  autoEnd: z.boolean().meta({ description: 'Whether it ends by itself at `end`' }),
  notifyStart: z.boolean().meta({ description: 'Whether subscribers are told when it starts, once' }),
  notifyEnd: z.boolean().meta({ description: 'Whether subscribers are told when it ends, once' }),
  notifyEarly: z
    .boolean()
    .meta({ description: 'Whether subscribers are told `notifyMinutes` before it starts, once' }),
  notifyMinutes: z
    .number()
    .int()
    .min(1)
    .max(MAX_NOTIFY_MINUTES)
    .meta({ description: 'How many minutes before the start, 1 to 43,200' }),
  translations: TranslationsIn,
};

export const MaintenanceChange = z.object({
  ...z.object(settings).partial().shape,
  status: Status.optional().meta({
    description:
      'INPROGRESS starts it now, also again; COMPLETED ends it now, or calls it off; NOTSTARTEDYET puts it back. What the clock would undo at once is refused, naming `start` or `end`',
  }),
  message: settings.message.optional().meta({
    description: 'What readers are told: an update is added where it is another than was told last',
  }),
  notify: z.boolean().optional().meta({
    description: 'True: subscribers are told of this change, and an update of it is added',
  }),
});

export const MaintenanceCreate = z
  .object({
    ...z.object(settings).partial().shape,
    name: settings.name,
    start: settings.start,
    end: settings.end.optional().meta({
      description:
        'When it is planned to end, after the start; null: open. It or `duration` is required, unless autoEnd is false',
    }),
    status: Status.optional().meta({
      description:
        'Default: NOTSTARTEDYET. INPROGRESS: it starts now; COMPLETED: one that is over is recorded, without any turn',
    }),
    autoStart: settings.autoStart
      .optional()
      .meta({ description: 'Whether it starts by itself at `start`. Default: true' }),
    autoEnd: settings.autoEnd
      .optional()
      .meta({ description: 'Whether it ends by itself at `end`. Default: true' }),
    notifyMinutes: settings.notifyMinutes
      .optional()
      .meta({ description: 'How many minutes before the start, 1 to 43,200. Default: 60' }),
  })
  .superRefine(({ end, duration, autoEnd = true }, context) => {
    if (end !== undefined || duration !== undefined || !autoEnd) return;
    context.addIssue({
      code: 'custom',
      path: ['end'],
      message: 'is required, or duration; null plans an open end',
    });
  });

const told = {
  message: settings.message,
  started: InstantIn.meta({ description: 'Since when it holds. Default: now' }),
  notify: settings.notify,
  components: settings.components,
  statuses: settings.statuses,
  end: settings.end.meta({ description: "The maintenance's end from now on; null: open" }),
  translations: settings.translations,
};
export const MaintenanceUpdateCreate = z.object({
  ...z.object(told).partial().shape,
  status: Status.optional().meta({
    description: 'Holds for the maintenance from now on. Default: the status that it has',
  }),
});
export const MaintenanceUpdateChange = z.object({
  ...z.object(told).partial().shape,
  status: Status.optional().meta({
    description: 'The status that it tells of; a correction neither starts nor ends the maintenance',
  }),
});

export const MaintenanceParams = PageParams.extend({ maintenance_id: Id });
export const MaintenanceUpdateParams = MaintenanceParams.extend({ maintenance_update_id: Id });

export const MaintenanceUpdateOut = z
  .object({
    id: Id,
    message: z.string().meta({ description: 'What readers are told; empty where the clock turned it' }),
    messageHtml: z.string().meta({ description: 'The message as HTML' }),
    status: Status,
    notify: z.boolean().meta({ description: 'Whether subscribers were told' }),
    started: InstantOut.meta({ description: 'Since when it holds' }),
    ended: InstantOut.nullable().meta({
      description: 'When the next one started, or the maintenance ended; null: it holds',
    }),
    duration: z.number().int().nullable().meta({ description: 'Whole minutes; null while it holds' }),
    createdAt: InstantOut.meta({ description: 'When it was written' }),
  })
  .meta({ id: 'MaintenanceUpdate' });

const Site = z
  .object({
    id: Id,
    name: z.string().meta({ description: "The page's name" }),
    subdomain: z.string().meta({ description: "The page's subdomain" }),
    color: z.string().nullable().meta({ description: 'Its colour; null: none chosen' }),
    logoUrl: z.string().nullable().meta({ description: 'Its logo; null: none' }),
    publicEmail: z.string().nullable().meta({ description: 'Its address for readers; null: none' }),
  })
  .meta({ description: 'The page' });

const Component = z.object({
  id: Id,
  name: z.string().meta({ description: 'What it is called' }),
  status: z.enum(IMPACTS).meta({ description: 'How it is now' }),
  showUptime: z.boolean().meta({ description: 'Whether the page shows its uptime' }),
  site: Site,
  subscribers: z.array(z.string()).max(0).meta({ description: 'Empty: who reads of it is shown to nobody' }),
});

const brief = {
  id: Id,
  name: z.string().meta({ description: 'What is done' }),
  start: InstantOut.meta({ description: 'When it is planned to start' }),
  status: Status,
  components: z.array(Component).meta({ description: 'The components that it touches' }),
};

const fields = {
  ...brief,
  siteId: Id.meta({ description: 'The page that it belongs to' }),
  end: InstantOut.nullable().meta({ description: 'When it is planned to end; null: open' }),
  duration: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Whole minutes from the planned start to the planned end; null: open' }),
  startedAt: InstantOut.nullable().meta({ description: 'When it started; null: not yet' }),
  endedAt: InstantOut.nullable().meta({ description: 'When it ended; null: not yet' }),
  notifyStart: settings.notifyStart,
  notifyEnd: settings.notifyEnd,
  notifyEarly: settings.notifyEarly,
  notifyMinutes: z.number().int().meta({ description: 'How many minutes before the start' }),
  autoStart: settings.autoStart,
  autoEnd: settings.autoEnd,
  statuses: z
    .array(z.object({ id: Id, status: ComponentStatus }))
    .meta({ description: 'What each component shows while it is in progress' }),
  updates: z.array(MaintenanceUpdateOut).meta({ description: 'What readers were told, oldest first' }),
  translations: TranslationsOut,
  createdAt: InstantOut.meta({ description: 'When it was made' }),
  updatedAt: InstantOut.meta({ description: 'When it last changed' }),
};

export const MaintenanceOut = z.object(fields).meta({ id: 'Maintenance' });

export const MaintenanceWithSuppressed = z
  .object({
    ...fields,
    suppressed: z
      .array(
        z.object({
          monitorId: Id.meta({ description: 'The monitor' }),
          at: InstantOut.meta({ description: 'When it failed' }),
          text: z.string().meta({ description: 'What happened, in a sentence' }),
        }),
      )
      .meta({ description: 'The incidents that it kept from opening, newest first, at most 100' }),
  })
  .meta({ id: 'MaintenanceWithSuppressed' });

export const MaintenanceUpdateDetailed = z
  .object({
    ...MaintenanceUpdateOut.shape,
    maintenance: z.object(brief).meta({ description: 'What it tells of' }),
    translations: TranslationsOut,
  })
  .meta({ id: 'MaintenanceUpdateDetailed' });
