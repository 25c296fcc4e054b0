import { expect, test } from 'vitest';
import { COMPARISONS, type Comparison } from '../../../../src/core/routing/comparison.ts';
import { compareSet } from '../../../../src/core/routing/set-comparison.ts';

const members = [
  { id: 'cmp_1', name: 'API' },
  { id: 'cmp_2', name: 'Web, mobile' },
];

const rows: [Comparison, string, boolean][] = [
  ['EQUALS', 'web, mobile, api', true],
  ['EQUALS', 'CMP_2,cmp_1', true],
  ['EQUALS', 'api,cmp_2', true],
  ['EQUALS', 'api', false],
  ['EQUALS', 'api,cmp_2,other', false],
  ['EQUALS', '', false],
  ['NOT_EQUALS', 'api', true],
  ['CONTAINS', ' api ', true],
  ['CONTAINS', 'cmp_1', true],
  ['CONTAINS', 'AP', false],
  ['NOT_CONTAINS', 'AP', true],
  ['NOT_CONTAINS', 'api', false],
  ['STARTS_WITH', 'we', true],
  ['STARTS_WITH', 'pi', false],
  ['ENDS_WITH', 'PI', true],
  ['HAS_KEY', 'cmp_1', true],
  ['HAS_KEY', 'api', false],
  ['HAS_VALUE', 'api', true],
  ['HAS_VALUE', 'cmp_1', false],
  ['NOT_HAS_KEY', 'api', true],
  ['NOT_HAS_VALUE', 'api', false],
  ['IS_EMPTY', '', false],
  ['NOT_NULL', '', true],
  ['GREATER_THAN', '1', false],
];

test.each(rows)('%s %j is %j', (comparison, target, expected) => {
  expect(compareSet(comparison, members, target)).toBe(expected);
});

test('takes a set without members for empty and null', () => {
  const held = COMPARISONS.filter((comparison) => compareSet(comparison, [], 'api'));
  expect(held).toEqual(['NOT_EQUALS', 'IS_EMPTY', 'NOT_CONTAINS', 'NOT_HAS_KEY', 'NOT_HAS_VALUE', 'IS_NULL']);
  expect(compareSet('EQUALS', [], '')).toBe(true);
});

test('reads a list of ten thousand commas without delay', () => {
  expect(compareSet('EQUALS', members, ','.repeat(10_000))).toBe(false);
});

test('reads a long list without delay where a name holds a thousand commas', () => {
  const name = `${','.repeat(1_000)}x`;
  const many = [
    { id: 'cmp_1', name },
    ...Array.from({ length: 3_000 }, (_, n) => ({ id: `${n}`, name: `a, ${n}` })),
  ];
  const startedAt = performance.now();
  expect(compareSet('EQUALS', many, 'a,'.repeat(5_000))).toBe(false);
  expect(compareSet('EQUALS', [{ id: 'cmp_1', name }], ` a, ${name}`)).toBe(false);
  expect(compareSet('EQUALS', [{ id: 'cmp_1', name }], ` ${name} ,, `)).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
