import { LABEL_INDENT } from './axis.ts';
import { gapPiecesOf, MAX_PIECES, piecesOf } from './blocks.ts';
import { baseline, blockOf, gapBoxOf } from './labels.ts';
import type { Scale } from './scale.ts';
import type { Sizes } from './sizes.ts';
import { fitText } from './text.ts';
import type { Box, GapBox, PictureInput, Text } from './types.ts';

const GAP_LANE = 20;

/** The lanes and the gaps below them, with all that stands in them. */
export function bodyOf(
  input: PictureInput,
  place: { scale: Scale; sizes: Sizes; nowX: number | null; top: number },
) {
  const { scale, sizes, nowX, top } = place;
  const most = Math.floor(MAX_PIECES / Math.max(input.lanes.length, 1));
  const tracks: Box[] = [];
  const texts: Text[] = [];
  let y = top;
  /** Makes room for a lane, names it, and answers where it is. */
  const row = (name: string, height: number): Box => {
    y += sizes.nameAbove;
    const box = { x: scale.left, y, width: scale.right - scale.left, height };
    texts.push(laneName(name, box, sizes));
    y += height + sizes.between;
    return box;
  };
  const lanes = input.lanes.map(({ name, stretches }) => {
    const box = row(name, sizes.track);
    tracks.push(box);
    const blocks = piecesOf(stretches, scale, most).map((piece) => {
      return blockOf(piece, { ...box, nowX }, input.zone);
    });
    return { name, blocks };
  });
  const box = row('Gaps', GAP_LANE);
  const gaps = gapPiecesOf(input.gaps, scale).map((piece): GapBox =>
    gapBoxOf(piece, { ...box, nowX }, input.zone),
  );
  if (gaps.length === 0) {
    const at = { x: box.x + LABEL_INDENT, y: baseline(box.y + box.height / 2, 'gap') };
    texts.push({ ...at, text: 'none', role: 'gap', anchor: 'start' });
  }
  return { lanes, tracks, texts, gaps, bottom: y - sizes.between };
}

function laneName(name: string, box: Box, { nameAbove, margin }: Sizes): Text {
  const width = nameAbove > 0 ? box.width : box.x - margin - 10;
  const middle = nameAbove > 0 ? box.y - nameAbove / 2 - 1 : box.y + box.height / 2;
  const text = fitText(name, width, 'lane');
  return { x: margin, y: baseline(middle, 'lane'), text, role: 'lane', anchor: 'start' };
}
