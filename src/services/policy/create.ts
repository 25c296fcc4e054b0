import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { EscalationPolicy } from '../ports/policies.ts';
import { buildRules, requireBoundedRepeat, targetsIn, type RuleInput } from './policy-input.ts';
import { requireTargets } from './require-targets.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

export type NewPolicy = Omit<EscalationPolicy, 'id' | 'rules' | 'createdAt' | 'updatedAt'> & {
  readonly rules: readonly RuleInput[];
};

/** Stores a new policy. Errors: `not_found` for an unknown page, `validation_error` naming a path. */
export async function createPolicy(ctx: Context, input: NewPolicy): Promise<EscalationPolicy> {
  const { now, ids } = ctx;
  requireBoundedRepeat(input);
  return transact(ctx, async (tx) => {
    const { store } = tx;
    if ((await store.pages.find(input.pageId)) === null) throw notFound('Page');
    await requireTargets(store, input.pageId, targetsIn(input.rules));
    const policy: EscalationPolicy = {
      ...input,
      id: ids.next('pol'),
      rules: buildRules(input.rules, [], { ids, now }),
      createdAt: now,
      updatedAt: now,
    };
    await store.policies.insert(policy);
    tx.changed(created('escalation_policy', policy));
    return policy;
  });
}
