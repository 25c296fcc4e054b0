import { describe, expect, test } from 'vitest';
import type { Change, Reminder } from '../../../../src/core/schedule/handoff-look.ts';
import {
  handoffNotices,
  handoffSentence,
  reminderKeys,
  reminderNotice,
  type Cast,
} from '../../../../src/core/schedule/handoff-words.ts';
import { DAY_MS, plusMs } from '../../../../src/core/time/instant.ts';
import { instant } from '../../../support/schedule-builders.ts';

const NAMES: Record<string, string> = { ana: 'Ana', bo: 'Bo', cy: 'Cy', di: 'Di' };
const cast: Cast = {
  scheduleId: 'sch_1',
  scheduleName: 'Primary',
  nameOf: (id) => NAMES[id] ?? id,
  zoneOf: (id) => (id === 'bo' ? 'Europe/Berlin' : 'UTC'),
};
const at = instant('2026-03-30T07:00Z');
const now = plusMs(at, 400);
const until = instant('2026-04-06T07:00Z');

function change(before: string[], after: string[], over: Partial<Change> = {}): Change {
  return {
    at,
    before,
    after,
    on: after.filter((id) => !before.includes(id)).map((memberId) => ({ memberId, until })),
    off: before.filter((id) => !after.includes(id)),
    isPaused: false,
    ...over,
  };
}

describe('a handoff', () => {
  test.each([
    [['ana'], ['bo'], 'Bo takes over Primary from Ana.'],
    [['ana'], ['bo', 'cy'], 'Bo and Cy take over Primary from Ana.'],
    [[], ['bo'], 'Bo goes on call for Primary.'],
    [['ana'], ['ana', 'bo'], 'Bo goes on call for Primary beside Ana.'],
    [['ana'], [], 'Ana goes off call for Primary; nobody is on call.'],
    [['ana', 'bo', 'cy'], ['bo', 'cy'], 'Ana goes off call for Primary; Bo and Cy stay on call.'],
  ])('from %j to %j is told in a sentence', (before, after, sentence) => {
    expect(handoffSentence(change(before, after), cast)).toBe(sentence);
  });

  test('that is a pause says so', () => {
    expect(handoffSentence(change(['ana'], [], { isPaused: true }), cast)).toBe(
      'Ana goes off call for Primary, which is paused; nobody is on call.',
    );
  });

  test('is told to both, each in their own zone', () => {
    expect(handoffNotices(change(['ana'], ['bo']), cast, now)).toEqual([
      {
        key: `handoff:sch_1:${at}:bo`,
        memberId: 'bo',
        title: 'You are on call for Primary',
        text: 'Until Mon 2026-04-06 09:00 Europe/Berlin. You take over from Ana.',
        expiresAt: plusMs(now, DAY_MS),
      },
      {
        key: `handoff:sch_1:${at}:ana`,
        memberId: 'ana',
        title: 'You are off call for Primary',
        text: 'Bo has taken over.',
        expiresAt: plusMs(now, DAY_MS),
      },
    ]);
  });

  test('names who is on call beside, and who stays', () => {
    const texts = (before: string[], after: string[]) =>
      handoffNotices(change(before, after), cast, now).map(({ text }) => text);
    expect(texts(['cy'], ['ana', 'cy'])).toEqual(['Until Mon 2026-04-06 07:00 UTC. Cy is on call with you.']);
    expect(texts(['ana', 'cy', 'di'], ['cy', 'di'])).toEqual(['Cy and Di stay on call.']);
    expect(texts(['ana'], ['cy', 'di'])).toEqual([
      'Until Mon 2026-04-06 07:00 UTC. You take over from Ana. Di is on call with you.',
      'Until Mon 2026-04-06 07:00 UTC. You take over from Ana. Cy is on call with you.',
      'Cy and Di have taken over.',
    ]);
  });

  test('after which nobody is on call says that', () => {
    const [notice] = handoffNotices(change(['ana'], []), cast, now);
    expect(notice?.text).toBe('Nobody is on call now.');
    const [paused] = handoffNotices(change(['ana'], [], { isPaused: true }), cast, now);
    expect(paused?.text).toBe('The schedule is paused: nobody is on call now.');
  });

  test('is not told any more once the stretch is over, and says when no end is planned', () => {
    const soon = plusMs(now, 60_000);
    const [short] = handoffNotices(
      change([], ['ana'], { on: [{ memberId: 'ana', until: soon }] }),
      cast,
      now,
    );
    expect(short?.expiresAt).toBe(soon);
    const [open] = handoffNotices(change([], ['ana'], { on: [{ memberId: 'ana', until: null }] }), cast, now);
    expect(open?.text).toBe('No end is planned.');
  });
});

describe('a reminder', () => {
  const reminder: Reminder = { memberId: 'bo', start: at, until, minutes: 15, from: ['ana'] };

  test('says from when until when, in the member’s zone, and from whom', () => {
    expect(reminderNotice(reminder, cast)).toEqual({
      key: `reminder:sch_1:${at}:bo:15`,
      memberId: 'bo',
      title: 'You go on call for Primary on Mon 2026-03-30 09:00 Europe/Berlin',
      text: 'Until Mon 2026-04-06 09:00 Europe/Berlin. You take over from Ana.',
      expiresAt: at,
    });
  });

  test('has a key of its own for each stretch and each of its minutes', () => {
    const keys = reminderKeys(cast, { memberId: 'bo', start: at, reminders: [1_440, 15] });
    expect(keys).toEqual([`reminder:sch_1:${at}:bo:1440`, reminderNotice(reminder, cast).key]);
  });
});
