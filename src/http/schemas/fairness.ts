import { z } from 'zod';
import { hoursOf, percentOf, type Duty } from '../../core/schedule/fairness.ts';
import type { Burden, Fairness } from '../../services/oncall/fairness.ts';
import { Id, InstantOut, isoOf } from './common.ts';
import { QueryInstant } from './query-instant.ts';

export const FairnessQuery = z.object({
  from: QueryInstant.optional().meta({ description: 'Default: 28 days before `to`' }),
  to: QueryInstant.optional().meta({ description: 'At most 366 days after `from`. Default: now' }),
});

const Hours = z.number().min(0);

const duty = {
  hours: Hours.meta({ description: 'Hours on call; being on call twice at once counts once' }),
  stretches: z.number().int().meta({ description: 'How many unbroken times on call that was' }),
  nightHours: Hours.nullable().meta({
    description:
      "Of these from 22:00 to 06:00 in the member's own time zone; null: not known of one who was deleted",
  }),
  weekendHours: Hours.nullable().meta({
    description: "Of these on Saturdays and Sundays in the member's own time zone; null as for nightHours",
  }),
  holidayHours: Hours.nullable().meta({
    description: "Of these on public holidays of the member's country; null: it has no country",
  }),
};

export const FairnessOut = z
  .object({
    from: InstantOut.meta({ description: 'From when on is counted' }),
    to: InstantOut.meta({ description: 'Until when is counted' }),
    members: z
      .array(
        z.object({
          memberId: Id.meta({ description: 'Whose hours these are' }),
          name: z
            .string()
            .nullable()
            .meta({ description: 'As they call themselves; null: they gave no name' }),
          email: z.string().nullable().meta({ description: 'Null: deleted, and nobody knows who it was' }),
          timeZone: z.string().nullable().meta({ description: 'Null: the member was deleted' }),
          country: z.string().nullable().meta({ description: 'Whose public holidays count for them' }),
          ...duty,
          share: z.number().meta({ description: 'Percent of the hours of all members' }),
          pagesReceived: z.number().int().nullable().meta({
            description:
              'Firings of which at least one channel told them; null: not known of one who was deleted',
          }),
        }),
      )
      .meta({ description: 'Everybody who was on call or is named by a schedule, most hours first' }),
    totals: z
      .object({
        ...duty,
        pagesReceived: z.number().int().meta({ description: 'Of all members that still are' }),
      })
      .meta({
        description: 'The sums of what is known of the members',
      }),
  })
  .meta({ id: 'OnCallFairness' });

export function fairnessOut(found: Fairness): z.input<typeof FairnessOut> {
  return {
    from: isoOf(found.start),
    to: isoOf(found.end),
    members: found.members.map((burden) => memberOut(burden, found)),
    totals: { ...dutyOut(found.total), pagesReceived: found.pagesReceived },
  };
}

/** The columns of the CSV, in order. */
export const FAIRNESS_COLUMNS = [
  'memberId',
  'name',
  'email',
  'timeZone',
  'country',
  'hours',
  'share',
  'stretches',
  'nightHours',
  'weekendHours',
  'holidayHours',
  'pagesReceived',
] as const;

/** One record a member. */
export function fairnessRecords(found: Fairness) {
  return found.members.map((burden) => memberOut(burden, found));
}

function memberOut({ duty: own, ...person }: Burden, { total }: Fairness) {
  const { memberId, name, email, timeZone, country, pagesReceived } = person;
  const share = percentOf(own.totalMs, total.totalMs);
  return { memberId, name, email, timeZone, country, ...dutyOut(own), share, pagesReceived };
}

function dutyOut({ totalMs, stretches, nightMs, weekendMs, holidayMs }: Duty) {
  const hoursOrNull = (ms: number | null): number | null => (ms === null ? null : hoursOf(ms));
  return {
    hours: hoursOf(totalMs),
    stretches,
    nightHours: hoursOrNull(nightMs),
    weekendHours: hoursOrNull(weekendMs),
    holidayHours: hoursOrNull(holidayMs),
  };
}
