import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';
import { titleOf } from './rule-input.ts';

/** Deletes a rule. Errors: `not_found`. */
export async function removeRoutingRule(ctx: Context, input: { ruleId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const rule = await store.routingRules.lock(input.ruleId);
    if (rule === null) throw notFound('Routing rule');
    await store.routingRules.remove(rule.id);
    tx.changed(deleted('routing_rule', rule, titleOf(rule)));
  });
}
