import { describe, expect, test } from 'vitest';
import {
  choosePolicies,
  matchRules,
  type RoutableIncident,
  type RoutingAssertion,
  type RoutingRule,
} from '../../../../src/core/routing/match.ts';
import { asEpochMs } from '../../../../src/core/time/instant.ts';

function aRule(fields: Partial<RoutingRule> = {}): RoutingRule {
  return {
    id: 'rule_1',
    order: 1,
    createdAt: asEpochMs(0),
    assertions: [],
    actions: [],
    escalationPolicyId: null,
    ...fields,
  };
}

function anIncident(fields: Partial<RoutableIncident> = {}): RoutableIncident {
  return {
    impact: 'MAJOROUTAGE',
    name: 'Checkout is down',
    description: 'HTTP status 503',
    components: [{ id: 'cmp_1', name: 'Checkout' }],
    source: 'MONITOR',
    ...fields,
  };
}

const idsOf = (rules: RoutingRule[]): string[] => rules.map(({ id }) => id);
function isMatched(assertion: RoutingAssertion, incident = anIncident()): boolean {
  return matchRules([aRule({ assertions: [assertion] })], incident).length === 1;
}

describe('matchRules', () => {
  test('orders by rising order, then the older first, then by id', () => {
    const rules = [
      aRule({ id: 'd', order: 2 }),
      aRule({ id: 'c', createdAt: asEpochMs(5) }),
      aRule({ id: 'b', createdAt: asEpochMs(4) }),
      aRule({ id: 'a', createdAt: asEpochMs(5) }),
    ];
    expect(idsOf(matchRules(rules, anIncident()))).toEqual(['b', 'a', 'c', 'd']);
  });

  test('matches a rule without assertions always, and else only one whose assertions all hold', () => {
    const title: RoutingAssertion = { type: 'TITLE', comparison: 'CONTAINS', value: 'checkout' };
    const wrong: RoutingAssertion = { type: 'DESCRIPTION', comparison: 'CONTAINS', value: 'timeout' };
    const rules = [
      aRule({ id: 'always' }),
      aRule({ id: 'all', assertions: [title] }),
      aRule({ id: 'one', assertions: [title, wrong] }),
    ];
    expect(idsOf(matchRules(rules, anIncident()))).toEqual(['all', 'always']);
  });

  test('compares impact by rank', () => {
    const atLeastPartial = {
      type: 'IMPACT',
      comparison: 'GREATER_THAN_OR_EQUALS',
      value: 'PARTIALOUTAGE',
    } as const;
    expect(isMatched(atLeastPartial)).toBe(true);
    expect(isMatched(atLeastPartial, anIncident({ impact: 'DEGRADEDPERFORMANCE' }))).toBe(false);
  });

  test('compares affected components as a set of names and ids', () => {
    expect(isMatched({ type: 'AFFECTED_COMPONENTS', comparison: 'CONTAINS', value: 'cmp_1' })).toBe(true);
    expect(isMatched({ type: 'AFFECTED_COMPONENTS', comparison: 'CONTAINS', value: 'check' })).toBe(false);
    const none = anIncident({ components: [] });
    expect(isMatched({ type: 'AFFECTED_COMPONENTS', comparison: 'IS_NULL', value: '' }, none)).toBe(true);
  });

  test.each([
    ['EQUALS', 'API, monitor', true],
    ['EQUALS', 'API,CHAT', false],
    ['NOT_EQUALS', 'API,CHAT', true],
    ['NOT_EQUALS', 'API,MONITOR', false],
    ['NOT_EMPTY', '', true],
  ] as const)('takes a comma list for any of the sources: %s %j is %j', (comparison, value, expected) => {
    expect(isMatched({ type: 'INCIDENT', comparison, value })).toBe(expected);
  });
});

describe('choosePolicies', () => {
  test('runs just the policies that matching rules name, in order and once', () => {
    const matching = ['p2', null, 'p1', 'p2'].map((escalationPolicyId) => ({ escalationPolicyId }));
    expect(choosePolicies(matching, ['p1', 'p2', 'p3'])).toEqual(['p2', 'p1']);
  });

  test('runs every policy of the page where no rule names one', () => {
    expect(choosePolicies([{ escalationPolicyId: null }], ['p1', 'p2'])).toEqual(['p1', 'p2']);
    expect(choosePolicies([], ['p1'])).toEqual(['p1']);
  });

  test('does not fall silent when the only policy named is gone', () => {
    expect(choosePolicies([{ escalationPolicyId: 'gone' }], ['p1'])).toEqual(['p1']);
  });
});
