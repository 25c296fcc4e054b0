import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { EscalationPolicy } from '../ports/policies.ts';

/** The policy with that id. Errors: `not_found`. */
export async function getPolicy(ctx: Context, input: { policyId: string }): Promise<EscalationPolicy> {
  const policy = await ctx.read.policies.find(input.policyId);
  if (policy === null) throw notFound('Escalation policy');
  return policy;
}
