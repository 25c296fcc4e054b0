import { describe, expect, it } from 'vitest';
import { publicStatus } from '../../../../src/core/page/public-status.ts';

describe('a page for readers', () => {
  it.each([
    ['UP', []],
    ['UP', ['OPERATIONAL', 'OPERATIONAL']],
    ['UNDERMAINTENANCE', ['OPERATIONAL', 'UNDERMAINTENANCE']],
    ['HASISSUES', ['UNDERMAINTENANCE', 'DEGRADEDPERFORMANCE']],
    ['HASISSUES', ['MAJOROUTAGE']],
  ] as const)('is %s with %j', (status, impacts) => {
    expect(publicStatus(impacts)).toBe(status);
  });
});
