import { describe, expect, test } from 'vitest';
import { lanesOf, type PicturedShift } from '../../../../../src/core/schedule/picture/lanes.ts';
import { MAX_LANES, pictureOf } from '../../../../../src/core/schedule/picture/picture.ts';
import { textWidth } from '../../../../../src/core/schedule/picture/text.ts';
import type { Box, Picture, PictureInput, Text } from '../../../../../src/core/schedule/picture/types.ts';
import { noticeOf } from '../../../../../src/core/schedule/picture/words.ts';
import { gapsBetween } from '../../../../../src/core/schedule/gaps.ts';
import { shiftsBetween } from '../../../../../src/core/schedule/resolve.ts';
import type { Schedule } from '../../../../../src/core/schedule/types.ts';
import { timeZone } from '../../../../../src/core/time/zone.ts';
import {
  anOverride,
  aSchedule,
  aShift,
  between,
  instant,
  timeOfDay,
} from '../../../../support/schedule-builders.ts';

const WINDOW = between('2026-03-23T23:00Z', '2026-03-30T22:00Z');
const NAMES: Record<string, string> = { ana: 'Ana Alves', bo: 'Bo Berg', zoe: 'Zoe <&> Zhou' };

function inputOf(
  schedule: Schedule,
  more: Partial<PictureInput> = {},
  shifts?: PicturedShift[],
): PictureInput {
  const window = more.window ?? WINDOW;
  const stretches = shiftsBetween(schedule, window);
  const pictured = schedule.shifts.map(({ id, name, members }) => ({
    id,
    name,
    members: members.map(({ memberId }) => ({ memberId, color: memberId === 'ana' ? '#123456' : '#fedcba' })),
  }));
  return {
    name: 'Payments',
    window,
    now: instant('2026-03-25T12:00Z'),
    zone: timeZone('Europe/Berlin'),
    lanes: lanesOf({
      shifts: shifts ?? pictured,
      stretches,
      memberName: (id) => NAMES[id] ?? id,
      shiftName: (id) => `was ${id}`,
    }),
    gaps: gapsBetween(schedule, window),
    notice: noticeOf(schedule.status === 'PAUSED', stretches),
    width: 960,
    ...more,
  };
}
const draw = (...given: Parameters<typeof inputOf>): Picture => pictureOf(inputOf(...given));
const said = ({ texts }: Picture, role: string) =>
  texts.filter((text) => text.role === role).map(({ text }) => text);
const labels = ({ blocks }: Picture) => blocks.map(({ label }) => label?.text ?? null);

const nights = aShift({ id: 'nights', name: 'Nights', restriction: timeOfDay('18:00', '08:00') });
const second = aShift({ id: 'second', name: 'Second', order: 1, members: ['bo'] });

const isWithin = ({ x, y, text, role, anchor }: Text, box: Box): boolean => {
  const length = textWidth(text, role);
  const left = anchor === 'middle' ? x - length / 2 : x;
  return left >= box.x && left + length <= box.x + box.width && y > box.y && y < box.y + box.height;
};

describe('the lanes', () => {
  test('are the shifts in order, shifts of other times, and one for who stands in for everybody', () => {
    const schedule = aSchedule({
      shifts: [aShift(), second],
      overrides: [anOverride({ start: '2026-03-26T00:00Z', end: '2026-03-27T00:00Z' })],
    });
    expect(inputOf(schedule).lanes.map(({ name }) => name)).toEqual(['Primary', 'Second', 'For everybody']);
    const lanes = inputOf(schedule, {}, [{ id: 'second', name: 'Second', members: [] }]).lanes;
    expect(lanes.map(({ name }) => name)).toEqual(['Second', 'was primary', 'For everybody']);
  });

  test('have the colour chosen in the shift, else in another, else one of the member alone', () => {
    const shifts = [
      { id: 'primary', name: 'Primary', members: [{ memberId: 'ana', color: '#111111' }] },
      { id: 'second', name: 'Second', members: [{ memberId: 'bo', color: '#222222' }] },
      { id: 'third', name: 'Third', members: [{ memberId: 'ana', color: 'javascript:' }] },
    ];
    const overrides = [
      anOverride({ start: '2026-03-26T00:00Z', end: '2026-03-27T00:00Z', replacesMemberId: 'bo' }),
    ];
    const third = aShift({ id: 'third', order: 2, members: ['ana'] });
    const { lanes } = inputOf(aSchedule({ shifts: [aShift(), second, third], overrides }), {}, shifts);
    const colorsOf = (memberId: string) =>
      new Set(lanes.flatMap((l) => l.stretches.filter((s) => s.memberId === memberId).map((s) => s.color)));
    expect(colorsOf('ana')).toEqual(new Set(['#111111']));
    expect(colorsOf('bo')).toEqual(new Set(['#222222']));
    expect([...colorsOf('zoe')]).toEqual([expect.stringMatching(/^#[\da-f]{6}$/)]);
    expect(colorsOf('zoe').has('#111111')).toBe(false);
  });
});

describe('a picture', () => {
  test('tiles each lane with blocks where somebody is on call, and the lowest lane with the gaps', () => {
    const picture = draw(aSchedule({ shifts: [nights] }));
    const [track] = picture.tracks;
    if (track === undefined) throw new Error('no track');
    const boxes = [...picture.blocks, ...picture.gaps].sort((a, b) => a.x - b.x);
    expect(picture.gaps).toHaveLength(7);
    expect(boxes[0]?.x).toBeCloseTo(track.x, 1);
    boxes.forEach((box, i) => {
      const end = boxes[i + 1]?.x ?? track.x + track.width;
      expect(box.x + box.width).toBeCloseTo(end, 0);
    });
    for (const block of picture.blocks) expect([block.y, block.height]).toEqual([track.y, track.height]);
    for (const gap of picture.gaps) expect(gap.y).toBeGreaterThan(track.y + track.height);
  });

  test('keeps handoffs on the wall clock over a clock change', () => {
    const berlin = aSchedule({
      timeZone: 'Europe/Berlin',
      shifts: [aShift({ startDate: '2026-01-05T00:00+01:00' })],
    });
    const { blocks } = draw(berlin);
    const [week, day] = [blocks.reduce((sum, { width }) => sum + width, 0), 24 / (7 * 24 - 1)];
    const widths = blocks.toSorted((a, b) => a.x - b.x).map(({ width }) => width / week / day);
    expect(widths.map((width) => Math.round(width * 24))).toEqual([24, 24, 24, 24, 24, 23, 24]);
    expect(said(draw(berlin), 'major').map((text) => text.split(' ')[1])).toEqual([
      '24',
      '25',
      '26',
      '27',
      '28',
      '29',
      '30',
    ]);
    expect(said(draw(berlin), 'range')).toEqual([
      'Tue 24 Mar 2026, 00:00 – Tue 31 Mar 2026, 00:00 · Times in Europe/Berlin; clocks change on 29 Mar',
    ]);
  });

  test.each([320, 375, 599, 600, 960, 2_400])('of %i pixels keeps every text within its place', (width) => {
    const overrides = [anOverride({ start: '2026-03-26T00:00Z', end: '2026-03-26T03:00Z' })];
    const picture = draw(aSchedule({ shifts: [aShift(), nights, second], overrides }), { width });
    const outside: string[] = [];
    for (const { label, ...box } of [...picture.blocks, ...picture.gaps]) {
      if (label !== null && !isWithin(label, box)) outside.push(label.text);
    }
    const whole = { x: 0, y: 0, width, height: picture.height };
    for (const text of [...picture.texts, ...picture.legend.map((item) => item.text)]) {
      if (!isWithin(text, whole)) outside.push(text.text);
    }
    expect(outside).toEqual([]);
  });

  test('names members in their blocks where there is room, and in a legend where there is none', () => {
    const wide = draw(aSchedule(), { now: WINDOW.end });
    expect(labels(wide)).toEqual(expect.arrayContaining(['Ana Alves', 'Bo Berg']));
    expect(wide.legend).toEqual([]);
    const narrow = draw(aSchedule(), {
      width: 340,
      window: between('2026-03-01T00:00Z', '2026-03-31T00:00Z'),
    });
    expect(narrow.blocks.every(({ label }) => label === null || label.text.length <= 2)).toBe(true);
    expect(narrow.legend.map(({ kind, color, text }) => [kind, color, text.text])).toEqual([
      ['MEMBER', '#123456', 'Ana Alves'],
      ['MEMBER', '#fedcba', 'Bo Berg'],
    ]);
  });

  test('says in the legend which lane is meant where two members share a colour', () => {
    const shifts = [
      {
        id: 'primary',
        name: 'Primary',
        members: [
          { memberId: 'ana', color: '#111111' },
          { memberId: 'bo', color: '#222222' },
        ],
      },
      { id: 'second', name: 'Second', members: [{ memberId: 'bo', color: '#111111' }] },
    ];
    const given = { width: 340, window: between('2026-03-01T00:00Z', '2026-03-31T00:00Z') };
    const { legend } = draw(aSchedule({ shifts: [aShift(), second] }), given, shifts);
    expect(legend.map(({ text }) => text.text)).toEqual([
      'Ana Alves (Primary)',
      'Bo Berg (Primary)',
      'Bo Berg (Second)',
    ]);
  });

  test('marks overrides, and the present where it lies within the window', () => {
    const overrides = [anOverride({ start: '2026-03-26T00:00Z', end: '2026-03-27T00:00Z' })];
    const picture = draw(aSchedule({ overrides }));
    expect(picture.blocks.filter(({ isOverride }) => isOverride).map(({ label }) => label?.text)).toEqual([
      'Zoe <&> Zhou',
    ]);
    expect(picture.legend.map(({ kind }) => kind)).toContain('OVERRIDE');
    expect(picture.now?.rule.x).toBeGreaterThan(picture.tracks[0]?.x ?? 0);
    expect(draw(aSchedule(), { now: WINDOW.end }).now).toBeNull();
    const started = draw(aSchedule(), { now: WINDOW.start });
    expect(started.now?.rule.x).toBe(Math.round(started.tracks[0]?.x ?? 0));
  });

  test('says in words that the schedule is paused or has nobody', () => {
    const paused = draw(aSchedule({ status: 'PAUSED' }));
    expect(said(paused, 'notice')).toEqual(['This schedule is paused: nobody is on call.']);
    expect(paused.gaps.map(({ label }) => label?.text)).toEqual(['nobody for 6 d 23 h']);
    expect(paused.description).toContain('Nobody is on call at all.');
    const later = draw(aSchedule({ shifts: [aShift({ startDate: '2027-01-01T00:00Z' })] }));
    expect(said(later, 'notice')).toEqual(['Nobody is on call at any time shown here.']);
    expect(said(draw(aSchedule()), 'notice')).toEqual([]);
    expect(said(draw(aSchedule()), 'gap')).toEqual(['none']);
  });

  test('tells all of it in sentences too', () => {
    const { title, description } = draw(aSchedule({ shifts: [nights] }));
    expect(title).toBe('On call: Payments');
    expect(description).toBe(
      'Tue 24 Mar 2026, 00:00 – Tue 31 Mar 2026, 00:00. Times in Europe/Berlin; clocks change on 29 Mar. ' +
        'Nights: Bo Berg, Ana Alves. 7 gaps, 2 d 22 h in all.',
    );
    expect(draw(aSchedule()).description).toContain('Primary: now Bo Berg, until Thu 26 Mar 2026, 10:00; ');
  });

  test('leaves lanes out beyond its limit, and says how many', () => {
    const shifts = Array.from({ length: MAX_LANES + 3 }, (_, i) =>
      aShift({ id: `s${i}`, name: `S${i}`, order: i }),
    );
    const picture = draw(aSchedule({ shifts }));
    expect(picture.tracks).toHaveLength(MAX_LANES);
    expect(said(picture, 'range')).toContain('3 more shifts are not shown.');
  });
});
