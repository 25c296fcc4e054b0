import { expect, test } from 'vitest';
import { parseImpact, worstImpact } from '../../../../src/core/routing/impact.ts';

test('takes the worst of the statuses', () => {
  expect(worstImpact(['OPERATIONAL', 'PARTIALOUTAGE', 'DEGRADEDPERFORMANCE'])).toBe('PARTIALOUTAGE');
  expect(worstImpact(['OPERATIONAL'])).toBe('OPERATIONAL');
});

test('takes MAJOROUTAGE where nothing says, or something unknown', () => {
  expect(worstImpact([])).toBe('MAJOROUTAGE');
  expect(worstImpact(['OPERATIONAL', 'ON_FIRE'])).toBe('MAJOROUTAGE');
});

test('reads an impact whatever its case', () => {
  expect(parseImpact(' partialOutage ')).toBe('PARTIALOUTAGE');
  expect(parseImpact('bad')).toBeNull();
});
