import type { EpochMs } from '../time/instant.ts';
import type { Restriction } from './types.ts';

/** Whether a restriction lets anybody be on call, until when (`closesAt`) or from when again (`opensAt`); null when not within 15 days. */
export type RestrictionState = {
  readonly type: Restriction['type'];
  readonly isOpen: boolean;
  readonly opensAt: EpochMs | null;
  readonly closesAt: EpochMs | null;
};

/**
 * Why a shift has whom it has. `shiftId` is null when the answer is not about a shift (none exists).
 * `turn` counts from 0 and is null outside the shift's time; `turnMemberId` is whose turn it is before restriction and
 * overrides. `handoffBefore` is when the turn began (or the shift ended), `handoffAfter` when it ends (or the shift begins).
 */
export type Explanation = {
  readonly shiftId: string | null;
  readonly shiftName: string | null;
  readonly memberId: string | null;
  readonly turn: number | null;
  readonly turnMemberId: string | null;
  readonly handoffBefore: EpochMs | null;
  readonly handoffAfter: EpochMs | null;
  readonly restriction: RestrictionState | null;
  readonly overrideId: string | null;
  readonly sentence: string;
};

/** The facts of an explanation, before they are put into words. */
export type Facts = Omit<Explanation, 'sentence'>;
