import { expect, it } from 'vitest';
import { pageStatus } from '../../../../src/core/page/page-status.ts';

it('is up without components and with working ones', () => {
  expect(pageStatus([])).toBe('UP');
  expect(pageStatus(['OPERATIONAL', 'OPERATIONAL'])).toBe('UP');
});

it('names the worst status and how many components have it', () => {
  expect(pageStatus(['OPERATIONAL', 'DEGRADEDPERFORMANCE', 'MAJOROUTAGE'])).toBe('ONEMAJOROUTAGE');
  expect(pageStatus(['OPERATIONAL', 'PARTIALOUTAGE', 'PARTIALOUTAGE'])).toBe('SOMEPARTIALOUTAGE');
  expect(pageStatus(['UNDERMAINTENANCE', 'UNDERMAINTENANCE'])).toBe('ALLUNDERMAINTENANCE');
  expect(pageStatus(['DEGRADEDPERFORMANCE'])).toBe('ALLDEGRADEDPERFORMANCE');
});
