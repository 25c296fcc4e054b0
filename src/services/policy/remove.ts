import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { requireUnnamed } from '../still-named.ts';
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
    await requireUnnamed(store, 'Escalation policy', policy);
    await store.policies.remove(input.policyId);
    tx.changed(deleted('escalation_policy', policy));
  });
}
