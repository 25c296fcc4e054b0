import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Deletes a rule. Errors: `not_found`. */
export async function removeRoutingRule(ctx: Context, input: { ruleId: string }): Promise<void> {
  await ctx.uow.transaction(async (store) => {
    if ((await store.routingRules.lock(input.ruleId)) === null) throw notFound('Routing rule');
    await store.routingRules.remove(input.ruleId);
  });
}
