import { describe, expect, test } from 'vitest';
import { snapshotOf, type ConfiguredPolicy } from '../../../../src/core/escalation/snapshot.ts';

const aRule = (order: number, delayInMins: number): ConfiguredPolicy['rules'][number] => ({
  id: `rule_${order}`,
  order,
  delayInMins,
  actions: [{ type: 'NOTIFY_TEAM', targetId: 'team_1' }],
});

const aConfigured = (over: Partial<ConfiguredPolicy> = {}): ConfiguredPolicy => ({
  id: 'pol_1',
  name: 'Backend',
  rules: [aRule(1, 0)],
  repeat: false,
  repeatCount: 3,
  repeatDelay: 10,
  revertAcknowledgement: true,
  autoResolve: true,
  ...over,
});

describe('the rules of a snapshot', () => {
  test.each([
    { guarantee: 'fire by delay, keeping their numbers', sent: [aRule(1, 5), aRule(2, 0)], fired: [2, 1] },
    {
      guarantee: 'fire in their order where delays are equal',
      sent: [aRule(1, 5), aRule(2, 5)],
      fired: [1, 2],
    },
    {
      guarantee: 'are numbered by order, however they are stored',
      sent: [aRule(9, 0), aRule(4, 0)],
      fired: [1, 2],
    },
  ])('$guarantee', ({ sent, fired }) => {
    expect(snapshotOf(aConfigured({ rules: sent })).rules.map((rule) => rule.number)).toEqual(fired);
  });

  test('keep their ids beside their numbers', () => {
    const { rules } = snapshotOf(aConfigured({ rules: [aRule(9, 0), aRule(4, 0)] }));
    expect(rules.map(({ id, number }) => [id, number])).toEqual([
      ['rule_4', 1],
      ['rule_9', 2],
    ]);
  });

  test.each([
    { delayInMins: 0, delayMs: 0 },
    { delayInMins: 0.1, delayMs: 6_000 },
    { delayInMins: 1 / 3, delayMs: 20_000 },
    { delayInMins: 0.00001, delayMs: 1 },
    { delayInMins: 10_080, delayMs: 604_800_000 },
  ])('hold $delayInMins minutes as $delayMs whole milliseconds', ({ delayInMins, delayMs }) => {
    const policy = aConfigured({ rules: [aRule(1, delayInMins)], repeat: true, repeatDelay: delayInMins });
    expect(snapshotOf(policy).rules[0]?.delayMs).toBe(delayMs);
    expect(snapshotOf(policy).repeatDelayMs).toBe(delayMs);
  });
});

test.each([
  { repeat: false, repeatCount: 3, autoResolve: true, repeats: 0, resolves: false },
  { repeat: true, repeatCount: 3, autoResolve: true, repeats: 3, resolves: true },
  { repeat: true, repeatCount: 0, autoResolve: true, repeats: 0, resolves: true },
  { repeat: true, repeatCount: 3, autoResolve: false, repeats: 3, resolves: false },
])(
  'with repeat $repeat, count $repeatCount, auto-resolve $autoResolve: $repeats repeats, resolves $resolves',
  (row) => {
    const { repeat, repeatCount, autoResolve, repeats, resolves } = row;
    const snapshot = snapshotOf(aConfigured({ repeat, repeatCount, autoResolve }));
    expect(snapshot).toMatchObject({ repeats, autoResolve: resolves });
  },
);

test('what becomes of the policy afterwards changes nothing', () => {
  const actions = [{ type: 'NOTIFY_TEAM' as const, targetId: 'team_1' }];
  const policy = aConfigured({ rules: [{ id: 'rule_1', order: 1, delayInMins: 0, actions }] });
  const snapshot = snapshotOf(policy);
  const before = structuredClone(snapshot);
  Object.assign(actions[0] ?? {}, { targetId: 'team_2' });
  expect(snapshot).toEqual(before);
});
