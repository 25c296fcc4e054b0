import { describe, expect, test } from 'vitest';
import {
  COMPARISONS,
  compare,
  isOrdering,
  type Comparison,
} from '../../../../src/core/routing/comparison.ts';
import { IMPACTS } from '../../../../src/core/incident/types.ts';

type Row = [comparison: Comparison, actual: string | number | null, target: string, expected: boolean];

const rows: Row[] = [
  ['EQUALS', '  Database ', 'database', true],
  ['EQUALS', 'Database', 'data', false],
  ['EQUALS', 1, '1.0', true],
  ['EQUALS', '1', '1.0', false],
  ['NOT_EQUALS', 'API', 'api', false],
  ['NOT_EQUALS', 'API', 'web', true],
  ['CONTAINS', 'Checkout is DOWN', ' down', true],
  ['CONTAINS', 'Checkout', 'web', false],
  ['NOT_CONTAINS', 'Checkout', 'web', true],
  ['STARTS_WITH', ' [P1] disk', '[p1]', true],
  ['STARTS_WITH', 'disk [P1]', '[p1]', false],
  ['ENDS_WITH', 'disk FULL ', 'full', true],
  ['ENDS_WITH', 'full disk', 'full', false],
  ['IS_EMPTY', '  ', '', true],
  ['IS_EMPTY', 'x', '', false],
  ['NOT_EMPTY', 'x', '', true],
  ['NOT_EMPTY', '', '', false],
  ['IS_NULL', '', '', false],
  ['NOT_NULL', '', '', true],
  ['GREATER_THAN', '10', '9', true],
  ['GREATER_THAN', 9, '9', false],
  ['GREATER_THAN_OR_EQUALS', ' 9.0 ', '9', true],
  ['LESS_THAN', '-1e3', '-999.5', true],
  ['LESS_THAN_OR_EQUALS', 9, '8', false],
  ['LESS_THAN_OR_EQUALS', 8, '8', true],
  ['GREATER_THAN', '0x10', '1', false],
  ['GREATER_THAN', 'Infinity', '1', false],
  ['LESS_THAN', '', '1', false],
  ['LESS_THAN', 'apple', 'banana', false],
  ['HAS_KEY', '{"Team": "core"}', 'team', true],
  ['HAS_KEY', '{"team": "core"}', 'core', false],
  ['HAS_VALUE', '{"team": "Core"}', 'core', true],
  ['HAS_VALUE', '{"count": 3}', '3.0', true],
  ['HAS_VALUE', '{"ok": true}', 'TRUE', true],
  ['HAS_KEY', 'team', 'team', false],
  ['HAS_KEY', '["team"]', '0', false],
  ['HAS_VALUE', '["team"]', 'team', false],
  ['NOT_HAS_KEY', 'team', 'team', true],
  ['NOT_HAS_KEY', '{"team": 1}', 'team', false],
  ['NOT_HAS_VALUE', '{"team": 1}', '2', true],
];

describe('compare', () => {
  test.each(rows)('%s of %j to %j is %j', (comparison, actual, target, expected) => {
    expect(compare(comparison, actual, target)).toBe(expected);
  });

  test('takes an absent actual for null and empty, and for nothing else', () => {
    const held = COMPARISONS.filter((comparison) => compare(comparison, null, '1'));
    expect(held).toEqual([
      'NOT_EQUALS',
      'IS_EMPTY',
      'NOT_CONTAINS',
      'NOT_HAS_KEY',
      'NOT_HAS_VALUE',
      'IS_NULL',
    ]);
    expect(compare('EQUALS', undefined, '')).toBe(false);
  });

  test.each([
    ['PARTIALOUTAGE', 'GREATER_THAN', 'DEGRADEDPERFORMANCE', true],
    ['UNDERMAINTENANCE', 'LESS_THAN', 'degradedperformance ', true],
    ['MAJOROUTAGE', 'GREATER_THAN_OR_EQUALS', 'MAJOROUTAGE', true],
    ['OPERATIONAL', 'GREATER_THAN', 'UNDERMAINTENANCE', false],
    ['MAJOROUTAGE', 'GREATER_THAN', '1', false],
    ['MAJOROUTAGE', 'GREATER_THAN', 'CRITICAL', false],
  ] as const)('ranks %s %s %s as %j', (actual, comparison, target, expected) => {
    expect(compare(comparison, actual, target, { ranks: IMPACTS })).toBe(expected);
  });

  test('knows exactly four orderings', () => {
    expect(COMPARISONS).toHaveLength(18);
    expect(COMPARISONS.filter(isOrdering)).toHaveLength(4);
  });
});
