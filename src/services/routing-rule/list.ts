import type { Context } from '../context.ts';
import type { RoutingRule } from '../ports/routing-rules.ts';

/** A page's rules in the order in which they are evaluated. */
export async function listRoutingRules(ctx: Context, input: { pageId: string }): Promise<RoutingRule[]> {
  return ctx.read.routingRules.listForPage(input.pageId);
}
