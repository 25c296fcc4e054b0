import type { EpochMs } from '../../time/instant.ts';
import type { Interval } from '../../time/interval.ts';
import type { TimeZone } from '../../time/zone.ts';

/** One member's time in a lane; `color` is `#rrggbb`. */
export type LaneStretch = Interval & {
  readonly memberId: string;
  readonly memberName: string;
  readonly color: string;
  readonly isOverride: boolean;
};

/** What one row of the picture shows; the stretches are sorted and disjoint. */
export type Lane = { readonly name: string; readonly stretches: readonly LaneStretch[] };

/** What is drawn; nothing of it lies outside `window`. `width` is in CSS pixels, as are all lengths of a picture. */
export type PictureInput = {
  readonly name: string;
  readonly window: Interval;
  readonly now: EpochMs;
  readonly zone: TimeZone;
  readonly lanes: readonly Lane[];
  readonly gaps: readonly Interval[];
  /** What has to be said in words; null: nothing. */
  readonly notice: string | null;
  readonly width: number;
};

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Which size, weight and colour a text has. */
export type TextRole =
  | 'title'
  | 'range'
  | 'notice'
  | 'major'
  | 'minor'
  | 'lane'
  | 'block'
  | 'gap'
  | 'legend'
  | 'now';

/** `x`, `y`: where the base line starts, or its middle. */
export type Text = {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly role: TextRole;
  readonly anchor: 'start' | 'middle' | 'end';
};

/**
 * MEMBER: one member's, perhaps of several stretches too near each other to be told apart. MANY: too narrow for each to
 * be seen, of several members. `ink` is the colour, black or white, that reads best on `color`.
 */
export type Block = Box & {
  readonly kind: 'MEMBER' | 'MANY';
  readonly color: string | null;
  readonly ink: string | null;
  readonly isOverride: boolean;
  /** Several stretches, with times between them that are not theirs. */
  readonly isBroken: boolean;
  readonly label: Text | null;
  /** In full, for who points at it; empty where that cannot be done. */
  readonly hint: string;
};

/** Where nobody is on call. `isWhole`: all of it; otherwise several gaps too near each other to be told apart. */
export type GapBox = Box & {
  readonly isWhole: boolean;
  readonly label: Text | null;
  /** What its label stands on, since letters are hard to read through a hatching. */
  readonly plate: Box | null;
  readonly hint: string;
};

export type LegendItem = {
  readonly swatch: Box;
  readonly kind: 'MEMBER' | 'OVERRIDE' | 'MANY';
  readonly color: string | null;
  readonly text: Text;
};

/** A vertical line. */
export type Rule = { readonly x: number; readonly top: number; readonly bottom: number };

/** Everything there is to draw, from back to front. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  /** For who cannot see it. */
  readonly title: string;
  readonly description: string;
  readonly noticeBox: Box | null;
  readonly weekends: readonly Box[];
  readonly tracks: readonly Box[];
  readonly minorRules: readonly Rule[];
  readonly majorRules: readonly Rule[];
  readonly blocks: readonly Block[];
  readonly gaps: readonly GapBox[];
  readonly now: { readonly rule: Rule; readonly flag: Box } | null;
  readonly legend: readonly LegendItem[];
  /** All texts but those of blocks, gaps and legend. */
  readonly texts: readonly Text[];
};
