import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/**
 * Deletes a policy; runs that are under way go on, on their copy of it. Errors: `not_found`; `conflict` naming the
 * routing rules that name the policy.
 */
export async function removePolicy(ctx: Context, input: { policyId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const policy = await store.policies.lock(input.policyId);
    if (policy === null) throw notFound('Escalation policy');
    const naming = await store.routingRules.naming(input.policyId);
    if (naming.length > 0) {
      const rules = naming.length === 1 ? 'Routing rule' : 'Routing rules';
      throw conflict(`${rules} ${naming.join(', ')} must stop naming this escalation policy first`);
    }
    await store.policies.remove(input.policyId);
    tx.changed(deleted('escalation_policy', policy));
  });
}
