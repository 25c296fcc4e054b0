import { describe, expect, test } from 'vitest';
import {
  afterDeafness,
  dueAt,
  hear,
  heartbeatStatus,
  miss,
  NEW_HEARTBEAT,
  readSignal,
  saysTheSame,
  startAfresh,
  type Heartbeat,
  type Signal,
} from '../../../../src/core/monitor/heartbeat.ts';
import {
  asEpochMs,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  plusMs,
  SECOND_MS,
} from '../../../../src/core/time/instant.ts';

const START = asEpochMs(Date.UTC(2026, 2, 30, 3));
const later = (ms: number) => plusMs(START, ms);
const FIVE_MINUTES = { intervalMs: 5 * MINUTE_MS, graceMs: MINUTE_MS, paused: false };
const DAILY = { intervalMs: DAY_MS, graceMs: HOUR_MS, paused: false };

const SUCCESS: Signal = { kind: 'SUCCESS' };
const BEGUN: Signal = { kind: 'START' };
const FAILED: Signal = { kind: 'FAIL', exitCode: null };

/** What is left after pings, each so many ms after the start; what they report. */
function after(pings: readonly (readonly [number, Signal])[], paused = false) {
  let heartbeat: Heartbeat = NEW_HEARTBEAT;
  const reports = pings.map(([ms, signal]) => {
    if (saysTheSame(heartbeat, signal, { now: later(ms), paused })) return 'said before';
    const heard = hear(heartbeat, signal, { now: later(ms), paused });
    heartbeat = heard.heartbeat;
    return heard.report;
  });
  return { heartbeat, reports, last: reports.at(-1) };
}

describe('what stands behind the token', () => {
  test.each([
    ['start', BEGUN],
    ['fail', FAILED],
    ['0', SUCCESS],
    ['1', { kind: 'FAIL', exitCode: 1 }],
    ['255', { kind: 'FAIL', exitCode: 255 }],
  ])('%s is a signal', (text, signal) => {
    expect(readSignal(text)).toEqual(signal);
  });

  test.each([
    '',
    '256',
    '-1',
    '00',
    '007',
    '1.0',
    '1e2',
    ' 1',
    '٣',
    'Start',
    'FAIL',
    'success',
    '999999999999',
  ])('%j is none', (text) => {
    expect(readSignal(text)).toBeNull();
  });
});

describe('a heartbeat', () => {
  test('awaits nothing before anybody called', () => {
    expect([heartbeatStatus(NEW_HEARTBEAT), dueAt(NEW_HEARTBEAT, DAILY)]).toEqual(['UNKNOWN', null]);
  });

  test('is due an interval and a grace after the last success, whatever came between', () => {
    const { heartbeat } = after([
      [0, SUCCESS],
      [MINUTE_MS, SUCCESS],
      [2 * MINUTE_MS, BEGUN],
    ]);
    expect(heartbeatStatus(heartbeat)).toBe('UP');
    expect(dueAt(heartbeat, FIVE_MINUTES)).toBe(later(7 * MINUTE_MS));
    expect(dueAt(heartbeat, { ...FIVE_MINUTES, graceMs: 0 })).toBe(later(6 * MINUTE_MS));
  });

  test('is due by its first start where it never succeeded', () => {
    const { heartbeat } = after([
      [0, BEGUN],
      [MINUTE_MS, BEGUN],
    ]);
    expect(heartbeatStatus(heartbeat)).toBe('UNKNOWN');
    expect(dueAt(heartbeat, FIVE_MINUTES)).toBe(later(6 * MINUTE_MS));
    expect(miss(heartbeat, later(6 * MINUTE_MS)).report.error).toBe(
      'no heartbeat for 5 min: the job began at Mon 2026-03-30 03:01 UTC',
    );
  });

  test('that failed awaits nothing until the next success', () => {
    const failed = after([
      [0, SUCCESS],
      [MINUTE_MS, { kind: 'FAIL', exitCode: 3 }],
    ]);
    expect(failed.last).toEqual({
      outcome: 'FAILED',
      error: 'the job ended with exit code 3',
      responseTime: null,
    });
    expect([heartbeatStatus(failed.heartbeat), dueAt(failed.heartbeat, FIVE_MINUTES)]).toEqual([
      'DOWN',
      null,
    ]);
    const begun = hear(failed.heartbeat, BEGUN, { now: later(2 * MINUTE_MS), paused: false });
    expect(dueAt(begun.heartbeat, FIVE_MINUTES)).toBeNull();
  });

  test('tells how long a job ran that said when it began, once', () => {
    const { reports } = after([
      [0, BEGUN],
      [1_500, SUCCESS],
      [MINUTE_MS, SUCCESS],
      [2 * MINUTE_MS, BEGUN],
      [3 * MINUTE_MS, FAILED],
    ]);
    expect(reports).toMatchObject(
      [
        null,
        { responseTime: 1_500 },
        { responseTime: null },
        null,
        { responseTime: MINUTE_MS, error: 'the job said that it failed' },
      ].map((one) => one as object),
    );
  });

  test('has no length that is negative, where a clock went back', () => {
    expect(
      after([
        [MINUTE_MS, BEGUN],
        [0, SUCCESS],
      ]).last,
    ).toMatchObject({ responseTime: null });
  });

  test('that says the same again within a second says nothing; anything else does', () => {
    const { reports } = after([
      [0, SUCCESS],
      [999, SUCCESS],
      [999, FAILED],
      [1_000, SUCCESS],
      [1_100, BEGUN],
      [1_200, SUCCESS],
      [1_300, BEGUN],
      [1_400, BEGUN],
      [2_500, BEGUN],
    ]);
    const isSame = reports.map((report) => report === 'said before');
    expect(isSame).toEqual([false, true, false, false, false, false, false, true, false]);
  });

  test('that is missed stays missed until the next success', () => {
    const { heartbeat } = after([[0, SUCCESS]]);
    const missed = miss(heartbeat, later(6 * MINUTE_MS));
    expect(missed.report).toEqual({
      outcome: 'FAILED',
      error: 'no heartbeat for 6 min: the last came at Mon 2026-03-30 03:00 UTC',
      responseTime: null,
    });
    expect([heartbeatStatus(missed.heartbeat), dueAt(missed.heartbeat, FIVE_MINUTES)]).toEqual([
      'DOWN',
      null,
    ]);
    const again = hear(missed.heartbeat, SUCCESS, { now: later(10 * MINUTE_MS), paused: false });
    expect(dueAt(again.heartbeat, FIVE_MINUTES)).toBe(later(16 * MINUTE_MS));
  });

  test('that is missed tells of a run that did not end', () => {
    const { heartbeat } = after([
      [0, SUCCESS],
      [5 * MINUTE_MS, BEGUN],
    ]);
    expect(miss(heartbeat, later(6 * MINUTE_MS)).report.error).toBe(
      'no heartbeat for 6 min: the last came at Mon 2026-03-30 03:00 UTC; the job began at Mon 2026-03-30 03:05 UTC',
    );
  });

  test.each([
    [10 * SECOND_MS, '10 s'],
    [119 * SECOND_MS, '119 s'],
    [2 * MINUTE_MS, '2 min'],
    [HOUR_MS, '1 h'],
    [125 * MINUTE_MS, '2 h 5 min'],
    [25 * HOUR_MS + MINUTE_MS, '1 d 1 h'],
  ])('says how long it was silent: %s ms', (ms, words) => {
    expect(miss(after([[0, SUCCESS]]).heartbeat, later(ms)).report.error).toContain(
      `no heartbeat for ${words}:`,
    );
  });

  test('while paused is noted and changes nothing', () => {
    const { heartbeat, last } = after([[0, FAILED]], true);
    expect(last).toMatchObject({ outcome: 'FAILED' });
    expect(heartbeatStatus(heartbeat)).toBe('UNKNOWN');
    const up = after([[0, SUCCESS]]).heartbeat;
    const heard = hear(up, FAILED, { now: later(MINUTE_MS), paused: true });
    expect(heartbeatStatus(heard.heartbeat)).toBe('UP');
    expect(dueAt(up, { ...FIVE_MINUTES, paused: true })).toBeNull();
  });

  test('has a fresh interval after a pause, if it awaited anything', () => {
    const { heartbeat } = after([[0, SUCCESS]]);
    expect(dueAt(startAfresh(heartbeat, later(HOUR_MS)), FIVE_MINUTES)).toBe(later(HOUR_MS + 6 * MINUTE_MS));
    expect(startAfresh(NEW_HEARTBEAT, later(HOUR_MS))).toEqual(NEW_HEARTBEAT);
  });
});

describe('after a time in which nobody could hear', () => {
  const { heartbeat } = after([[0, SUCCESS]]);
  const due = (rhythm: typeof DAILY, from: number, to: number) =>
    (dueAt(afterDeafness(heartbeat, rhythm, { from: later(from), to: later(to) }), rhythm) ?? 0) - START;

  test('a job that was expected just then has a fresh interval', () => {
    const restart = due(FIVE_MINUTES, 5 * MINUTE_MS - 5_000, 5 * MINUTE_MS + 5_000);
    expect(restart).toBe(5 * MINUTE_MS + 5_000 + 6 * MINUTE_MS);
    expect(due(DAILY, DAY_MS - 30_000, DAY_MS - 20_000)).toBe(DAY_MS - 20_000 + DAY_MS + HOUR_MS);
    expect(due(DAILY, DAY_MS - HOUR_MS, DAY_MS + 3 * HOUR_MS)).toBe(DAY_MS + 3 * HOUR_MS + DAY_MS + HOUR_MS);
  });

  test('a job whose grace was running has one after an outage, and not after a restart', () => {
    const [inGrace, before] = [DAY_MS + 50 * MINUTE_MS, DAY_MS + HOUR_MS];
    expect(due(DAILY, inGrace, inGrace + 5 * MINUTE_MS)).toBe(inGrace + 5 * MINUTE_MS + DAY_MS + HOUR_MS);
    expect(due(DAILY, inGrace, inGrace + 10_000)).toBe(before);
  });

  test('a job that was due in a restart has another minute, or its grace', () => {
    const at = DAY_MS + HOUR_MS - 5_000;
    expect(due(DAILY, at, at + 10_000)).toBe(at + 10_000 + MINUTE_MS);
  });

  test('a job that was not expected yet has what it had', () => {
    expect(due(DAILY, HOUR_MS, 5 * HOUR_MS)).toBe(DAY_MS + HOUR_MS);
  });

  test('a job that is expected in a restart every night is found silent by the second one', () => {
    const restart = (night: number) => ({ from: later(night * DAY_MS - 10_000), to: later(night * DAY_MS) });
    const first = afterDeafness(heartbeat, DAILY, restart(1));
    expect(dueAt(first, DAILY)).toBe(later(2 * DAY_MS + HOUR_MS));
    const second = afterDeafness(first, DAILY, restart(2));
    expect(dueAt(second, DAILY)).toBe(later(2 * DAY_MS + HOUR_MS));
    const called = hear(first, SUCCESS, { now: later(DAY_MS + HOUR_MS), paused: false }).heartbeat;
    const third = afterDeafness(called, DAILY, {
      from: later(2 * DAY_MS + HOUR_MS),
      to: later(49 * HOUR_MS + 5_000),
    });
    expect(dueAt(third, DAILY)).toBe(later(49 * HOUR_MS + 5_000 + DAY_MS + HOUR_MS));
  });

  test('a job that could hardly be heard between two outages has a fresh interval after each', () => {
    const first = afterDeafness(heartbeat, FIVE_MINUTES, { from: later(MINUTE_MS), to: later(HOUR_MS) });
    const gap = { from: later(HOUR_MS + 2 * MINUTE_MS), to: later(2 * HOUR_MS) };
    expect(dueAt(afterDeafness(first, FIVE_MINUTES, gap), FIVE_MINUTES)).toBe(later(126 * MINUTE_MS));
  });

  test('a job that was heard in the future, by a clock that was set back, is expected an interval from now', () => {
    const ahead = hear(heartbeat, SUCCESS, { now: later(10 * DAY_MS), paused: false }).heartbeat;
    const gap = { from: later(HOUR_MS), to: later(HOUR_MS) };
    expect(dueAt(afterDeafness(ahead, FIVE_MINUTES, gap), FIVE_MINUTES)).toBe(later(66 * MINUTE_MS));
  });

  test('a job that was overdue before, or awaits nothing, has what it had', () => {
    expect(due(FIVE_MINUTES, 6 * MINUTE_MS, HOUR_MS)).toBe(6 * MINUTE_MS);
    const gap = { from: START, to: later(HOUR_MS) };
    expect(afterDeafness(NEW_HEARTBEAT, DAILY, gap)).toBe(NEW_HEARTBEAT);
    expect(afterDeafness(heartbeat, { ...DAILY, paused: true }, gap)).toBe(heartbeat);
  });
});
