import { inkOn } from './color.ts';
import { LEAST_WIDTH, type GapPiece, type Piece } from './blocks.ts';
import { fitText, FONT_PX, initialsOf, textWidth } from './text.ts';
import { instantText } from './tick-labels.ts';
import type { Block, Box, GapBox, PictureInput, Text, TextRole } from './types.ts';
import { durationText } from './words.ts';

/** Free room on either side of a block's label, at least; with more room the label is set in by `INDENT`. */
const LEAST_PAD = 2.5;
const INDENT = 7;
/** Not one letter has room in less. */
const LEAST_ROOM = 9;
/** Nobody can point at less. */
const LEAST_HINTED = 4;
/** Of a gap's hatching on either side of its label. */
const HATCHED = 8;
/** A name cut to fewer letters than this says less than initials. */
const LEAST_LETTERS = 4;
/** So many letters, narrow ones, and an ellipsis have no room in less. */
const LEAST_CUT = 26;

/** `isNamed`: its label is the whole name. */
export type PlacedBlock = { readonly block: Block; readonly piece: Piece; readonly isNamed: boolean };

/** The row that something stands in, and the line that its label keeps clear of. */
export type Row = Pick<Box, 'y' | 'height'> & { readonly nowX: number | null };

export function blockOf(piece: Piece, row: Row, zone: PictureInput['zone']): PlacedBlock {
  const { stretch, members, count } = piece;
  const box = boxOf(piece, row);
  const room = roomIn(box, row.nowX);
  const hasHint = box.width >= LEAST_HINTED;
  const time = hasHint ? `${instantText(zone, stretch.start)} – ${instantText(zone, piece.end)}` : '';
  if (members > 1) {
    const stretches = `${numberText(count)} stretches`;
    const said = `${stretches}, ${members} members`;
    const label = labelAmong([said, stretches, numberText(count)], room, 'block');
    const marks = { isOverride: false, isBroken: false };
    const block = { ...box, kind: 'MANY', color: null, ink: null, ...marks, label } as const;
    return { block: { ...block, hint: hasHint ? `${said}: ${time}` : '' }, piece, isNamed: false };
  }
  const { memberName, color, isOverride } = stretch;
  const label = nameLabel(memberName, room);
  const times = count > 1 ? `, ${numberText(count)} times` : '';
  const who = `${memberName}${isOverride ? ' (override)' : ''}${times}`;
  const hint = hasHint ? `${who}: ${time}` : '';
  const marks = { isOverride, isBroken: count > 1 };
  const block = { ...box, kind: 'MEMBER', color, ink: inkOn(color), ...marks, label, hint } as const;
  return { block, piece, isNamed: label?.text === memberName };
}

export function gapBoxOf(piece: GapPiece, row: Row, zone: PictureInput['zone']): GapBox {
  const box = boxOf(piece, row);
  const { window, count, totalMs } = piece;
  const time = `${instantText(zone, window.start)} – ${instantText(zone, window.end)}`;
  const duration = durationText(totalMs);
  const words =
    count === 1
      ? [`nobody for ${duration}`, duration]
      : [`${count} gaps, ${duration} in all`, `${count} gaps`, `${count}`];
  const label = labelAmong(words, insideOf(roomIn(box, row.nowX)), 'gap');
  const hint = count === 1 ? `Gap of ${duration}: ${time}` : `${count} gaps, ${duration} in all: ${time}`;
  return { ...box, isWhole: count === 1, label, plate: label && plateOf(label, box), hint };
}

function plateOf({ x, text, role, anchor }: Text, { y, height }: Box): Box {
  const width = tenths(textWidth(text, role));
  const left = anchor === 'middle' ? x - width / 2 : x;
  return { x: tenths(left - LEAST_PAD), y: y + 2, width: tenths(width + 2 * LEAST_PAD), height: height - 4 };
}

/** The base line of a line of text of that role whose middle is at `y`. */
export function baseline(y: number, role: TextRole): number {
  return Math.round((y + FONT_PX[role] * 0.365) * 10) / 10;
}

/** Never narrower than can be seen, and about its middle then. */
function boxOf(piece: { left: number; right: number }, { y, height }: Pick<Box, 'y' | 'height'>): Box {
  const width = tenths(Math.max(piece.right - piece.left, LEAST_WIDTH));
  return { x: tenths((piece.left + piece.right - width) / 2), y, width, height };
}

/** What of a box a label may take: the larger part, where the line of the present runs through it. */
function roomIn(box: Box, nowX: number | null): Box {
  const end = box.x + box.width;
  if (nowX === null || nowX <= box.x || nowX >= end) return box;
  return nowX - box.x > end - nowX
    ? { ...box, width: tenths(nowX - box.x) }
    : { ...box, x: nowX, width: tenths(end - nowX) };
}

/** What of a gap a label may take: its hatching is to be seen too. */
function insideOf(box: Box): Box {
  return { ...box, x: tenths(box.x + HATCHED), width: tenths(box.width - 2 * HATCHED) };
}

function nameLabel(name: string, box: Box): Text | null {
  if (box.width < LEAST_ROOM) return null;
  const whole = labelAmong([name], box, 'block');
  if (whole !== null) return whole;
  const room = box.width - 2 * INDENT;
  const cut = room < LEAST_CUT ? '' : fitText(name, room, 'block', LEAST_LETTERS);
  return cut === '' ? labelAmong([initialsOf(name)], box, 'block') : labelAmong([cut], box, 'block');
}

/** The first of `texts` that fits, at the left of the box, or in its middle where there is little room. */
function labelAmong(texts: readonly string[], box: Box, role: TextRole): Text | null {
  for (const text of texts) {
    const width = textWidth(text, role);
    if (text === '' || width + 2 * LEAST_PAD > box.width) continue;
    const y = baseline(box.y + box.height / 2, role);
    if (width + 2 * INDENT <= box.width) {
      return { x: tenths(box.x + INDENT), y, text, role, anchor: 'start' };
    }
    return { x: tenths(box.x + box.width / 2), y, text, role, anchor: 'middle' };
  }
  return null;
}

/** `8,784`. */
function numberText(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
