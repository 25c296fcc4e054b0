import { describe, expect, test } from 'vitest';
import { asEpochMs, DAY_MS, HOUR_MS, plusMs } from '../../../../src/core/time/instant.ts';
import type { Member } from '../../../../src/services/ports/members.ts';
import type { Swap } from '../../../../src/services/ports/swaps.ts';
import { acceptedNotice, askedNotice, coverNotice } from '../../../../src/services/swap/notices.ts';
import { between, instant } from '../../../support/schedule-builders.ts';

const member = (name: string, timeZone: string): Member => ({
  id: name,
  pageId: 'shop',
  email: `${name}@x.test`,
  name,
  phone: null,
  avatar: null,
  timeZone,
  chatUserId: null,
  webhookUrl: null,
  webhookSecret: null,
  permission: 'MEMBER',
  notificationRules: null,
  country: null,
  handoffReminders: [],
  createdAt: asEpochMs(0),
  updatedAt: asEpochMs(0),
});
const ann = member('ann', 'Europe/Berlin');
const ben = member('ben', 'America/New_York');
const aSwap = (more: Partial<Swap> = {}): Swap => ({
  id: 'swp_1',
  scheduleId: 'sch_1',
  memberId: 'ann',
  toMemberId: 'ben',
  given: between('2026-10-24T22:00Z', '2026-10-25T01:30Z'),
  returned: null,
  note: '',
  status: 'OPEN',
  declinedByIds: [],
  acceptedById: null,
  answeredAt: null,
  timeOffId: null,
  createdAt: asEpochMs(0),
  ...more,
});
const story = (swap: Swap) => ({ swap, scheduleName: 'Primary', asker: ann });

describe('what members are told about a swap', () => {
  test('is on their own clock, and says which of two hours a clock change repeats', () => {
    expect(askedNotice(story(aSwap({ note: ' Wedding ' })), ben)).toEqual({
      key: 'swap:swp_1:asked:ben',
      pageId: 'shop',
      memberId: 'ben',
      type: 'oncall.swap',
      title: 'ann asks you to take a stretch on call',
      text:
        'ann asks you to be on call for them in Primary from Sat 2026-10-24 18:00 America/New_York ' +
        'to Sat 2026-10-24 21:30 America/New_York. They say: "Wedding". ' +
        'They stay on call unless you accept. Request: swp_1.',
      url: null,
      expiresAt: instant('2026-10-25T01:30Z'),
    });
    expect(acceptedNotice(story(aSwap()), ben).text).toBe(
      'ben is on call for you in Primary from Sun 2026-10-25 00:00 Europe/Berlin ' +
        'to Sun 2026-10-25 02:30 (UTC+01:00) Europe/Berlin.',
    );
  });

  test('is one message for the many stretches of one time off, the first ten by name', () => {
    const first = aSwap().given.start;
    const swaps = Array.from({ length: 12 }, (_, i) => {
      const start = plusMs(first, i * DAY_MS);
      return aSwap({ id: `swp_${i}`, toMemberId: null, given: { start, end: plusMs(start, HOUR_MS) } });
    });
    const [head = aSwap(), ...rest] = swaps;
    const notice = coverNotice({ swaps: [head, ...rest], scheduleName: 'Primary', asker: ann }, ben);
    expect(notice.key).toBe('swap:swp_0:asked:ben');
    expect(notice.text.match(/request swp_/g)).toHaveLength(10);
    expect(notice.text).toContain('; and 2 more. They stay on call until somebody accepts.');
    expect(notice.expiresAt).toBe(plusMs(first, 11 * DAY_MS + HOUR_MS));
  });
});
