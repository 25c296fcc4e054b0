import type { Color, Paint } from './paint.ts';
import { oneLine } from './printable.ts';
import { cutTo, padTo, widthOf } from './width.ts';

export type Cell = string | { readonly text: string; readonly color: Color | null };
export type Column = {
  readonly title: string;
  /** Gives way where a line is too long for the terminal. */
  readonly isFlexible?: boolean;
};

const GAP = '  ';
const LEAST_FLEXIBLE = 12;

/** Aligned lines under a line of titles; `columns`: what a line may take, null: as much as it needs. */
export function table(
  heads: readonly Column[],
  rows: readonly (readonly Cell[])[],
  options: { readonly columns: number | null; readonly paint: Paint },
): string {
  const { columns, paint } = options;
  const texts = rows.map((row) => row.map((cell) => oneLine(typeof cell === 'string' ? cell : cell.text)));
  const widths = fit(
    heads,
    heads.map(({ title }, i) => Math.max(widthOf(title), ...texts.map((row) => widthOf(row[i] ?? '')))),
    columns,
  );
  const line = (cells: readonly string[], colorOf: (i: number) => Color | null): string =>
    cells
      .map((text, i) => {
        const width = widths[i] ?? 0;
        const isLast = i === cells.length - 1;
        const cut = cutTo(text, width);
        return paint(cut, colorOf(i)) + (isLast ? '' : padTo(cut, width).slice(cut.length));
      })
      .join(GAP)
      .trimEnd();
  const body = texts.map((row, n) =>
    line(row, (i) => {
      const cell = rows[n]?.[i];
      return typeof cell === 'object' ? cell.color : null;
    }),
  );
  const title = line(
    heads.map((head) => head.title),
    () => 'dim',
  );
  return [title, ...body, ''].join('\n');
}

/** Takes what is too much from the flexible columns, the widest first. */
function fit(heads: readonly Column[], wanted: readonly number[], columns: number | null): number[] {
  const widths = [...wanted];
  if (columns === null) return widths;
  const room = columns - GAP.length * (heads.length - 1);
  for (;;) {
    const sum = widths.reduce((a, b) => a + b, 0);
    const flexible = heads
      .map((head, i) => ({ i, width: head.isFlexible === true ? (widths[i] ?? 0) : 0 }))
      .toSorted((a, b) => b.width - a.width)[0];
    if (sum <= room || flexible === undefined || flexible.width <= LEAST_FLEXIBLE) return widths;
    widths[flexible.i] = flexible.width - 1;
  }
}

/** Names and what they are, one a line. */
export function fields(pairs: readonly (readonly [name: string, value: Cell])[], paint: Paint): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs
    .map(([name, value]) => {
      const text = typeof value === 'string' ? oneLine(value) : paint(oneLine(value.text), value.color);
      return `${paint(name.padEnd(width), 'dim')}  ${text}\n`;
    })
    .join('');
}
