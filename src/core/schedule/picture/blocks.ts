import type { Interval } from '../../time/interval.ts';
import type { Scale } from './scale.ts';
import type { LaneStretch } from './types.ts';

/** Stretches of a lane that are drawn as one, from `left` to `right`. `stretch` is the first of them. */
export type Piece = {
  readonly left: number;
  readonly right: number;
  readonly stretch: LaneStretch;
  readonly end: LaneStretch['end'];
  readonly count: number;
  /** How many have a stretch in it. */
  readonly members: number;
};

/** What stays of a lone stretch that is narrower. */
export const LEAST_WIDTH = 2;

/** So many pieces a picture has at most, so that neither its text nor its drawing grows without bounds. */
export const MAX_PIECES = 4_000;

/**
 * The pieces of a lane, at most `most` of them. Stretches narrower than a limit that follow each other within it become
 * one piece: of their member, if they are all of one, else of several. The limit is two pixels, and doubles until the
 * pieces are few enough.
 */
export function piecesOf(lane: readonly LaneStretch[], scale: Scale, most: number): Piece[] {
  for (let limit = LEAST_WIDTH; ; limit *= 2) {
    const pieces = mergeMembers(mergeOwn(lane, scale, limit), limit);
    if (pieces.length <= most || limit > scale.right - scale.left) return pieces;
  }
}

/** Gaps as they are drawn: those too near each other to be told apart become one, of `count`. */
export type GapPiece = {
  readonly left: number;
  readonly right: number;
  readonly window: Interval;
  readonly count: number;
  readonly totalMs: number;
};

/** As `piecesOf` does with stretches, for sorted, disjoint gaps. */
export function gapPiecesOf(gaps: readonly Interval[], scale: Scale): GapPiece[] {
  const pieces: GapPiece[] = [];
  for (const gap of gaps) {
    const [left, right] = [scale.x(gap.start), scale.x(gap.end)];
    const last = pieces.at(-1);
    const isNarrow =
      right - left < LEAST_WIDTH || (last !== undefined && last.right - last.left < LEAST_WIDTH);
    const joins = last !== undefined && left - last.right < LEAST_WIDTH && (isNarrow || last.count > 1);
    if (joins) {
      pieces[pieces.length - 1] = {
        left: last.left,
        right,
        window: { start: last.window.start, end: gap.end },
        count: last.count + 1,
        totalMs: last.totalMs + gap.end - gap.start,
      };
    } else pieces.push({ left, right, window: gap, count: 1, totalMs: gap.end - gap.start });
  }
  return pieces;
}

/** Joins narrow neighbours that are one member's. */
function mergeOwn(lane: readonly LaneStretch[], scale: Scale, limit: number): Piece[] {
  const pieces: Piece[] = [];
  for (const stretch of lane) {
    const [left, right] = [scale.x(stretch.start), scale.x(stretch.end)];
    const last = pieces.at(-1);
    const isSame =
      last?.stretch.memberId === stretch.memberId && last.stretch.isOverride === stretch.isOverride;
    if (last !== undefined && isSame && right - left < limit && left - last.right < limit) {
      pieces[pieces.length - 1] = { ...last, right, end: stretch.end, count: last.count + 1 };
    } else {
      pieces.push({ left, right, stretch, end: stretch.end, count: 1, members: 1 });
    }
  }
  return pieces;
}

/** Joins narrow neighbours of several members. */
function mergeMembers(pieces: readonly Piece[], limit: number): Piece[] {
  const merged: Piece[] = [];
  let run: Piece[] = [];
  const close = (): void => {
    const [first] = run;
    if (first !== undefined) merged.push(run.length === 1 ? first : joined(first, run));
    run = [];
  };
  for (const piece of pieces) {
    const isNarrow = piece.right - piece.left < limit;
    const last = run.at(-1);
    if (!isNarrow || last === undefined || piece.left - last.right >= limit) close();
    if (isNarrow) run.push(piece);
    else merged.push(piece);
  }
  close();
  return merged;
}

function joined(first: Piece, run: readonly Piece[]): Piece {
  const last = run.at(-1) ?? first;
  return {
    ...first,
    right: last.right,
    end: last.end,
    count: run.reduce((sum, piece) => sum + piece.count, 0),
    members: new Set(run.map((piece) => piece.stretch.memberId)).size,
  };
}
