import { baseline } from './labels.ts';
import type { Scale } from './scale.ts';
import { textWidth } from './text.ts';
import { DAYS, ticksWithin } from './ticks.ts';
import type { Box, PictureInput, Rule, Text } from './types.ts';
import { isWeekend } from './words.ts';

/** Days narrower than this are not told apart. */
const LEAST_DAY = 5;

/** The line of the present, and its flag on top, which stays within the picture. */
export function nowMark(
  x: number,
  place: { scale: Scale; top: number; bottom: number; margin: number },
): { rule: Rule; flag: Box; text: Text } {
  const { scale, top, bottom, margin } = place;
  const [width, height] = [Math.ceil(textWidth('now', 'now')) + 10, 14];
  const within = Math.min(
    Math.max(x - width / 2, Math.min(scale.left, x) - 2),
    scale.right + margin - 2 - width,
  );
  const flag = { x: Math.round(within * 10) / 10, y: top + 1, width, height };
  const text: Text = {
    x: Math.round((flag.x + width / 2) * 10) / 10,
    y: baseline(flag.y + height / 2, 'now'),
    text: 'now',
    role: 'now',
    anchor: 'middle',
  };
  return { rule: { x, top: flag.y + height, bottom }, flag, text };
}

/** A band for each Saturday and Sunday, as long as days can be told apart. */
export function weekendsOf(input: PictureInput, scale: Scale, row: Pick<Box, 'y' | 'height'>): Box[] {
  if (scale.length(DAYS.everyMs) < LEAST_DAY) return [];
  const ticks = ticksWithin(DAYS, input.zone, input.window);
  const bands: Box[] = [];
  ticks.forEach(({ at }, index) => {
    if (!isWeekend(input.zone, at)) return;
    const x = scale.x(at);
    const next = ticks[index + 1];
    const end = next === undefined ? scale.right : scale.x(next.at);
    bands.push({ x, width: Math.round((end - x) * 10) / 10, ...row });
  });
  return bands;
}
