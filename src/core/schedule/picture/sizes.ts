/** Lengths that depend on how much room there is. */
export type Sizes = {
  readonly margin: number;
  readonly track: number;
  readonly between: number;
  /** The height of a lane's name above it; 0: it stands beside. */
  readonly nameAbove: number;
};

/** From here on lanes have their names beside them, below it above them. */
const WIDE = 600;

export function sizesOf(width: number): Sizes {
  return width >= WIDE
    ? { margin: 20, track: 32, between: 8, nameAbove: 0 }
    : { margin: 12, track: 30, between: 8, nameAbove: 18 };
}
