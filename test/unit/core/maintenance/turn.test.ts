import { describe, expect, test } from 'vitest';
import type { Maintenance } from '../../../../src/core/maintenance/maintenance.ts';
import {
  dueTurns,
  nextDueAt,
  recorded,
  turned,
  turnTo,
  undoneBy,
} from '../../../../src/core/maintenance/turn.ts';
import { asEpochMs } from '../../../../src/core/time/instant.ts';

const MINUTE = 60_000;
const at = (minutes: number) => asEpochMs(1_000_000_000_000 + minutes * MINUTE);

/** From minute 60 to minute 120. */
const planned = (more: Partial<Maintenance> = {}): Maintenance => ({
  id: 'mnt_1',
  pageId: 'page_1',
  name: 'Database move',
  status: 'NOTSTARTEDYET',
  start: at(60),
  end: at(120),
  autoStart: true,
  autoEnd: true,
  notifyStart: false,
  notifyEnd: false,
  notifyEarly: false,
  notifyMinutes: 30,
  earlyToldAt: null,
  startedAt: null,
  endedAt: null,
  components: [],
  translations: {},
  createdAt: at(0),
  updatedAt: at(0),
  ...more,
});
const kindsAt = (maintenance: Maintenance, minutes: number) =>
  dueTurns(maintenance, at(minutes)).map(({ kind }) => kind);

describe('the clock', () => {
  test('starts a maintenance at its start and ends it at its end, neither before', () => {
    expect(kindsAt(planned(), 59)).toEqual([]);
    expect(dueTurns(planned(), at(60))).toEqual([{ kind: 'start', at: at(60) }]);
    const on = turned(planned(), { kind: 'start', at: at(60) }, at(60));
    expect(kindsAt(on, 119)).toEqual([]);
    expect(dueTurns(on, at(120))).toEqual([{ kind: 'end', at: at(120) }]);
  });

  test('makes both turns in order where it was not looked at for long, of the instants that were planned', () => {
    expect(dueTurns(planned(), at(500))).toEqual([
      { kind: 'start', at: at(60) },
      { kind: 'end', at: at(120) },
    ]);
  });

  test('leaves to people what is to start or end by hand', () => {
    expect(kindsAt(planned({ autoStart: false }), 500)).toEqual([]);
    expect(kindsAt(planned({ autoEnd: false }), 500)).toEqual(['start']);
    expect(kindsAt(planned({ end: null }), 500)).toEqual(['start']);
    expect(kindsAt(planned({ status: 'COMPLETED' }), 500)).toEqual([]);
  });

  test('tells ahead once, and not any more once it has started', () => {
    const early = planned({ notifyEarly: true });
    expect(kindsAt(early, 29)).toEqual([]);
    expect(kindsAt(early, 30)).toEqual(['tellEarly']);
    expect(kindsAt(turned(early, { kind: 'tellEarly' }, at(30)), 31)).toEqual([]);
    expect(kindsAt(early, 60)).toEqual(['start']);
    expect(kindsAt(planned({ notifyEarly: true, autoStart: false }), 60)).toEqual([]);
  });

  test('is looked at when there is something to do, and never when there is not', () => {
    expect(nextDueAt(planned(), at(0))).toBe(at(60));
    expect(nextDueAt(planned({ notifyEarly: true }), at(0))).toBe(at(30));
    expect(nextDueAt(planned({ notifyEarly: true, earlyToldAt: at(30) }), at(30))).toBe(at(60));
    expect(nextDueAt(planned({ autoStart: false }), at(0))).toBeNull();
    expect(nextDueAt(planned({ status: 'INPROGRESS' }), at(60))).toBe(at(120));
    expect(nextDueAt(planned({ status: 'INPROGRESS', end: null }), at(60))).toBeNull();
    expect(nextDueAt(planned({ status: 'COMPLETED' }), at(0))).toBeNull();
  });

  test('has nothing more to do by an instant once all that was due by it is done', () => {
    for (let minutes = 0; minutes <= 200; minutes += 10) {
      for (const autoStart of [true, false]) {
        for (const notifyEarly of [true, false]) {
          const now = at(minutes);
          const start = planned({ autoStart, notifyEarly });
          const done = dueTurns(start, now).reduce((one, turn) => turned(one, turn, now), start);
          expect(dueTurns(done, now)).toEqual([]);
          expect(nextDueAt(done, now) ?? at(1_000)).toBeGreaterThan(now);
        }
      }
    }
  });
});

describe('a status that is set by hand', () => {
  const set = (maintenance: Maintenance, status: Maintenance['status'], minutes: number) => {
    const turn = turnTo(maintenance, status, at(minutes));
    return turn === null ? null : turned(maintenance, turn, at(minutes));
  };

  test('starts and ends at the instant that it is set', () => {
    const on = set(planned(), 'INPROGRESS', 10);
    expect(on).toMatchObject({ status: 'INPROGRESS', startedAt: at(10), endedAt: null });
    expect(set(on ?? planned(), 'COMPLETED', 20)).toMatchObject({ startedAt: at(10), endedAt: at(20) });
  });

  test('that holds already turns nothing', () => {
    for (const status of ['NOTSTARTEDYET', 'INPROGRESS', 'COMPLETED'] as const) {
      expect(set(planned({ status }), status, 10)).toBeNull();
    }
  });

  test('calls off, goes on with and plans anew', () => {
    expect(set(planned(), 'COMPLETED', 10)).toMatchObject({ startedAt: null, endedAt: at(10) });
    const over = planned({ status: 'COMPLETED', startedAt: at(60), endedAt: at(70) });
    expect(set(over, 'INPROGRESS', 80)).toMatchObject({ startedAt: at(60), endedAt: null });
    expect(set(over, 'NOTSTARTEDYET', 80)).toMatchObject({ startedAt: null, endedAt: null });
  });

  test('is refused where the clock would undo it at once, naming the instant', () => {
    expect(undoneBy(planned(), 'INPROGRESS', at(120))).toBe('end');
    expect(undoneBy(planned(), 'INPROGRESS', at(119))).toBeNull();
    expect(undoneBy(planned({ autoEnd: false }), 'INPROGRESS', at(500))).toBeNull();
    expect(undoneBy(planned(), 'NOTSTARTEDYET', at(60))).toBe('start');
    expect(undoneBy(planned({ autoStart: false }), 'NOTSTARTEDYET', at(60))).toBeNull();
    expect(undoneBy(planned(), 'COMPLETED', at(500))).toBeNull();
  });
});

test('an end is never before the start', () => {
  const late = planned({ status: 'INPROGRESS', startedAt: at(130) });
  expect(turned(late, { kind: 'end', at: at(120) }, at(140)).endedAt).toBe(at(130));
});

test('what is recorded when it is over went as it was planned, as far as that is past', () => {
  expect(recorded(planned(), at(500))).toMatchObject({ startedAt: at(60), endedAt: at(120) });
  expect(recorded(planned(), at(90))).toMatchObject({ startedAt: at(60), endedAt: at(90) });
  expect(recorded(planned(), at(10))).toMatchObject({ startedAt: null, endedAt: at(10) });
});
