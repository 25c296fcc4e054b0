import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathsOf, type TestApi } from '../../support/api.ts';
import { openSwaps, type SwapPage } from '../../support/swaps.ts';

let api: TestApi;
let newPage: () => Promise<SwapPage>;
beforeAll(async () => {
  ({ api, newPage } = await openSwaps());
});
afterAll(() => api.close());

// Of ann's week; and of ben's after it.
const start = '2026-01-20T00:00:00.000Z';
const end = '2026-01-21T00:00:00.000Z';
const returnStart = '2026-01-27T00:00:00.000Z';
const returnEnd = '2026-01-28T00:00:00.000Z';
const NOON = '2026-01-20T12:00:00.000Z';

describe('a swap', () => {
  test.each([
    ['no asker', { memberId: undefined }, ['memberId']],
    ['unknown members', { memberId: 'x', toMemberId: 'y' }, ['memberId', 'toMemberId']],
    ['a request to oneself', { toMemberId: 'ann@x.test' }, ['toMemberId']],
    ['no start', { start: undefined }, ['start']],
    ['an end at the start', { end: start }, ['end']],
    ['a stretch that is over', { start: '2026-01-06T00:00:00Z', end: '2026-01-07T00:00:00Z' }, ['end']],
    ['more than 92 days', { end: '2026-04-22T00:00:00.001Z' }, ['end']],
    ['a start over a year ahead', { start: '2027-01-20T00:00:00Z', end: '2027-01-21T00:00:00Z' }, ['start']],
    ['a stretch of somebody else', { start: '2026-01-16T00:00:00Z', end: '2026-01-17T00:00:00Z' }, ['start']],
    ['half an exchange', { toMemberId: 'ben@x.test', returnStart }, ['returnEnd']],
    ['the other half', { toMemberId: 'ben@x.test', returnEnd }, ['returnStart']],
    ['an exchange with everybody', { returnStart, returnEnd }, ['toMemberId']],
    [
      'an exchange that ends before it starts',
      { toMemberId: 'ben@x.test', returnStart, returnEnd: start },
      ['returnEnd'],
    ],
    [
      'an exchange for what the other has not',
      { toMemberId: 'ben@x.test', returnStart: end, returnEnd: '2026-01-22T00:00:00Z' },
      ['returnStart'],
    ],
    [
      'an exchange at the same time',
      { toMemberId: 'ben@x.test', returnStart: NOON, returnEnd },
      ['returnStart'],
    ],
  ])('is refused with %s, naming its path', async (_what, wrong, paths) => {
    const page = await newPage();
    const refused = await api.post(page.swaps, { memberId: 'ann@x.test', start, end, ...wrong });
    expect(refused.status).toBe(400);
    expect(pathsOf(refused)).toEqual(paths);
  });
});
