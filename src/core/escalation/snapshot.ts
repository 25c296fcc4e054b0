import type { ActionType } from '../routing/action.ts';
import { MINUTE_MS } from '../time/instant.ts';
import type { PolicySnapshot } from './run.ts';

/** Whom a rule tells: a kind of target and, where it needs one, which. */
export type NotifyAction = { readonly type: ActionType; readonly targetId: string | null };

/** A policy as it is configured now. Delays in minutes, fractions allowed. */
export type ConfiguredPolicy = {
  readonly id: string;
  readonly name: string;
  readonly rules: readonly {
    readonly id: string;
    readonly order: number;
    readonly delayInMins: number;
    readonly actions: readonly NotifyAction[];
  }[];
  readonly repeat: boolean;
  readonly repeatCount: number;
  readonly repeatDelay: number;
  readonly revertAcknowledgement: boolean;
  readonly autoResolve: boolean;
};

/** What a run works on from now on, whatever becomes of the policy. Delays are rounded to whole milliseconds. */
export function snapshotOf(policy: ConfiguredPolicy): PolicySnapshot<NotifyAction> {
  const rules = policy.rules
    .toSorted((a, b) => a.order - b.order)
    .map((rule, index) => ({
      id: rule.id,
      number: index + 1,
      delayMs: Math.round(rule.delayInMins * MINUTE_MS),
      actions: rule.actions.map(({ type, targetId }) => ({ type, targetId })),
    }))
    .toSorted((a, b) => a.delayMs - b.delayMs || a.number - b.number);
  return {
    id: policy.id,
    name: policy.name,
    rules,
    repeats: policy.repeat ? policy.repeatCount : 0,
    repeatDelayMs: Math.round(policy.repeatDelay * MINUTE_MS),
    revertAcknowledgement: policy.revertAcknowledgement,
    autoResolve: policy.repeat && policy.autoResolve,
  };
}
