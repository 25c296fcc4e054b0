import { baseline } from './labels.ts';
import type { Sizes } from './sizes.ts';
import { fitText, textWidth, wrapText } from './text.ts';
import type { Box, PictureInput, Text, TextRole } from './types.ts';
import { rangeText, zoneText } from './words.ts';

/** What stands above the axis: the name, the window, and what has to be said. */
export type Head = {
  readonly texts: readonly Text[];
  readonly noticeBox: Box | null;
  readonly bottom: number;
};

export function headOf(input: PictureInput, { margin }: Sizes): Head {
  const width = input.width - 2 * margin;
  const texts: Text[] = [];
  let y = margin;
  const add = (text: string, role: TextRole, height: number, x = margin): void => {
    texts.push({ x, y: baseline(y + height / 2, role), text, role, anchor: 'start' });
    y += height;
  };
  add(fitText(input.name, width, 'title'), 'title', 24);
  const [range, zone] = [rangeText(input), zoneText(input)];
  const oneLine = `${range} · ${zone}`;
  const lines = textWidth(oneLine, 'range') <= width ? [oneLine] : [range, zone];
  for (const line of lines.flatMap((one) => wrapText(one, width, 'range'))) add(line, 'range', 19);
  y += 8;
  if (input.notice === null) return { texts, noticeBox: null, bottom: y };
  const top = y;
  y += 7;
  for (const line of wrapText(input.notice, width - 24, 'notice')) add(line, 'notice', 19, margin + 12);
  y += 7;
  return { texts, noticeBox: { x: margin, y: top, width, height: y - top }, bottom: y + 10 };
}
