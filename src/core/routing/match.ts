import { IMPACTS } from '../incident/types.ts';
import type { EpochMs } from '../time/instant.ts';
import type { ActionType } from './action.ts';
import { compare, isNegative, readsTarget, type Comparison } from './comparison.ts';
import { compareSet, type SetMember } from './set-comparison.ts';

export const ROUTING_ASSERTION_TYPES = [
  'IMPACT',
  'TITLE',
  'DESCRIPTION',
  'AFFECTED_COMPONENTS',
  'INCIDENT',
] as const;
export type RoutingAssertionType = (typeof ROUTING_ASSERTION_TYPES)[number];

export type RoutingAssertion = {
  readonly type: RoutingAssertionType;
  readonly comparison: Comparison;
  readonly value: string;
};

export type RoutingRule = {
  readonly id: string;
  readonly order: number;
  readonly createdAt: EpochMs;
  readonly assertions: readonly RoutingAssertion[];
  readonly actions: readonly { readonly type: ActionType; readonly targetId: string | null }[];
  readonly escalationPolicyId: string | null;
};

/** What rules look at; `source` is MONITOR, API, CHAT or a monitoring tool. */
export type RoutableIncident = {
  readonly impact: string;
  readonly name: string;
  readonly description: string | null;
  readonly components: readonly SetMember[];
  readonly source: string;
};

/** The rules whose assertions all hold, those without any included, in rising order; of equal order the older first, then by id. */
export function matchRules<Rule extends RoutingRule>(
  rules: readonly Rule[],
  incident: RoutableIncident,
): Rule[] {
  return rules
    .filter((rule) => rule.assertions.every((assertion) => isMet(assertion, incident)))
    .toSorted(
      (a, b) => a.order - b.order || a.createdAt - b.createdAt || Number(a.id > b.id) - Number(a.id < b.id),
    );
}

/**
 * The ids of the policies that run: just those that the matching rules name, in the rules' order and without doubles,
 * or every policy of the page where they name none. A named policy that the page no longer has counts as not named.
 */
export function choosePolicies(
  matching: readonly Pick<RoutingRule, 'escalationPolicyId'>[],
  allPolicyIds: readonly string[],
): string[] {
  const named = matching.flatMap(({ escalationPolicyId: id }) => (id === null ? [] : [id]));
  const known = new Set(named.filter((id) => allPolicyIds.includes(id)));
  return known.size > 0 ? [...known] : [...allPolicyIds];
}

function isMet({ type, comparison, value }: RoutingAssertion, incident: RoutableIncident): boolean {
  switch (type) {
    case 'IMPACT':
      return compare(comparison, incident.impact, value, { ranks: IMPACTS });
    case 'TITLE':
      return compare(comparison, incident.name, value);
    case 'DESCRIPTION':
      return compare(comparison, incident.description, value);
    case 'AFFECTED_COMPONENTS':
      return compareSet(comparison, incident.components, value);
    case 'INCIDENT':
      return compareAnyOf(comparison, incident.source, value);
  }
}

/** A comma list means any of its entries; a NOT_… comparison must then hold for every one. */
function compareAnyOf(comparison: Comparison, actual: string, list: string): boolean {
  const entries = list.split(',').filter((entry) => entry.trim() !== '');
  if (!readsTarget(comparison) || entries.length === 0) return compare(comparison, actual, list);
  const holds = (entry: string): boolean => compare(comparison, actual, entry);
  return isNegative(comparison) ? entries.every(holds) : entries.some(holds);
}
