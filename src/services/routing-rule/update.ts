import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { requireTargets } from '../policy/require-targets.ts';
import type { RoutingRule } from '../ports/routing-rules.ts';
import type { Changes } from '../with-changes.ts';
import type { NewRoutingRule } from './create.ts';
import { buildActions, buildAssertions, requirePolicy, targetsIn, titleOf } from './rule-input.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/**
 * Changes what is sent of a rule; assertions and actions that are sent replace the stored ones; a null order keeps the
 * stored one. Errors: `not_found`, `validation_error` naming a path.
 */
export async function updateRoutingRule(
  ctx: Context,
  input: { ruleId: string; changes: Changes<Omit<NewRoutingRule, 'pageId'>> },
): Promise<RoutingRule> {
  const { now, ids } = ctx;
  const { assertions, actions, order, escalationPolicyId } = input.changes;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.routingRules.lock(input.ruleId);
    if (stored === null) throw notFound('Routing rule');
    if (actions !== undefined) await requireTargets(store, stored.pageId, targetsIn(actions));
    if (escalationPolicyId !== undefined) await requirePolicy(store, stored.pageId, escalationPolicyId);
    const rule: RoutingRule = {
      ...stored,
      order: order ?? stored.order,
      escalationPolicyId: escalationPolicyId === undefined ? stored.escalationPolicyId : escalationPolicyId,
      assertions:
        assertions === undefined ? stored.assertions : buildAssertions(assertions, stored.assertions, ids),
      actions: actions === undefined ? stored.actions : buildActions(actions, stored.actions, ids),
      updatedAt: now,
    };
    await store.routingRules.update(rule);
    tx.changed(updated('routing_rule', stored, rule, titleOf(rule)));
    return rule;
  });
}
