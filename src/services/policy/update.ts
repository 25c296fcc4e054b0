import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { EscalationPolicy } from '../ports/policies.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import type { NewPolicy } from './create.ts';
import { buildRules, requireBoundedRepeat, targetsIn } from './policy-input.ts';
import { requireTargets } from './require-targets.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/**
 * Changes what is sent of a policy; rules that are sent replace the stored ones. Runs that are under way are not
 * touched. Errors: `not_found`, `validation_error` naming a path.
 */
export async function updatePolicy(
  ctx: Context,
  input: { policyId: string; changes: Changes<Omit<NewPolicy, 'pageId'>> },
): Promise<EscalationPolicy> {
  const { now, ids } = ctx;
  const { rules, ...rest } = input.changes;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.policies.lock(input.policyId);
    if (stored === null) throw notFound('Escalation policy');
    if (rules !== undefined) await requireTargets(store, stored.pageId, targetsIn(rules));
    const policy: EscalationPolicy = {
      ...withChanges(stored, rest),
      rules: rules === undefined ? stored.rules : buildRules(rules, stored.rules, { ids, now }),
      updatedAt: now,
    };
    requireBoundedRepeat(policy);
    await store.policies.update(policy);
    tx.changed(updated('escalation_policy', stored, policy));
    return policy;
  });
}
