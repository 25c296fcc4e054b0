export const COMPARISONS = [
  'EQUALS',
  'NOT_EQUALS',
  'IS_EMPTY',
  'NOT_EMPTY',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUALS',
  'LESS_THAN',
  'LESS_THAN_OR_EQUALS',
  'CONTAINS',
  'NOT_CONTAINS',
  'HAS_KEY',
  'NOT_HAS_KEY',
  'HAS_VALUE',
  'NOT_HAS_VALUE',
  'IS_NULL',
  'NOT_NULL',
  'STARTS_WITH',
  'ENDS_WITH',
] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The opposite a negative comparison is defined by: it holds exactly where its opposite does not. */
const OPPOSITE = {
  NOT_EQUALS: 'EQUALS',
  NOT_EMPTY: 'IS_EMPTY',
  NOT_CONTAINS: 'CONTAINS',
  NOT_HAS_KEY: 'HAS_KEY',
  NOT_HAS_VALUE: 'HAS_VALUE',
  NOT_NULL: 'IS_NULL',
} as const;
type Negative = keyof typeof OPPOSITE;
export type Ordering = 'GREATER_THAN' | 'GREATER_THAN_OR_EQUALS' | 'LESS_THAN' | 'LESS_THAN_OR_EQUALS';
/** The positive comparisons that are no orderings. */
export type PlainComparison = Exclude<Comparison, Negative | Ordering>;

const ORDERED: Record<Ordering, (left: number, right: number) => boolean> = {
  GREATER_THAN: (left, right) => left > right,
  GREATER_THAN_OR_EQUALS: (left, right) => left >= right,
  LESS_THAN: (left, right) => left < right,
  LESS_THAN_OR_EQUALS: (left, right) => left <= right,
};

/** The tests of an actual that is there. */
const TESTS: Record<PlainComparison, (actual: string | number, target: string) => boolean> = {
  IS_NULL: () => false,
  IS_EMPTY: (actual) => normalizeText(String(actual)) === '',
  EQUALS: isSameValue,
  CONTAINS: (actual, target) => normalizeText(String(actual)).includes(normalizeText(target)),
  STARTS_WITH: (actual, target) => normalizeText(String(actual)).startsWith(normalizeText(target)),
  ENDS_WITH: (actual, target) => normalizeText(String(actual)).endsWith(normalizeText(target)),
  HAS_KEY: (actual, target) => jsonEntries(String(actual)).some(([key]) => isSameValue(key, target)),
  HAS_VALUE: (actual, target) =>
    jsonEntries(String(actual)).some(([, value]) => isSameValue(scalar(value), target)),
};

export type ComparisonContext = {
  /** Names from lowest to highest: with it, orderings go by rank and not by number. */
  readonly ranks?: readonly string[];
};

/** Whether the comparison is a NOT_… one. */
export function isNegative(comparison: Comparison): comparison is Negative {
  return comparison in OPPOSITE;
}

/** The comparison itself, or the opposite of a NOT_… one. */
export function positiveOf(comparison: Comparison): PlainComparison | Ordering {
  return isNegative(comparison) ? OPPOSITE[comparison] : comparison;
}

/** Whether the comparison is one of the four orderings. */
export function isOrdering(comparison: Comparison): comparison is Ordering {
  return comparison in ORDERED;
}

/** Whether the comparison reads its target; the tests for empty and null do not. */
export function readsTarget(comparison: Comparison): boolean {
  return !['IS_EMPTY', 'NOT_EMPTY', 'IS_NULL', 'NOT_NULL'].includes(comparison);
}

/** Text as comparisons see it: trimmed and without case. */
export function normalizeText(text: string): string {
  return text.trim().toLowerCase();
}

/** The number a decimal text stands for, or null; hexadecimal, empty and infinite texts are no numbers. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}

/**
 * Whether `actual` stands in the comparison to `target`. Text compares trimmed and without case; a number equals by
 * value. An absent actual (null, undefined) is null and empty, equals and contains nothing, and no ordering holds for it.
 * Orderings are numeric where both sides are numbers, by rank with `ranks`, else false. HAS_KEY and HAS_VALUE look
 * into a JSON object in the text and are false for anything else.
 */
export function compare(
  comparison: Comparison,
  actual: string | number | null | undefined,
  target: string,
  context: ComparisonContext = {},
): boolean {
  const positive = positiveOf(comparison);
  return isNegative(comparison) !== holds(positive, actual ?? null, target, context);
}

function holds(
  comparison: PlainComparison | Ordering,
  actual: string | number | null,
  target: string,
  { ranks }: ComparisonContext,
): boolean {
  if (actual === null) return comparison === 'IS_NULL' || comparison === 'IS_EMPTY';
  if (!isOrdering(comparison)) return TESTS[comparison](actual, target);
  const [left, right] = [position(String(actual), ranks), position(target, ranks)];
  return left !== null && right !== null && ORDERED[comparison](left, right);
}

function isSameValue(actual: string | number, target: string): boolean {
  const number = parseNumber(target);
  if (typeof actual === 'number' && number !== null) return actual === number;
  return normalizeText(String(actual)) === normalizeText(target);
}

function position(text: string, ranks: readonly string[] | undefined): number | null {
  if (ranks === undefined) return parseNumber(text);
  const rank = ranks.findIndex((name) => normalizeText(name) === normalizeText(text));
  return rank === -1 ? null : rank;
}

function jsonEntries(text: string): [string, unknown][] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  } catch {
    return [];
  }
}

/** A JSON value as comparisons see it: numbers by value, the rest as text. */
function scalar(value: unknown): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value;
  return JSON.stringify(value);
}
