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
  const parts = list.split(',');
  const entries = new Set<string>();
  const longest = 1 + Math.max(0, ...[...labels].map((label) => label.split(',').length - 1));
  for (let start = 0; start < parts.length;) {
    let end = Math.min(start + longest, parts.length);
    while (end > start + 1 && !labels.has(parts.slice(start, end).join(',').trim())) end -= 1;
    const entry = parts.slice(start, end).join(',').trim();
    if (entry !== '') entries.add(entry);
    start = end;
  }
  return entries;
}
