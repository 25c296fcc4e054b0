import type { PlacedBlock } from './labels.ts';
import { baseline } from './labels.ts';
import { fitText, textWidth } from './text.ts';
import type { LegendItem } from './types.ts';

const ROW = 22;
const SWATCH = { width: 16, height: 12 };
const SWATCH_GAP = 6;
const ITEM_GAP = 16;
const MAX_ITEMS = 30;

type Entry = Pick<LegendItem, 'kind' | 'color'> & { readonly text: string };

/**
 * What the colours and marks of the blocks mean, in rows from `top` on: members only where a name is nowhere to be read
 * in its colour. `lanes` are the blocks of each lane by the lane's name.
 */
export function legendOf(
  lanes: readonly { readonly name: string; readonly blocks: readonly PlacedBlock[] }[],
  place: { readonly left: number; readonly right: number; readonly top: number },
): { items: LegendItem[]; height: number } {
  const entries = [...memberEntries(lanes), ...markEntries(lanes.flatMap(({ blocks }) => blocks))];
  const items: LegendItem[] = [];
  let x = place.left;
  let y = place.top;
  for (const { kind, color, text } of entries) {
    const label = fitText(text, place.right - place.left - SWATCH.width - SWATCH_GAP, 'legend');
    const width = SWATCH.width + SWATCH_GAP + textWidth(label, 'legend');
    if (x > place.left && x + width > place.right) {
      x = place.left;
      y += ROW;
    }
    const middle = y + ROW / 2;
    items.push({
      kind,
      color,
      swatch: { x, y: middle - SWATCH.height / 2, ...SWATCH },
      text: {
        x: x + SWATCH.width + SWATCH_GAP,
        y: baseline(middle, 'legend'),
        text: label,
        role: 'legend',
        anchor: 'start',
      },
    });
    x = Math.ceil(x + width + ITEM_GAP);
  }
  return { items, height: items.length === 0 ? 0 : y + ROW - place.top };
}

/** One a member and colour. Where that is not enough to tell members apart, the lane is named too. */
function memberEntries(
  lanes: readonly { readonly name: string; readonly blocks: readonly PlacedBlock[] }[],
): Entry[] {
  const found = new Map<string, { memberId: string; name: string; color: string; lane: string }>();
  const named = new Set<string>();
  for (const { name: lane, blocks } of lanes) {
    for (const { block, piece, isNamed } of blocks) {
      if (block.kind === 'MANY') continue;
      const { memberId, memberName: name, color } = piece.stretch;
      const key = `${color} ${memberId}`;
      if (isNamed) named.add(key);
      if (!found.has(key)) found.set(key, { memberId, name, color, lane });
    }
  }
  if ([...found.keys()].every((key) => named.has(key))) return [];
  const all = [...found.values()];
  const shown = all.slice(0, MAX_ITEMS).map(({ memberId, name, color, lane }): Entry => {
    const isAmbiguous = all.some((o) => (o.memberId === memberId) !== (o.color === color));
    return { kind: 'MEMBER', color, text: isAmbiguous ? `${name} (${lane})` : name };
  });
  const more = all.length - shown.length;
  return more > 0 ? [...shown, { kind: 'MANY', color: null, text: `and ${more} more` }] : shown;
}

function markEntries(blocks: readonly PlacedBlock[]): Entry[] {
  const entries: Entry[] = [];
  if (blocks.some(({ block }) => block.isOverride)) {
    entries.push({ kind: 'OVERRIDE', color: null, text: 'stands in (override)' });
  }
  if (blocks.some(({ block }) => block.kind === 'MANY')) {
    entries.push({ kind: 'MANY', color: null, text: 'several, too short to show' });
  }
  return entries;
}
