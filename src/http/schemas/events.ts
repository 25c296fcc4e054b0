import { z } from 'zod';
import { EVENT_TYPES, PUBLISHED_EVENT_TYPES, type EventType } from '../../services/ports/events.ts';
import { Id, InstantOut } from './common.ts';

/** A type of event that can be asked for. */
export const PublishedType = z.enum(PUBLISHED_EVENT_TYPES).meta({ description: 'A type of event' });

/** Types as a comma list in a query string. */
export const TypeList = z
  .string()
  .max(2_000)
  .transform((text, context): EventType[] => {
    const types = text.split(',').map((type) => type.trim());
    const unknown = types.filter((type) => !PublishedType.safeParse(type).success);
    if (unknown.length === 0) return PUBLISHED_EVENT_TYPES.filter((type) => types.includes(type));
    const names = unknown.map((type) => JSON.stringify(type.slice(0, 50))).slice(0, 5);
    context.addIssue({ code: 'custom', message: `there are no events of type ${names.join(', ')}` });
    return z.NEVER;
  })
  .meta({
    description: `Only events of these types, as a comma list; default: all. Types: ${PUBLISHED_EVENT_TYPES.join(', ')}`,
    example: 'incident.opened,incident.resolved',
  });

const LastEventId = z.string().max(100);

export const StreamHeaders = z.looseObject({
  'last-event-id': LastEventId.optional().meta({
    description:
      'The id of the last event that was received: everything after it follows. A client that reconnects by itself sends it',
    example: '1042',
  }),
});

export const StreamQuery = z.object({
  lastEventId: LastEventId.optional().meta({
    description:
      'As the header Last-Event-ID, for tools that cannot set it; the header counts where both are sent. 0: from the beginning',
    example: '1042',
  }),
  types: TypeList.optional(),
});

const nullableId = (what: string) => Id.nullable().meta({ description: `${what}; null: none` });

export const EventOut = z
  .object({
    id: Id.meta({ description: "The event's own id, the same in webhooks (`webhook-id`) and in timelines" }),
    type: z.enum(EVENT_TYPES).meta({ description: 'What happened' }),
    timestamp: InstantOut.meta({ description: 'When it happened' }),
    pageId: Id.meta({ description: 'The page that it belongs to' }),
    incidentId: nullableId('The incident that it is about'),
    monitorId: nullableId('The monitor that it is about'),
    scheduleId: nullableId('The on-call schedule that it is about'),
    actor: z
      .string()
      .meta({ description: "Who did it: a member's name, a key's name, or the product itself" }),
    text: z.string().meta({ description: 'One sentence that a person reads' }),
    data: z.record(z.string(), z.unknown()).meta({ description: 'More about it, by its type' }),
  })
  .meta({ id: 'Event' });
