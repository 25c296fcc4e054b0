import { axisOf, LABEL_INDENT, type Axis } from './axis.ts';
import { bodyOf } from './body.ts';
import { headOf } from './head.ts';
import { baseline } from './labels.ts';
import { legendOf } from './legend.ts';
import { nowMark, weekendsOf } from './marks.ts';
import { scaleOf } from './scale.ts';
import { sizesOf } from './sizes.ts';
import { plainText, textWidth } from './text.ts';
import type { Picture, PictureInput, Rule, Text, TextRole } from './types.ts';
import { descriptionOf, titleText } from './words.ts';

/** More lanes are left out, and their number is said. */
export const MAX_LANES = 30;

const AXIS_ROW = 17;
const NOW_ROW = 16;

/** Lays a picture out: where everything stands that is drawn of it. The same input always gives the same picture. */
export function pictureOf(input: PictureInput): Picture {
  const sizes = sizesOf(input.width);
  const shown = { ...input, name: plainText(input.name), lanes: input.lanes.slice(0, MAX_LANES) };
  const head = headOf(shown, sizes);
  const left = sizes.margin + (sizes.nameAbove > 0 ? 0 : nameColumn(shown));
  const scale = scaleOf(input.window, left, input.width - sizes.margin);
  const axis = axisOf(scale, input.zone);
  const hasNow = input.window.start <= input.now && input.now < input.window.end;
  const axisBottom = head.bottom + 2 * AXIS_ROW;
  // To the pixel, so that the picture stays the same for a while.
  const nowX = hasNow ? Math.round(scale.x(input.now)) : null;
  const body = bodyOf(shown, { scale, sizes, nowX, top: axisBottom + (hasNow ? NOW_ROW : 0) + 4 });

  const more = input.lanes.length - shown.lanes.length;
  const tail = more > 0 ? tailOf(more, sizes.margin, body.bottom) : { texts: [], bottom: body.bottom };
  const legend = legendOf(body.lanes, {
    left: sizes.margin,
    right: input.width - sizes.margin,
    top: tail.bottom + 10,
  });
  const legendBottom = legend.height > 0 ? tail.bottom + 10 + legend.height : tail.bottom;
  const now =
    nowX === null
      ? null
      : nowMark(nowX, { scale, top: axisBottom, bottom: body.bottom, margin: sizes.margin });
  const lines = (xs: readonly number[], top: number): Rule[] =>
    xs.map((x) => ({ x, top, bottom: body.bottom }));
  const blocks = body.lanes.flatMap((lane) => lane.blocks.map(({ block }) => block));
  return {
    width: input.width,
    height: Math.ceil(legendBottom + sizes.margin),
    title: titleText(shown),
    description: descriptionOf(shown),
    noticeBox: head.noticeBox,
    weekends: weekendsOf(shown, scale, { y: axisBottom, height: body.bottom - axisBottom }),
    tracks: body.tracks,
    minorRules: lines(axis.minor.lines, axisBottom - 5),
    majorRules: lines(axis.major.lines, head.bottom + 2),
    // What is widened to be seen lies over its neighbours.
    blocks: [...blocks].sort((a, b) => b.width - a.width || a.y - b.y || a.x - b.x),
    gaps: body.gaps,
    now: now && { rule: now.rule, flag: now.flag },
    legend: legend.items,
    texts: [
      ...head.texts,
      ...axisTexts(axis, head.bottom),
      ...body.texts,
      ...(now === null ? [] : [now.text]),
      ...tail.texts,
    ],
  };
}

function nameColumn({ lanes, width }: PictureInput): number {
  const widest = Math.max(textWidth('Gaps', 'lane'), ...lanes.map(({ name }) => textWidth(name, 'lane')));
  return Math.ceil(Math.min(widest, width * 0.2)) + 12;
}

function axisTexts({ minor, major }: Axis, top: number): Text[] {
  const textsOf = (row: Axis['minor'], role: TextRole, y: number): Text[] =>
    row.labels.map(({ x, text }) => {
      return { x: x + LABEL_INDENT, y: baseline(y + AXIS_ROW / 2, role), text, role, anchor: 'start' };
    });
  return [...textsOf(major, 'major', top), ...textsOf(minor, 'minor', top + AXIS_ROW)];
}

function tailOf(more: number, margin: number, top: number): { texts: Text[]; bottom: number } {
  const text = more === 1 ? 'One more shift is not shown.' : `${more} more shifts are not shown.`;
  const y = baseline(top + 16, 'range');
  return { texts: [{ x: margin, y, text, role: 'range', anchor: 'start' }], bottom: top + 26 };
}
