import type { Context } from '../context.ts';
import type { EscalationPolicy } from '../ports/policies.ts';

/** A page's policies, oldest first. */
export async function listPolicies(ctx: Context, input: { pageId: string }): Promise<EscalationPolicy[]> {
  return ctx.read.policies.listForPage(input.pageId);
}
