import { describe, expect, test } from 'vitest';
import { nextDueAt, statusOf, type RunStatus } from '../../../../src/core/escalation/run.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src/core/time/instant.ts';
import { aPolicy, at, Driver, type Command, type Policy } from './run-driver.ts';

const thrice = aPolicy([0, 5, 10]);
const repeating = aPolicy([0, 5], { repeats: 2, repeatDelayMs: 10 * MINUTE_MS });
const reverting = { ...repeating, revertAcknowledgement: true };
const resolving = { ...repeating, repeats: 1, autoResolve: true };

/** A story: `5 acknowledge` is a command in minute 5, `20` only the clock. */
function told(policy: Policy, story: string, unreached: readonly string[] = []): Driver {
  const driver = new Driver(policy, unreached);
  for (const line of story.split(', ')) {
    const [minute = '', command] = line.split(' ');
    driver.advanceTo(Number(minute));
    if (command !== undefined) driver.do(command as Command, Number(minute)).advanceTo(Number(minute));
  }
  return driver;
}

describe('what fires when', () => {
  test.each<{ guarantee: string; policy: Policy; story: string; unreached?: string[]; log: string }>([
    {
      guarantee: 'every rule fires at its delay after the opening',
      policy: thrice,
      story: '0, 4, 5, 9, 10, 100',
      log: '0:1 @0, 0:2 @5, 0:3 @10',
    },
    {
      guarantee: 'what is overdue fires at once, in order, with the times at which it was due',
      policy: repeating,
      story: '100',
      log: '0:1 @0, 0:2 @5, pass 1 @15, 1:1 @15, 1:2 @20, pass 2 @30, 2:1 @30, 2:2 @35',
    },
    {
      guarantee: 'rules with the same delay fire in their order',
      policy: aPolicy([0, 5, 5, 5]),
      story: '5',
      log: '0:1 @0, 0:2 @5, 0:3 @5, 0:4 @5',
    },
    {
      guarantee: 'a fraction of a minute counts',
      policy: aPolicy([0.5, 0.75], { repeats: 1, repeatDelayMs: 6 * SECOND_MS }),
      story: '0.4, 0.5, 0.8, 2',
      log: '0:1 @0.5, 0:2 @0.75, pass 1 @0.85, 1:1 @1.35, 1:2 @1.6',
    },
    {
      guarantee: 'a pass starts `repeatDelay` after the last rule was due, not after the last pass began',
      policy: repeating,
      story: '14, 15, 30, 500',
      log: '0:1 @0, 0:2 @5, pass 1 @15, 1:1 @15, 1:2 @20, pass 2 @30, 2:1 @30, 2:2 @35',
    },
    {
      guarantee: 'an acknowledgement stops all passes',
      policy: repeating,
      story: '3 acknowledge, 500',
      log: '0:1 @0',
    },
    {
      guarantee: 'an acknowledgement at the instant at which a rule is due, taken first, wins',
      policy: thrice,
      story: '0, 4 acknowledge, 5, 500',
      log: '0:1 @0',
    },
    {
      guarantee: 'an acknowledgement taken back goes on at the next rule, as far off as it was',
      policy: thrice,
      story: '3 acknowledge, 60 unacknowledge, 61, 62, 500',
      log: '0:1 @0, 0:2 @62, 0:3 @67',
    },
    {
      guarantee: 'a second acknowledgement leaves the distance of the first',
      policy: thrice,
      story: '3 acknowledge, 20 acknowledge, 60 unacknowledge, 500',
      log: '0:1 @0, 0:2 @62, 0:3 @67',
    },
    {
      guarantee: 'an acknowledgement between two passes, taken back, keeps the distance to the next pass',
      policy: repeating,
      story: '7 acknowledge, 100 unacknowledge, 112',
      log: '0:1 @0, 0:2 @5, pass 1 @108, 1:1 @108',
    },
    {
      guarantee: 'a reverting policy falls silent for the rest of the pass only',
      policy: reverting,
      story: '3 acknowledge, 500',
      log: '0:1 @0, pass 1 takes back @15, 1:1 @15, 1:2 @20, pass 2 @30, 2:1 @30, 2:2 @35',
    },
    {
      guarantee: 'a reverting policy without a next pass is stopped by an acknowledgement',
      policy: reverting,
      story: '32 acknowledge, 500',
      log: '0:1 @0, 0:2 @5, pass 1 @15, 1:1 @15, 1:2 @20, pass 2 @30, 2:1 @30',
    },
    {
      guarantee: 'an acknowledgement that a pass took back can be given again',
      policy: reverting,
      story: '3 acknowledge, 17 acknowledge, 500',
      log: '0:1 @0, pass 1 takes back @15, 1:1 @15, pass 2 takes back @30, 2:1 @30, 2:2 @35',
    },
    {
      guarantee: 'a snooze stops the clock and the run goes on where it was',
      policy: thrice,
      story: '3 snooze, 50, 60 wake, 61, 62, 500',
      log: '0:1 @0, 0:2 @62, 0:3 @67',
    },
    {
      guarantee: 'a longer snooze does not count the time before it twice',
      policy: thrice,
      story: '3 snooze, 30 snooze, 60 wake, 500',
      log: '0:1 @0, 0:2 @62, 0:3 @67',
    },
    {
      guarantee: 'a snooze of an acknowledged incident leaves it acknowledged',
      policy: thrice,
      story: '3 acknowledge, 10 snooze, 60 wake, 500',
      log: '0:1 @0',
    },
    {
      guarantee: 'neither a snooze nor an acknowledgement before it counts against the distance',
      policy: thrice,
      story: '3 acknowledge, 10 snooze, 60 wake, 70 unacknowledge, 500',
      log: '0:1 @0, 0:2 @72, 0:3 @77',
    },
    {
      guarantee: 'a snooze moves the end of a silenced pass',
      policy: reverting,
      story: '3 acknowledge, 10 snooze, 60 wake, 64, 65',
      log: '0:1 @0, pass 1 takes back @65, 1:1 @65',
    },
    {
      guarantee: 'to take back an acknowledgement ends the snooze after it',
      policy: thrice,
      story: '3 acknowledge, 10 snooze, 60 unacknowledge, 500',
      log: '0:1 @0, 0:2 @62, 0:3 @67',
    },
    {
      guarantee: 'to take back an acknowledgement that is not there leaves a snooze alone',
      policy: thrice,
      story: '3 snooze, 10 unacknowledge, 500',
      log: '0:1 @0',
    },
    {
      guarantee: 'an acknowledgement ends a snooze and stops the run',
      policy: thrice,
      story: '3 snooze, 10 acknowledge, 20 wake, 500',
      log: '0:1 @0',
    },
    {
      guarantee: 'escalating fires the next rule now; the later ones keep their distance to it',
      policy: thrice,
      story: '2 escalate, 5, 6, 7, 500',
      log: '0:1 @0, 0:2 @2, 0:3 @7',
    },
    {
      guarantee: 'escalating moves the next pass too',
      policy: repeating,
      story: '2 escalate, 11, 12',
      log: '0:1 @0, 0:2 @2, pass 1 @12, 1:1 @12',
    },
    {
      guarantee:
        'escalating after the last rule fires the first of the next pass, whose others keep their distance',
      policy: repeating,
      story: '6 escalate, 10, 11, 20, 21',
      log: '0:1 @0, 0:2 @5, 1:1 @6, 1:2 @11, pass 2 @21, 2:1 @21',
    },
    {
      guarantee: 'escalating past the last rule of the last pass fires nothing',
      policy: thrice,
      story: '20 escalate, 500',
      log: '0:1 @0, 0:2 @5, 0:3 @10',
    },
    {
      guarantee: 'escalating an acknowledged incident fires one rule and leaves it acknowledged',
      policy: thrice,
      story: '2 acknowledge, 8 escalate, 500',
      log: '0:1 @0, 0:2 @8',
    },
    {
      guarantee: 'the distance to a rule that was escalated to holds when the acknowledgement is taken back',
      policy: thrice,
      story: '2 acknowledge, 8 escalate, 60 unacknowledge, 64, 65',
      log: '0:1 @0, 0:2 @8, 0:3 @65',
    },
    {
      guarantee: 'escalating a snoozed incident fires one rule and leaves it snoozed',
      policy: thrice,
      story: '2 snooze, 8 escalate, 50, 60 wake, 64, 65',
      log: '0:1 @0, 0:2 @8, 0:3 @65',
    },
    {
      guarantee:
        'escalating into the next pass leaves the acknowledgement of a reverting policy to the pass after',
      policy: reverting,
      story: '6 acknowledge, 8 escalate, 22, 23, 28',
      log: '0:1 @0, 0:2 @5, 1:1 @8, pass 2 takes back @23, 2:1 @23, 2:2 @28',
    },
    {
      guarantee:
        'a rule that reaches nobody does not wait: the next is due at the same instant, later ones in step',
      policy: thrice,
      story: '500',
      unreached: ['0:1'],
      log: '0:1 @0, 0:2 @0, 0:3 @5',
    },
    {
      guarantee: 'rules that reach nobody one after the other are due at one instant',
      policy: thrice,
      story: '500',
      unreached: ['0:1', '0:2'],
      log: '0:1 @0, 0:2 @0, 0:3 @0',
    },
    {
      guarantee: 'a rule that is late and reaches nobody hands on the instant at which it was due',
      policy: thrice,
      story: '0, 90',
      unreached: ['0:2'],
      log: '0:1 @0, 0:2 @5, 0:3 @5',
    },
    {
      guarantee: 'where the last rule reaches nobody the next pass stays where it is',
      policy: repeating,
      story: '20',
      unreached: ['0:2'],
      log: '0:1 @0, 0:2 @5, pass 1 @15, 1:1 @15, 1:2 @20',
    },
    {
      guarantee: 'an escalation that reaches nobody hands on at once',
      policy: thrice,
      story: '2 escalate, 500',
      unreached: ['0:2'],
      log: '0:1 @0, 0:2 @2, 0:3 @2',
    },
    {
      guarantee:
        'an incident that nobody takes is resolved `repeatDelay` after the last rule of the last pass',
      policy: resolving,
      story: '29, 30, 500',
      log: '0:1 @0, 0:2 @5, pass 1 @15, 1:1 @15, 1:2 @20, resolves @30',
    },
    {
      guarantee: 'an incident that is acknowledged at that instant is not resolved',
      policy: resolving,
      story: '29 acknowledge, 500',
      log: '0:1 @0, 0:2 @5, pass 1 @15, 1:1 @15, 1:2 @20',
    },
    {
      guarantee: 'an incident whose acknowledgement was taken back by then is resolved',
      policy: { ...resolving, revertAcknowledgement: true },
      story: '3 acknowledge, 500',
      log: '0:1 @0, pass 1 takes back @15, 1:1 @15, 1:2 @20, resolves @30',
    },
    {
      guarantee: 'a snoozed incident is not resolved until the snooze and the rest of the time are over',
      policy: resolving,
      story: '25 snooze, 60 wake, 64, 65',
      log: '0:1 @0, 0:2 @5, pass 1 @15, 1:1 @15, 1:2 @20, resolves @65',
    },
    {
      guarantee: 'nothing fires after the incident was resolved',
      policy: repeating,
      story: '7 resolve, 8 unacknowledge, 9 wake, 10 escalate, 500',
      log: '0:1 @0, 0:2 @5',
    },
  ])('$guarantee', ({ policy, story, unreached, log }) => {
    expect(told(policy, story, unreached).log()).toBe(log);
  });

  test('an acknowledgement made after a pass began unseen is one of that pass, the acknowledgement before is not', () => {
    const unseen = new Driver(reverting).advanceTo(5).do('acknowledge', 17).advanceTo(17);
    expect(unseen.log()).toBe('0:1 @0, 0:2 @5, pass 1 @15');
    expect(unseen.advanceTo(30).log()).toContain('pass 2 takes back @30');
    const onTheDot = new Driver(reverting).advanceTo(5).do('acknowledge', 15).advanceTo(15);
    expect(onTheDot.log()).toBe('0:1 @0, 0:2 @5, pass 1 @15');
    const seenLate = new Driver(reverting).advanceTo(5).do('acknowledge', 6).advanceTo(17);
    expect(seenLate.log()).toContain('pass 1 takes back @15');
  });
});

describe('the status of a run and when it is due next', () => {
  test.each<{ policy: Policy; story: string; status: RunStatus; due: number | null }>([
    { policy: thrice, story: '0', status: 'ACTIVE', due: 5 },
    { policy: thrice, story: '0, 3 snooze', status: 'PAUSED', due: null },
    { policy: thrice, story: '0, 3 acknowledge', status: 'STOPPED', due: null },
    { policy: thrice, story: '0, 3 acknowledge, 4 snooze', status: 'PAUSED', due: null },
    { policy: thrice, story: '0, 3 acknowledge, 4 unacknowledge', status: 'ACTIVE', due: 6 },
    { policy: thrice, story: '0, 3 resolve', status: 'DONE', due: null },
    { policy: thrice, story: '10', status: 'DONE', due: null },
    { policy: repeating, story: '5', status: 'ACTIVE', due: 15 },
    { policy: repeating, story: '5 acknowledge', status: 'STOPPED', due: null },
    { policy: reverting, story: '5 acknowledge', status: 'SILENCED', due: 15 },
    { policy: reverting, story: '32 acknowledge', status: 'STOPPED', due: null },
    { policy: reverting, story: '35', status: 'DONE', due: null },
    { policy: resolving, story: '20', status: 'ACTIVE', due: 30 },
    { policy: resolving, story: '30', status: 'DONE', due: null },
  ])(
    'after "$story" a run with $policy.repeats repeats is $status, due at $due',
    ({ policy, story, status, due }) => {
      const { state } = told(policy, story);
      expect(statusOf(policy, state)).toBe(status);
      expect(nextDueAt(policy, state)).toBe(due === null ? null : at(due));
    },
  );
});
