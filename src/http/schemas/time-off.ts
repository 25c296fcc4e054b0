import { z } from 'zod';
import type { TimeOff } from '../../services/ports/time-off.ts';
import { Id, InstantIn, InstantOut, isoOf, Text } from './common.ts';

export const TimeOffParams = z.object({ member_id: Id.meta({ description: "A member's id" }) });

export const TimeOffCreate = z.object({
  start: InstantIn.meta({ description: 'From when on they are away; at most 366 days ahead' }),
  end: InstantIn.meta({ description: 'When they are back; at most 366 days after the start' }),
  note: Text.nullish().meta({ description: 'For those who are asked to take over' }),
});

export const TimeOffOut = z
  .object({
    id: Id,
    memberId: Id.meta({ description: 'Who is away' }),
    start: InstantOut.meta({ description: 'From when on they are away' }),
    end: InstantOut.meta({ description: 'When they are back' }),
    note: z.string().meta({ description: 'For those who are asked to take over' }),
    createdAt: InstantOut.meta({ description: 'When it was added' }),
  })
  .meta({ id: 'TimeOff' });

export function timeOffOut(timeOff: TimeOff): z.input<typeof TimeOffOut> {
  const { start, end, createdAt, ...rest } = timeOff;
  return { ...rest, start: isoOf(start), end: isoOf(end), createdAt: isoOf(createdAt) };
}
