import {
  isNegative,
  isOrdering,
  normalizeText,
  positiveOf,
  type Comparison,
  type PlainComparison,
} from './comparison.ts';

/** A member of a set, known by its id and by its name. */
export type SetMember = { readonly id: string; readonly name: string };

/**
 * Whether a set stands in the comparison to `target`. EQUALS: it holds exactly the comma-separated names or ids, in any
 * order. CONTAINS: the target is a member; STARTS_WITH and ENDS_WITH: any member's name or id does. HAS_KEY goes by id,
 * HAS_VALUE by name. IS_EMPTY and IS_NULL: no member. Orderings never hold. The NOT_… ones are the opposites.
 */
export function compareSet(comparison: Comparison, members: readonly SetMember[], target: string): boolean {
  const positive = positiveOf(comparison);
  const set = members.map(({ id, name }) => ({ id: normalizeText(id), name: normalizeText(name) }));
  const holds = !isOrdering(positive) && TESTS[positive](set, normalizeText(target));
  return isNegative(comparison) !== holds;
}

/** The tests, on normalised ids, names and targets. */
const TESTS: Record<PlainComparison, (members: readonly SetMember[], target: string) => boolean> = {
  EQUALS: isExactly,
  IS_EMPTY: (members) => members.length === 0,
  IS_NULL: (members) => members.length === 0,
  CONTAINS: (members, target) => labelsOf(members).includes(target),
  STARTS_WITH: (members, target) => labelsOf(members).some((label) => label.startsWith(target)),
  ENDS_WITH: (members, target) => labelsOf(members).some((label) => label.endsWith(target)),
  HAS_KEY: (members, target) => members.some(({ id }) => id === target),
  HAS_VALUE: (members, target) => members.some(({ name }) => name === target),
};

function labelsOf(members: readonly SetMember[]): string[] {
  return members.flatMap(({ id, name }) => [id, name]);
}

function isExactly(members: readonly SetMember[], target: string): boolean {
  const labels = new Set(labelsOf(members));
  const wanted = splitList(target, labels);
  return (
    members.every(({ id, name }) => wanted.has(id) || wanted.has(name)) &&
    [...wanted].every((entry) => labels.has(entry))
  );
}

/** The entries of a comma-separated list. A name that itself holds commas is one entry where it is known as a label. */
function splitList(list: string, labels: ReadonlySet<string>): Set<string> {
  const withCommas = [...labels]
    .filter((label) => label.includes(','))
    .toSorted((a, b) => b.split(',').length - a.split(',').length);
  const entries = new Set<string>();
  for (let at = 0; at <= list.length;) {
    const start = endOf(BLANKS, list, at) ?? at;
    const label = withCommas.find(
      (known) => list.startsWith(known, start) && endOf(SEPARATOR, list, start + known.length) !== null,
    );
    const comma = list.indexOf(',', start);
    const end = label === undefined ? (comma === -1 ? list.length : comma) : start + label.length;
    const entry = list.slice(start, end).trim();
    if (entry !== '') entries.add(entry);
    at = (endOf(SEPARATOR, list, end) ?? end) + 1;
  }
  return entries;
}

const BLANKS = /\s*/y;
const SEPARATOR = /\s*(?=,|$)/y;

/** Where what begins at an index ends; null where no such thing begins there. */
function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}
