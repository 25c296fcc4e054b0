import { z } from 'zod';
import { ACTION_TYPES } from '../../core/routing/action.ts';
import { Id } from './common.ts';

/** The most elements that a list in a body may have. */
export const MAX_ELEMENTS = 1_000;

/** A thing by its id, or as answers show it. */
export const Ref = z
  .union([Id, z.object({ id: Id })])
  .transform((thing) => (typeof thing === 'string' ? thing : thing.id));

/** The id that an element of a list carries when it was there before. */
export const ElementId = Id.nullish()
  .transform((id) => id ?? undefined)
  .meta({ description: 'Of an element that is there already: it is kept' });

/** Whom a routing rule or an escalation rule tells, as sent. An empty target is none. */
export const ActionIn = z.object({
  id: ElementId,
  type: z.enum(ACTION_TYPES),
  targetId: z
    .string()
    .max(255)
    .nullish()
    .transform((targetId) => targetId || null)
    .meta({
      description:
        "A team's id, a member's id or e-mail, or a schedule's id (null: all schedules of the page), by type",
    }),
});

export const ActionOut = z.object({
  id: Id,
  type: z.enum(ACTION_TYPES),
  targetId: z.string().nullable(),
});
