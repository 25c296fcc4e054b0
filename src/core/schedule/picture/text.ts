import type { TextRole } from './types.ts';

/** The size of each role's letters, in pixels. */
export const FONT_PX: Record<TextRole, number> = {
  title: 18,
  range: 13,
  notice: 13,
  major: 12,
  minor: 11,
  lane: 13,
  block: 12,
  gap: 11,
  legend: 12,
  now: 10,
};

/** Roles in bold letters. */
export const BOLD: ReadonlySet<TextRole> = new Set(['title', 'notice', 'major', 'now']);

/** Hundredths of the letters' size that a character takes in DejaVu Sans, the widest of the fonts asked for. */
const WIDTHS: readonly (readonly [number, string])[] = [
  [28, "'ijl"],
  [32, 'IJ ,.'],
  [34, '/:;\\|'],
  [36, 'f'],
  [40, '-()[]t'],
  [42, '!r'],
  [50, '"*_`'],
  [55, 'szc?'],
  [58, 'LFk'],
  [62, 'vxyPTYaeo·–'],
  [64, '$0123456789ESbdghnpqu{}'],
  [70, 'KBVXZCR'],
  // With what two of them are set apart.
  [72, 'A'],
  [79, 'UNH&DGOQ'],
  [84, 'w#+<=>^~'],
  [100, 'Mm%W@…—'],
];
const WIDTH_OF = new Map(
  WIDTHS.flatMap(([width, characters]) => Array.from(characters, (c) => [c, width] as const)),
);
/** What an accent may add. */
const ACCENT = 13;
const GREEK_OR_CYRILLIC = /^[\u0370-\u045f]$/;
const FULL_WIDTH = /^[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uff60]$/;
const NO_WIDTH = /^[\p{M}\p{Cf}]$/u;
const WIDEST = 145;
/** The most by which a bold character is wider. */
const BOLD_FACTOR = 1.27;

/** Controls, of writing direction too, halves of characters, and what is none: XML cannot hold them, or they upset it. */
const NOT_TEXT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\s]+/gu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** On one line, without control characters and whatever else XML cannot hold. */
export function plainText(text: string): string {
  return text.replaceAll(NOT_TEXT, ' ').trim();
}

/** At least as many pixels as a text of that role takes. */
export function textWidth(text: string, role: TextRole): number {
  let hundredths = 0;
  for (const character of text) hundredths += widthOf(character);
  return (hundredths / 100) * FONT_PX[role] * (BOLD.has(role) ? BOLD_FACTOR : 1);
}

/** The text, cut with an ellipsis where it is wider than `width`; empty when less than `least` characters of it fit. */
export function fitText(text: string, width: number, role: TextRole, least = 1): string {
  if (textWidth(text, role) <= width) return text;
  let kept = '';
  let count = 0;
  let left = width - textWidth('…', role);
  for (const { segment } of graphemes.segment(text)) {
    left -= textWidth(segment, role);
    if (left < 0) break;
    kept += segment;
    count += 1;
  }
  return count < least ? '' : `${kept.trimEnd()}…`;
}

/** The text in lines of at most `width`, broken between words; a word that is wider is cut. */
export function wrapText(text: string, width: number, role: TextRole): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && textWidth(longer, role) <= width) lines[lines.length - 1] = longer;
    else lines.push(fitText(word, width, role));
  }
  return lines;
}

/** The first letters of the first word and the last, in capitals. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const first = words.slice(0, 1);
  const last = words.length > 1 && !name.includes('@') ? words.slice(-1) : [];
  return [...first, ...last].map(firstLetter).join('').toUpperCase();
}

function firstLetter(word: string): string {
  for (const { segment } of graphemes.segment(word)) {
    if (/\p{L}|\p{N}/u.test(segment)) return segment;
  }
  return '';
}

function widthOf(character: string): number {
  const known = WIDTH_OF.get(character);
  if (known !== undefined) return known;
  if (NO_WIDTH.test(character)) return 0;
  const base = WIDTH_OF.get(character.normalize('NFD').slice(0, 1));
  if (base !== undefined) return base + ACCENT;
  if (GREEK_OR_CYRILLIC.test(character)) return character === character.toUpperCase() ? 110 : 95;
  return FULL_WIDTH.test(character) ? 105 : WIDEST;
}
