import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHANNELS, type Channel } from '../../../../src/core/notification/channel.ts';
import { DEFAULT_RULES, planSteps, type PlanStep } from '../../../../src/core/notification/plan.ts';
import { asEpochMs, MINUTE_MS, plusMs } from '../../../../src/core/time/instant.ts';

const DUE = asEpochMs(Date.UTC(2026, 2, 30, 9, 0));

const NOW_AND_LATER: PlanStep[] = [
  { channel: 'CHAT', delayInMins: 0 },
  { channel: 'SMS', delayInMins: 2 },
];
const LATER: PlanStep[] = [
  { channel: 'SMS', delayInMins: 2 },
  { channel: 'PHONE_CALL', delayInMins: 5 },
];

const worksBut =
  (...broken: Channel[]) =>
  (channel: Channel) =>
    broken.includes(channel) ? `no ${channel}` : null;

type Earlier = Parameters<typeof planSteps>[0]['earlier'];

/** The plan in words: `SMS+2` is an SMS two minutes after the firing, `-SMS+2` one that is left out. */
function planned(rules: readonly PlanStep[] | null, earlier: Earlier, ...broken: Channel[]): string {
  const { steps, leftOut } = planSteps({ rules, works: worksBut(...broken), dueAt: DUE, earlier });
  const word = ({ channel, dueAt }: (typeof steps)[number]) => `${channel}+${(dueAt - DUE) / MINUTE_MS}`;
  return [...steps.map(word), ...leftOut.map((step) => `-${word(step)}`)].join(' ');
}

describe('what a firing sends, by what its member has of the incident already', () => {
  test.each<{ earlier: Earlier; rules: PlanStep[]; broken?: Channel[]; plan: string }>([
    { earlier: 'none', rules: NOW_AND_LATER, plan: 'CHAT+0 SMS+2' },
    { earlier: 'none', rules: LATER, plan: 'SMS+2 PHONE_CALL+5' },
    { earlier: 'none', rules: NOW_AND_LATER, broken: ['CHAT'], plan: 'SMS+2 -CHAT+0' },
    { earlier: 'none', rules: LATER, broken: ['SMS', 'PHONE_CALL'], plan: '-SMS+2 -PHONE_CALL+5' },
    { earlier: 'same', rules: NOW_AND_LATER, plan: '' },
    { earlier: 'same', rules: LATER, plan: '' },
    { earlier: 'same', rules: NOW_AND_LATER, broken: ['CHAT'], plan: '' },
    { earlier: 'older, still sending', rules: NOW_AND_LATER, plan: 'CHAT+0' },
    { earlier: 'older, still sending', rules: LATER, plan: '' },
    { earlier: 'older, still sending', rules: NOW_AND_LATER, broken: ['CHAT'], plan: '-CHAT+0' },
    { earlier: 'older, all sent', rules: NOW_AND_LATER, plan: 'CHAT+0' },
    { earlier: 'older, all sent', rules: NOW_AND_LATER, broken: ['SMS'], plan: 'CHAT+0' },
    { earlier: 'older, all sent', rules: LATER, plan: 'SMS+2 PHONE_CALL+5' },
    { earlier: 'older, all sent', rules: NOW_AND_LATER, broken: ['CHAT'], plan: 'SMS+2 -CHAT+0' },
  ])('$earlier, $broken broken: "$plan"', ({ earlier, rules, broken = [], plan }) => {
    expect(planned(rules, earlier, ...broken)).toBe(plan);
  });
});

test('a member who has set nothing gets chat and e-mail now, an SMS after 2 minutes, a call after 5', () => {
  expect(planned(null, 'none')).toBe('CHAT+0 EMAIL+0 SMS+2 PHONE_CALL+5');
});

test('a channel that is left out gives its reason, and moves neither the times nor the numbers of the others', () => {
  const plan = planSteps({ rules: null, works: worksBut('EMAIL'), dueAt: DUE, earlier: 'none' });
  expect(plan.leftOut).toEqual([{ channel: 'EMAIL', step: 1, dueAt: DUE, reason: 'no EMAIL' }]);
  expect(plan.steps.map(({ step }) => step)).toEqual([0, 2, 3]);
});

test('a fraction of a minute counts', () => {
  const rules: PlanStep[] = [{ channel: 'SMS', delayInMins: 0.25 }];
  const { steps } = planSteps({ rules, works: worksBut(), dueAt: DUE, earlier: 'none' });
  expect(steps[0]?.dueAt).toBe(plusMs(DUE, 15_000));
});

const anyRules = fc.array(
  fc.record({
    channel: fc.constantFrom(...CHANNELS),
    delayInMins: fc.constantFrom(0, 0.5, 2, 1440),
  }),
  { minLength: 1, maxLength: 20 },
);

describe('of any rules', () => {
  test('every step of a first plan is either sent or left out, at its own delay', () => {
    fc.assert(
      fc.property(anyRules, fc.subarray([...CHANNELS]), (rules, broken) => {
        const works = worksBut(...broken);
        const { steps, leftOut } = planSteps({ rules, works, dueAt: DUE, earlier: 'none' });
        const all = [...steps, ...leftOut].toSorted((a, b) => a.step - b.step);
        expect(
          all.map(({ channel, dueAt }) => ({ channel, delayInMins: (dueAt - DUE) / MINUTE_MS })),
        ).toEqual(rules);
        expect(steps.filter(({ channel }) => broken.includes(channel))).toEqual([]);
      }),
    );
  });

  test('a later firing adds no step that the member does not have already in a first plan', () => {
    const earlier = fc.constantFrom<Earlier>('same', 'older, still sending', 'older, all sent');
    fc.assert(
      fc.property(anyRules, fc.subarray([...CHANNELS]), earlier, (rules, broken, known) => {
        const works = worksBut(...broken);
        const first = planSteps({ rules, works, dueAt: DUE, earlier: 'none' });
        const again = planSteps({ rules, works, dueAt: DUE, earlier: known });
        expect(first.steps).toEqual(expect.arrayContaining(again.steps));
        expect(first.leftOut).toEqual(expect.arrayContaining(again.leftOut));
      }),
    );
  });

  test('beside a set that still sends, only steps without delay are sent', () => {
    fc.assert(
      fc.property(anyRules, fc.subarray([...CHANNELS]), (rules, broken) => {
        const works = worksBut(...broken);
        const { steps } = planSteps({ rules, works, dueAt: DUE, earlier: 'older, still sending' });
        expect(steps.filter(({ dueAt }) => dueAt !== DUE)).toEqual([]);
      }),
    );
  });

  test('after a set that was sent, a later firing is told wherever any channel works', () => {
    fc.assert(
      fc.property(anyRules, fc.subarray([...CHANNELS]), (rules, broken) => {
        const { steps } = planSteps({
          rules,
          works: worksBut(...broken),
          dueAt: DUE,
          earlier: 'older, all sent',
        });
        expect(steps.length > 0).toBe(rules.some(({ channel }) => !broken.includes(channel)));
      }),
    );
  });
});

test('the default rules are in the order in which they are due', () => {
  const delays = DEFAULT_RULES.map(({ delayInMins }) => delayInMins);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
});
