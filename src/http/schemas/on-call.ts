import { z } from 'zod';
import type { Explanation } from '../../core/schedule/explanation.ts';
import type { Override, Stretch } from '../../core/schedule/types.ts';
import type { KnownMember } from '../../services/ports/members.ts';
import type { Interval } from '../../core/time/interval.ts';
import { Id, InstantIn, InstantOut, isoOf, isoOrNull } from './common.ts';
import { QueryInstant } from './query-instant.ts';

export const MembersQuery = z.object({
  at: QueryInstant.optional().meta({ description: 'The instant asked about. Default: now' }),
});

/** A member as answers about on-call name them. */
export const MemberEntry = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
});

const ExplanationOut = z.object({
  sentence: z.string(),
  shiftId: Id.nullable(),
  shiftName: z.string().nullable(),
  memberId: Id.nullable(),
  turn: z.number().int().nullable(),
  turnMemberId: Id.nullable(),
  handoffBefore: InstantOut.nullable(),
  handoffAfter: InstantOut.nullable(),
  restriction: z
    .object({
      type: z.enum(['NONE', 'TIMEOFDAY', 'TIMEINTERVALS']),
      isOpen: z.boolean(),
      opensAt: InstantOut.nullable(),
      closesAt: InstantOut.nullable(),
    })
    .nullable(),
  overrideId: Id.nullable(),
});

export const MembersOut = z
  .object({
    currentMembers: z.array(MemberEntry),
    nextMembers: z.array(MemberEntry),
    allMembers: z.array(MemberEntry),
    explain: z.array(ExplanationOut),
  })
  .meta({ id: 'OnCallMembers' });

export function memberEntry({ id, name, email, phone, avatar }: KnownMember): z.input<typeof MemberEntry> {
  return { id, name, email, phone, avatar };
}

export function membersOut(found: {
  current: readonly KnownMember[];
  next: readonly KnownMember[];
  all: readonly KnownMember[];
  explain: readonly Explanation[];
}): z.input<typeof MembersOut> {
  return {
    currentMembers: found.current.map(memberEntry),
    nextMembers: found.next.map(memberEntry),
    allMembers: found.all.map(memberEntry),
    explain: found.explain.map((explanation) => ({
      ...explanation,
      handoffBefore: isoOrNull(explanation.handoffBefore),
      handoffAfter: isoOrNull(explanation.handoffAfter),
      restriction: explanation.restriction && {
        ...explanation.restriction,
        opensAt: isoOrNull(explanation.restriction.opensAt),
        closesAt: isoOrNull(explanation.restriction.closesAt),
      },
    })),
  };
}

const memberName = z.string().min(1).max(255);

export const OverrideCreate = z.object({
  memberId: memberName.meta({ description: 'Who stands in, by id or e-mail' }),
  replacesMemberId: memberName
    .nullish()
    .meta({ description: 'Whom they stand in for; null: everybody, gaps and restrictions covered too' }),
  start: InstantIn,
  end: InstantIn,
});

export const OverrideOut = z
  .object({
    id: Id,
    memberId: Id,
    replacesMemberId: Id.nullable(),
    start: InstantOut,
    end: InstantOut,
    createdAt: InstantOut,
  })
  .meta({ id: 'Override' });

export function overrideOut(override: Override): z.input<typeof OverrideOut> {
  const { id, memberId, replacesMemberId, start, end, createdAt } = override;
  return {
    id,
    memberId,
    replacesMemberId,
    start: isoOf(start),
    end: isoOf(end),
    createdAt: isoOf(createdAt),
  };
}

export const TimelineQuery = z.object({
  from: QueryInstant.optional().meta({ description: 'Default: now' }),
  to: QueryInstant.optional().meta({
    description: 'At most 366 days after `from`. Default: 14 days after it',
  }),
});

export const TimelineOut = z
  .object({
    from: InstantOut,
    to: InstantOut,
    stretches: z.array(
      z.object({
        start: InstantOut,
        end: InstantOut,
        memberId: Id,
        shiftId: Id.nullable(),
        overrideId: Id.nullable(),
      }),
    ),
    gaps: z.array(z.object({ start: InstantOut, end: InstantOut })),
  })
  .meta({ id: 'OnCallTimeline' });

export function timelineOut(
  window: Interval,
  { stretches, gaps }: { stretches: readonly Stretch[]; gaps: readonly Interval[] },
): z.input<typeof TimelineOut> {
  return {
    from: isoOf(window.start),
    to: isoOf(window.end),
    stretches: stretches.map((stretch) => ({
      ...stretch,
      start: isoOf(stretch.start),
      end: isoOf(stretch.end),
    })),
    gaps: gaps.map(({ start, end }) => ({ start: isoOf(start), end: isoOf(end) })),
  };
}
