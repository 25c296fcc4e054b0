import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, escalate, nextDueAt, statusOf } from '../../../../src/core/escalation/run.ts';
import { CountdownModel } from './countdown-model.ts';
import { anyPolicy, anyStory, anyUnreached, at, Driver, type Command } from './run-driver.ts';

const FAR = 100_000;

/** Drives a run through a story, advancing it at each command; answers the minute in which the story ends. */
function tell(driver: Driver, story: readonly { command: Command; after: number }[]): number {
  let minute = 0;
  for (const { command, after } of story) {
    minute += after;
    driver.advanceTo(minute).do(command, minute).advanceTo(minute);
  }
  return minute;
}

const anyRun = fc.record({ policy: anyPolicy, unreached: anyUnreached, story: anyStory });

test('a run does what a countdown without any anchor does, whatever is done to it', () => {
  fc.assert(
    fc.property(anyRun, ({ policy, unreached, story }) => {
      const driver = new Driver(policy, unreached);
      const model = new CountdownModel(policy, unreached);
      const minute = tell(driver, story);
      for (const { command, after } of story) {
        model.run(after);
        model.do(command);
      }
      driver.advanceTo(minute + 100);
      model.run(100);
      expect(driver.deeds).toEqual(model.deeds);
    }),
    { numRuns: 1_000 },
  );
});

describe('whatever is done to a run', () => {
  test('no rule fires by itself while it is acknowledged, snoozed or over', () => {
    fc.assert(
      fc.property(anyRun, ({ policy, unreached, story }) => {
        const driver = new Driver(policy, unreached);
        driver.advanceTo(tell(driver, story) + FAR);
        expect(driver.firedWhile.filter((status) => status !== 'ACTIVE')).toEqual([]);
      }),
    );
  });

  test('each rule fires at most once a pass, in order', () => {
    fc.assert(
      fc.property(anyRun, ({ policy, unreached, story }) => {
        const driver = new Driver(policy, unreached);
        driver.advanceTo(tell(driver, story) + FAR);
        const fired = driver.deeds.flatMap(({ what }) => (/^\d:\d$/.test(what) ? [what] : []));
        expect(fired).toEqual([...new Set(fired)].toSorted());
      }),
    );
  });

  test('it ends or waits within rules x (repeats + 1) firings, and says when it wants to be asked again', () => {
    fc.assert(
      fc.property(anyRun, ({ policy, unreached, story }) => {
        const driver = new Driver(policy, unreached);
        driver.advanceTo(tell(driver, story) + FAR);
        const most = policy.rules.length * (policy.repeats + 1);
        expect(driver.deeds.filter(({ what }) => /^\d:\d$/.test(what)).length).toBeLessThanOrEqual(most);
        expect(['PAUSED', 'STOPPED', 'DONE']).toContain(statusOf(policy, driver.state));
        expect(nextDueAt(policy, driver.state)).toBeNull();
        expect(advance(policy, driver.state, at(FAR * 2))).toEqual({ kind: 'wait', state: driver.state });
      }),
    );
  });

  test.each(['acknowledge', 'unacknowledge', 'snooze', 'wake', 'resolve'] as const)(
    'to %s twice is to do it once',
    (command) => {
      fc.assert(
        fc.property(
          anyRun,
          fc.nat({ max: 9 }),
          fc.nat({ max: 9 }),
          ({ policy, unreached, story }, first, second) => {
            const driver = new Driver(policy, unreached);
            const minute = tell(driver, story) + first;
            const once = driver.do(command, minute).state;
            expect(driver.do(command, minute + second).state).toEqual(once);
          },
        ),
      );
    },
  );

  test('a run that is over stays as it is', () => {
    fc.assert(
      fc.property(anyRun, anyStory, ({ policy, unreached, story }, later) => {
        const driver = new Driver(policy, unreached);
        driver.do('resolve', tell(driver, story));
        const told = driver.deeds.length;
        tell(driver, later);
        driver.advanceTo(FAR);
        expect(driver.deeds.length).toBe(told);
        expect(escalate(policy, driver.state, at(FAR))).toBeNull();
        expect(statusOf(policy, driver.state)).toBe('DONE');
      }),
    );
  });
});

describe('lateness never adds up', () => {
  test('a run that is looked at rarely fires the same rules, due at the same instants', () => {
    const looks = fc.array(fc.nat({ max: 120 }), { maxLength: 12 });
    fc.assert(
      fc.property(anyPolicy, anyUnreached, looks, (policy, unreached, minutes) => {
        const onTime = new Driver(policy, unreached);
        for (let minute = 0; minute <= 200; minute += 1) onTime.advanceTo(minute);
        const late = new Driver(policy, unreached);
        for (const minute of minutes.toSorted((a, b) => a - b)) late.advanceTo(minute);
        late.advanceTo(200);
        expect(late.deeds).toEqual(onTime.deeds);
        expect(late.state).toEqual(onTime.state);
      }),
    );
  });

  test('early looks change nothing', () => {
    fc.assert(
      fc.property(anyRun, ({ policy, unreached, story }) => {
        const driver = new Driver(policy, unreached);
        const minute = tell(driver, story);
        driver.advanceTo(minute);
        const due = nextDueAt(policy, driver.state);
        const now = due === null ? at(FAR) : at(minute - 1);
        expect(advance(policy, driver.state, now)).toEqual({ kind: 'wait', state: driver.state });
      }),
    );
  });

  test('an acknowledgement in a pass that was not seen to start silences that pass, not the one before', () => {
    const reverting = anyPolicy.map((policy) => ({ ...policy, repeats: 3, revertAcknowledgement: true }));
    fc.assert(
      fc.property(reverting, fc.nat({ max: 40 }), (policy, minute) => {
        const seen = new Driver(policy).advanceTo(minute).do('acknowledge', minute).advanceTo(minute);
        const unseen = new Driver(policy).do('acknowledge', minute).advanceTo(minute);
        expect(unseen.state.pass).toBe(seen.state.pass);
        expect(unseen.state.passStartedAt).toBe(seen.state.passStartedAt);
        expect(unseen.state.acknowledgedAt).toBe(seen.state.acknowledgedAt);
        expect(unseen.log()).not.toContain('takes back');
      }),
    );
  });
});
