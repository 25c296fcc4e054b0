import { z } from 'zod';
import type { EpochMs } from '../../core/time/instant.ts';
import { SHOWN_SWAP_STATUSES, type Swap } from '../../services/ports/swaps.ts';
import { shownStatus } from '../../services/swap/open-swap.ts';
import { Id, IdParams, InstantIn, InstantOut, isoOf, isoOrNull, paging, Text } from './common.ts';

const memberName = z.string().min(1).max(255);

export const SwapParams = IdParams.extend({ swap_id: Id.meta({ description: "A swap's id" }) });

export const SwapCreate = z.object({
  memberId: memberName.meta({
    description: 'Who asks, by id or e-mail: they must be on call within the stretch',
  }),
  toMemberId: memberName
    .nullish()
    .meta({ description: 'Who is asked, by id or e-mail; null: everybody of the shifts' }),
  start: InstantIn.meta({ description: 'Where the stretch begins; at most 366 days ahead' }),
  end: InstantIn.meta({ description: 'Where it ends; at most 92 days after its start' }),
  returnStart: InstantIn.nullish().meta({
    description:
      'With `toMemberId` and `returnEnd`: where the stretch begins that the asker takes in exchange',
  }),
  returnEnd: InstantIn.nullish().meta({ description: 'Where the stretch in exchange ends' }),
  note: Text.nullish().meta({ description: 'For those who are asked' }),
});

export const SwapAnswer = z.object({
  memberId: memberName.meta({ description: 'Who answers, by id or e-mail' }),
});

export const SwapsQuery = z.object({
  ...paging,
  status: z.enum(SHOWN_SWAP_STATUSES).optional().meta({ description: 'Default: all of them' }),
});

export const SwapOut = z
  .object({
    id: Id,
    scheduleId: Id.meta({ description: 'The schedule that the stretch is of' }),
    memberId: Id.meta({ description: 'Who asks' }),
    toMemberId: Id.nullable().meta({ description: 'Who is asked; null: everybody' }),
    start: InstantOut.meta({ description: 'Where the stretch begins that somebody is to take' }),
    end: InstantOut.meta({ description: 'Where it ends' }),
    returnStart: InstantOut.nullable().meta({
      description: 'Where the stretch begins that the asker takes in exchange; null: none',
    }),
    returnEnd: InstantOut.nullable().meta({ description: 'Where the stretch in exchange ends' }),
    note: z.string().meta({ description: 'For those who are asked' }),
    status: z
      .enum(SHOWN_SWAP_STATUSES)
      .meta({ description: 'EXPIRED: nobody accepted it, and a stretch of it is over' }),
    declinedByIds: z
      .array(Id)
      .meta({ description: 'Who will not take one that everybody was asked for; others still may' }),
    acceptedById: Id.nullable().meta({ description: 'Who takes it' }),
    answeredAt: InstantOut.nullable().meta({ description: 'When it was accepted, declined or withdrawn' }),
    timeOffId: Id.nullable().meta({ description: 'The time off that it came from' }),
    createdAt: InstantOut.meta({ description: 'When it was asked for' }),
  })
  .meta({ id: 'Swap' });

export function swapOut(swap: Swap, now: EpochMs): z.input<typeof SwapOut> {
  const { given, returned, status: _status, declinedByIds, answeredAt, createdAt, ...rest } = swap;
  return {
    ...rest,
    start: isoOf(given.start),
    end: isoOf(given.end),
    returnStart: isoOrNull(returned?.start ?? null),
    returnEnd: isoOrNull(returned?.end ?? null),
    status: shownStatus(swap, now),
    declinedByIds: [...declinedByIds],
    answeredAt: isoOrNull(answeredAt),
    createdAt: isoOf(createdAt),
  };
}
