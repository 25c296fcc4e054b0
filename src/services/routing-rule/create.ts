import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { requireTargets } from '../policy/require-targets.ts';
import type { RoutingRule } from '../ports/routing-rules.ts';
import {
  titleOf,
  buildActions,
  buildAssertions,
  requirePolicy,
  targetsIn,
  type ActionInput,
  type AssertionInput,
} from './rule-input.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

export type NewRoutingRule = {
  readonly pageId: string;
  readonly assertions: readonly AssertionInput[];
  readonly actions: readonly ActionInput[];
  /** Null: after the page's last one. */
  readonly order: number | null;
  readonly escalationPolicyId: string | null;
};

/** Stores a new rule. Errors: `not_found` for an unknown page, `validation_error` naming a path. */
export async function createRoutingRule(ctx: Context, input: NewRoutingRule): Promise<RoutingRule> {
  const { now, ids } = ctx;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    if ((await store.pages.find(input.pageId)) === null) throw notFound('Page');
    await requireTargets(store, input.pageId, targetsIn(input.actions));
    await requirePolicy(store, input.pageId, input.escalationPolicyId);
    const rule: RoutingRule = {
      id: ids.next('rul'),
      pageId: input.pageId,
      order: input.order ?? (await store.routingRules.lastOrder(input.pageId)) + 1,
      escalationPolicyId: input.escalationPolicyId,
      assertions: buildAssertions(input.assertions, [], ids),
      actions: buildActions(input.actions, [], ids),
      createdAt: now,
      updatedAt: now,
    };
    await store.routingRules.insert(rule);
    tx.changed(created('routing_rule', rule, titleOf(rule)));
    return rule;
  });
}
