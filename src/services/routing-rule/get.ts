import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { RoutingRule } from '../ports/routing-rules.ts';

/** The rule with that id. Errors: `not_found`. */
export async function getRoutingRule(ctx: Context, input: { ruleId: string }): Promise<RoutingRule> {
  const rule = await ctx.read.routingRules.find(input.ruleId);
  if (rule === null) throw notFound('Routing rule');
  return rule;
}
