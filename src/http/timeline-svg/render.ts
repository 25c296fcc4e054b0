import { plainText } from '../../core/schedule/picture/text.ts';
import type {
  Block,
  Box,
  GapBox,
  LegendItem,
  Picture,
  Rule,
  Text,
} from '../../core/schedule/picture/types.ts';
import { escapeHtml } from '../html.ts';
import { styleOf, type Theme } from './style.ts';

/** The fonts asked for, the widest first: what it needs is what the layout reckons with. */
const FONTS = "'DejaVu Sans', system-ui, sans-serif";
/** From here on a block is set apart from its neighbours, has round corners and shows its mark. */
const LEAST_INSET = 4;
const LEAST_MARK = 7;
/** How high the teeth are that say that a block is broken. */
const COMB = 6;

/** Half-tone fills; the ids have a prefix of their own, since a picture may stand inside another document. */
const DEFS =
  '<defs>' +
  '<pattern id="tocsin-gap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
  '<rect class="gap" width="6" height="6"/><path class="hatch" d="M1.5 0V6" stroke-width="2"/></pattern>' +
  '<pattern id="tocsin-gaps" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
  '<rect class="gap" width="12" height="12"/><path class="hatch" d="M1.5 0V12" stroke-width="1.5"/></pattern>' +
  '<pattern id="tocsin-many" width="4" height="4" patternUnits="userSpaceOnUse">' +
  '<rect class="many" width="4" height="4"/><rect class="stripe" width="2" height="4"/></pattern>' +
  '<pattern id="tocsin-comb" width="4" height="4" patternUnits="userSpaceOnUse">' +
  '<rect class="comb" width="2" height="4"/></pattern>' +
  '</defs>';

/** The picture as an SVG document of its own; the same text for the same picture and theme. */
export function renderSvg(picture: Picture, theme: Theme): string {
  const { width, height, now, noticeBox } = picture;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" ` +
      `aria-labelledby="tocsin-title tocsin-desc" font-family="${FONTS}">`,
    `<title id="tocsin-title">${escaped(picture.title)}</title>`,
    `<desc id="tocsin-desc">${escaped(picture.description)}</desc>`,
    `<style>${styleOf(theme)}</style>`,
    DEFS,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...(noticeBox === null ? [] : [rect(noticeBox, 'class="notice-box" rx="6"')]),
    ...picture.weekends.map((box) => rect(box, 'class="weekend"')),
    ...picture.tracks.map((box) => rect(box, 'class="track" rx="4"')),
    ...picture.minorRules.map((rule) => line(rule, 'minor')),
    ...picture.majorRules.map((rule) => line(rule, 'major')),
    ...picture.blocks.map(blockOf),
    ...picture.gaps.map(gapOf),
    ...picture.legend.map(legendOf),
    ...(now === null ? [] : [line(now.rule, 'now-line', 2), rect(now.flag, 'class="now-flag" rx="3"')]),
    ...picture.texts.map((text) => textOf(text)),
    '</svg>\n',
  ].join('\n');
}

function blockOf({ kind, color, ink, isOverride, isBroken, label, hint, ...box }: Block): string {
  const isInset = box.width >= LEAST_INSET;
  const body = isInset ? inset(box, 0.5, 0) : box;
  const fill = kind === 'MANY' || color === null ? 'url(#tocsin-many)' : color;
  const edge = isInset ? ' class="edge" rx="4"' : '';
  const mark =
    isOverride && ink !== null && box.width >= LEAST_MARK
      ? rect(
          inset(body, 2, 2),
          `fill="none" stroke="${ink}" stroke-width="1.5" stroke-dasharray="4 3" rx="3"`,
        )
      : '';
  const comb = isBroken
    ? rect({ ...body, y: box.y + box.height - COMB, height: COMB }, 'fill="url(#tocsin-comb)"')
    : '';
  const text = label === null ? '' : textOf(label, ink);
  const drawn = `${rect(body, `fill="${fill}"${edge}`)}${comb}${mark}${text}`;
  return hint === '' ? drawn : `<g><title>${escaped(hint)}</title>${drawn}</g>`;
}

function gapOf({ isWhole, label, plate, hint, ...box }: GapBox): string {
  const fill = isWhole ? 'url(#tocsin-gap)' : 'url(#tocsin-gaps)';
  const text = label === null || plate === null ? '' : rect(plate, 'class="gap" rx="2"') + textOf(label);
  return `<g><title>${escaped(hint)}</title>${rect(box, `fill="${fill}" rx="2"`)}${text}</g>`;
}

function legendOf({ kind, color, swatch, text }: LegendItem): string {
  const ring = 'class="mark" fill="none" stroke-width="1.5" stroke-dasharray="4 3" rx="2"';
  const marks: Record<LegendItem['kind'], string> = {
    MEMBER: rect(swatch, `class="edge" fill="${color ?? 'none'}" rx="3"`),
    OVERRIDE: rect(inset(swatch, 0.75, 0.75), ring),
    MANY: rect(swatch, 'fill="url(#tocsin-many)" rx="3"'),
  };
  return marks[kind] + textOf(text);
}

function textOf({ x, y, text, role, anchor }: Text, ink: string | null = null): string {
  const fill = ink === null ? '' : ` fill="${ink}"`;
  const where = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  return `<text x="${x}" y="${y}" class="t-${role}${role === 'lane' ? ' halo' : ''}"${fill}${where}>${escaped(text)}</text>`;
}

function line({ x, top, bottom }: Rule, name: string, width = 1): string {
  return `<path class="${name}" d="M${x} ${top}V${bottom}" stroke-width="${width}"/>`;
}

function rect({ x, y, width, height }: Box, more: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${more}/>`;
}

function inset({ x, y, width, height }: Box, dx: number, dy: number): Box {
  const tenths = (value: number) => Math.round(value * 10) / 10;
  return {
    x: tenths(x + dx),
    y: tenths(y + dy),
    width: tenths(width - 2 * dx),
    height: tenths(height - 2 * dy),
  };
}

function escaped(text: string): string {
  return escapeHtml(plainText(text));
}
