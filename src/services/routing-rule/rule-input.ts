import type { ActionType } from '../../core/routing/action.ts';
import type { IdGenerator } from '../../platform/ids.ts';
import { invalid } from '../errors.ts';
import { keptIds } from '../kept-ids.ts';
import type { SentTarget } from '../policy/require-targets.ts';
import type { RoutingRule } from '../ports/routing-rules.ts';
import type { Store } from '../ports/store.ts';

export type AssertionInput = Omit<RoutingRule['assertions'][number], 'id'> & {
  readonly id?: string | undefined;
};
export type ActionInput = {
  readonly id?: string | undefined;
  readonly type: ActionType;
  readonly targetId: string | null;
};

/** The assertions in the form in which they are stored; those that the rule has already keep their ids. */
export function buildAssertions(
  sent: readonly AssertionInput[],
  stored: RoutingRule['assertions'],
  ids: IdGenerator,
): RoutingRule['assertions'] {
  const idFor = keptIds(
    ids,
    stored.map((assertion) => assertion.id),
  );
  return sent.map(({ id, type, comparison, value }) => ({ id: idFor(id, 'ras'), type, comparison, value }));
}

/** The actions in the form in which they are stored; those that the rule has already keep their ids. */
export function buildActions(
  sent: readonly ActionInput[],
  stored: RoutingRule['actions'],
  ids: IdGenerator,
): RoutingRule['actions'] {
  const idFor = keptIds(
    ids,
    stored.map((action) => action.id),
  );
  return sent.map(({ id, type, targetId }) => ({ id: idFor(id, 'rac'), type, targetId }));
}

/** Where the targets of `actions` stand in the body. */
export function targetsIn(actions: readonly ActionInput[]): SentTarget[] {
  return actions.map(({ type, targetId }, index) => ({
    type,
    targetId,
    path: `routingRule.actions[${index}].targetId`,
  }));
}

/** Refuses a policy that is not on the page; null names none. It cannot be deleted until the transaction ends. */
export async function requirePolicy(store: Store, pageId: string, policyId: string | null): Promise<void> {
  if (policyId === null) return;
  if ((await store.targets.holdPolicies(pageId, [policyId])).length === 0) {
    throw invalid('routingRule.escalationPolicyId', `no such escalation policy on this page: ${policyId}`);
  }
}

/** What a rule is called, which has no name. */
export function titleOf({ order }: Pick<RoutingRule, 'order'>): string {
  return `routing rule ${order}`;
}
