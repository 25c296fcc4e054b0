import { planSteps } from '../../core/notification/plan.ts';
import type { ResponseState } from '../../core/incident/types.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { channelCheck } from '../member/reach.ts';
import type { Firing } from '../ports/firings.ts';
import type { Member } from '../ports/members.ts';
import type { MemberSet, NewNotification } from '../ports/notifications.ts';
import type { Tx } from '../transact.ts';
import type { Target } from './find-targets.ts';

export type FiringRequest = {
  readonly kind: Firing['kind'];
  readonly runId: string | null;
  readonly pass: number;
  readonly rule: number;
  readonly dueAt: EpochMs;
  readonly targets: readonly Target[];
  /** The incident's state at this moment: who has it or snoozed it is not asked by the clock any more. */
  readonly state: ResponseState;
};

/**
 * Plans the firings of one incident in one transaction, each aware of the ones before it: members who are told at the
 * same instant by several rules get one set of steps. Nothing is written before `flush`.
 */
export type FiringPlanner = {
  /** Who is reached: the targets of which at least one channel works. */
  plan(request: FiringRequest): Member[];
  /** Has what was planned written, and gives the hints. */
  flush(tx: Tx): void;
};

/** `sets`: what members already have of this incident. */
export function firingPlanner(ctx: Context, incidentId: string, sets: readonly MemberSet[]): FiringPlanner {
  const known = new Map<string, MemberSet[]>();
  const remember = (set: MemberSet) => known.set(set.memberId, [...(known.get(set.memberId) ?? []), set]);
  sets.forEach(remember);
  const firings: Firing[] = [];
  const notifications: NewNotification[] = [];

  const planMember = (firingId: string, request: FiringRequest, { member, why }: Target): boolean => {
    const { dueAt } = request;
    const isTaken = request.state !== 'TRIGGERED';
    const setKey = `${incidentId}/${member.id}/${dueAt}`;
    const { steps, leftOut } = planSteps({
      rules: member.notificationRules,
      works: channelCheck(ctx, member),
      dueAt,
      earlier: earlierSets(known.get(member.id) ?? [], setKey, isTaken),
    });
    const row = (step: (typeof steps)[number]) => ({
      id: ctx.ids.next('ntf'),
      incidentId,
      firingId,
      memberId: member.id,
      channel: step.channel,
      step: step.step,
      setKey,
      why,
      dueAt: step.dueAt,
      evenIfTaken: isTaken,
    });
    notifications.push(...steps.map((step) => ({ ...row(step), state: 'PENDING' as const, reason: null })));
    if (ctx.settings.recordLeftOut) {
      notifications.push(
        ...leftOut.map((step) => ({ ...row(step), state: 'LEFT_OUT' as const, reason: step.reason })),
      );
    }
    if (steps.length > 0) remember({ memberId: member.id, setKey, isSending: true });
    return steps.length > 0 || known.has(member.id);
  };

  return {
    plan(request) {
      const { targets, state: _, ...rest } = request;
      const id = ctx.ids.next('fir');
      const reached = targets.filter((target) => planMember(id, request, target));
      firings.push({ id, incidentId, ...rest, firedAt: ctx.now, reached: reached.length });
      return reached.map(({ member }) => member);
    },

    flush(tx) {
      tx.add({ firings, notifications });
      const pending = notifications.filter((notification) => notification.state === 'PENDING');
      tx.wake(pending.map(({ channel, dueAt }) => ({ kind: 'deliver', channel, at: dueAt })));
    },
  };
}

function earlierSets(sets: readonly MemberSet[], setKey: string, isTaken: boolean) {
  if (sets.some((set) => set.setKey === setKey)) return 'same';
  if (isTaken) return 'taken';
  if (sets.length === 0) return 'none';
  return sets.some((set) => set.isSending) ? 'older, still sending' : 'older, all sent';
}
