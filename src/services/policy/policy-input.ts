import type { ActionType } from '../../core/routing/action.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { IdGenerator } from '../../platform/ids.ts';
import { invalid } from '../errors.ts';
import { keptIds } from '../kept-ids.ts';
import type { EscalationAction, EscalationPolicy, EscalationRule, RuleCondition } from '../ports/policies.ts';
import type { SentTarget } from './require-targets.ts';

/** A rule as it was sent; an id that the policy has already is kept. */
export type RuleInput = {
  readonly id?: string | undefined;
  readonly delayInMins: number;
  readonly condition: RuleCondition;
  readonly actions: readonly {
    readonly id?: string | undefined;
    readonly type: ActionType;
    readonly targetId: string | null;
  }[];
};

/** The shortest pass of a policy that repeats, in minutes: shorter ones would page without end and without pause. */
export const MIN_PASS_MINS = 0.1;

/** The rules in the form in which they are stored, numbered from 1 in the order sent. */
export function buildRules(
  sent: readonly RuleInput[],
  stored: readonly EscalationRule[],
  { ids, now }: { ids: IdGenerator; now: EpochMs },
): EscalationRule[] {
  const storedActions = new Map(stored.flatMap((rule) => rule.actions.map((action) => [action.id, action])));
  const ruleId = keptIds(
    ids,
    stored.map((rule) => rule.id),
  );
  const actionId = keptIds(ids, storedActions.keys());
  const buildAction = (action: RuleInput['actions'][number]): EscalationAction => {
    const id = actionId(action.id, 'eac');
    const before = storedActions.get(id);
    const isSame = before?.type === action.type && before.targetId === action.targetId;
    return {
      id,
      type: action.type,
      targetId: action.targetId,
      createdAt: before?.createdAt ?? now,
      updatedAt: isSame ? before.updatedAt : now,
    };
  };
  return sent.map((rule, index) => ({
    id: ruleId(rule.id, 'erl'),
    order: index + 1,
    delayInMins: rule.delayInMins,
    condition: rule.condition,
    actions: rule.actions.map(buildAction),
  }));
}

/** Where the targets of `rules` stand in the body. */
export function targetsIn(rules: readonly RuleInput[]): SentTarget[] {
  return rules.flatMap((rule, r) =>
    rule.actions.map(({ type, targetId }, a) => ({
      type,
      targetId,
      path: `rules[${r}].actions[${a}].targetId`,
    })),
  );
}

/** Refuses a policy that repeats in less than `MIN_PASS_MINS`. */
export function requireBoundedRepeat(
  policy: Pick<EscalationPolicy, 'repeat' | 'repeatDelay'> & { rules: readonly { delayInMins: number }[] },
): void {
  if (!policy.repeat) return;
  const lastDelay = Math.max(0, ...policy.rules.map((rule) => rule.delayInMins));
  if (lastDelay + policy.repeatDelay >= MIN_PASS_MINS) return;
  throw invalid(
    'repeatDelay',
    `with repeat, the last rule's delay and repeatDelay must come to at least ${MIN_PASS_MINS} minutes`,
  );
}
