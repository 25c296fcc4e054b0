/** One value that changed; absent and null are the same. */
export type AuditChange = { readonly path: string; readonly from: unknown; readonly to: unknown };

/** What a reader may see of a value. */
export type Shown = {
  /** Whether whatever stands at a key of that name is a secret. */
  readonly isSecret: (key: string) => boolean;
  /** A value that holds no others, as it may be shown; `key` is the name that it stands at. */
  readonly value: (key: string, value: unknown) => unknown;
};

/** The most changes that one list has; where there are more, the last one says how many are left out. */
export const MAX_CHANGES = 200;
export const HIDDEN = '(hidden)';
const MAX_PATH_CHARS = 300;
const MAX_DEPTH = 32;

/** Bookkeeping that changes with everything, and what names the thing itself. */
const LEFT_OUT: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);
const LEFT_OUT_OF_THE_WHOLE: ReadonlySet<string> = new Set(['id', 'pageId', 'version']);

type Fields = Readonly<Record<string, unknown>>;
type Place = { readonly path: string; readonly key: string; readonly depth: number };
type Look = { readonly shown: Shown; readonly found: AuditChange[] };

/**
 * What differs between two states of a thing, null for none: one entry a value, in the order of their keys, by paths such
 * as `rules[0].delayInMins`. Elements of arrays are compared by their `id` where all have one (their order is then a change
 * of its own), else by their place. A secret shows that it changed and nothing of what it was or is.
 */
export function auditChanges(before: object | null, after: object | null, shown: Shown): AuditChange[] {
  const found: AuditChange[] = [];
  compare(before, after, { path: '', key: '', depth: 0 }, { shown, found });
  if (found.length <= MAX_CHANGES) return found;
  const kept = found.slice(0, MAX_CHANGES - 1);
  return [
    ...kept,
    { path: '…', from: null, to: `${found.length - kept.length} more changes are left out here` },
  ];
}

function compare(from: unknown, to: unknown, at: Place, look: Look): void {
  if (look.shown.isSecret(at.key)) {
    hide(from, to, at, look);
  } else if (isArray(from, to) && at.depth < MAX_DEPTH) {
    compareArrays(elementsOf(from), elementsOf(to), at, look);
  } else if (isObject(from, to) && at.depth < MAX_DEPTH) {
    compareFields(fieldsOf(from), fieldsOf(to), at, look);
  } else {
    record(from, to, at, look);
  }
}

function compareFields(from: Fields, to: Fields, at: Place, look: Look): void {
  const isHidden = namesSecret(from, look) || namesSecret(to, look);
  for (const key of new Set([...Object.keys(to), ...Object.keys(from)])) {
    if (LEFT_OUT.has(key) || (at.depth === 0 && LEFT_OUT_OF_THE_WHOLE.has(key))) continue;
    const place = { path: joined(at.path, key), key, depth: at.depth + 1 };
    const compareOne = isHidden && key === 'value' ? hide : compare;
    compareOne(own(from, key), own(to, key), place, look);
  }
}

/** A pair such as `{name: 'Authorization', value: …}`. */
function namesSecret(fields: Fields, { shown }: Look): boolean {
  return ['name', 'key'].some((key) => {
    const name = own(fields, key);
    return typeof name === 'string' && shown.isSecret(name);
  });
}

function compareArrays(from: readonly unknown[], to: readonly unknown[], at: Place, look: Look): void {
  const [fromIds, toIds] = [idsOf(from), idsOf(to)];
  const placeOf = (index: number): Place => ({ ...at, path: `${at.path}[${index}]`, depth: at.depth + 1 });
  if (fromIds === null || toIds === null) {
    for (let index = 0; index < Math.max(from.length, to.length); index += 1) {
      compare(from[index], to[index], placeOf(index), look);
    }
    return;
  }
  const before = new Map(fromIds.map((id, index) => [id, from[index]]));
  const kept = new Set(toIds);
  to.forEach((element, index) => compare(before.get(toIds[index] ?? ''), element, placeOf(index), look));
  from.forEach((element, index) => {
    if (!kept.has(fromIds[index] ?? '')) compare(element, undefined, placeOf(index), look);
  });
  const stayed = (ids: readonly string[]) => ids.filter((id) => kept.has(id) && before.has(id)).join(', ');
  record(stayed(fromIds), stayed(toIds), { ...at, path: `${at.path} in order` }, look);
}

/** The ids of all elements; null where one has none, or two the same. */
function idsOf(elements: readonly unknown[]): string[] | null {
  const ids = elements.flatMap((element) => {
    const id = isFields(element) ? own(element, 'id') : undefined;
    return typeof id === 'string' ? [id] : [];
  });
  return ids.length === elements.length && new Set(ids).size === ids.length ? ids : null;
}

function hide(from: unknown, to: unknown, at: Place, look: Look): void {
  if (textOf(from) === textOf(to)) return;
  const hidden = (value: unknown) => (value === null || value === undefined ? null : HIDDEN);
  look.found.push({ path: cutPath(at.path), from: hidden(from), to: hidden(to) });
}

function record(from: unknown, to: unknown, at: Place, look: Look): void {
  if (Object.is(from ?? null, to ?? null)) return;
  const show = (value: unknown) =>
    isLeaf(value) ? look.shown.value(at.key, value ?? null) : '(several values)';
  look.found.push({ path: cutPath(at.path), from: show(from), to: show(to) });
}

const NAME = /^[A-Za-z_$][\w$]*$/;

function joined(path: string, key: string): string {
  if (!NAME.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

function cutPath(path: string): string {
  return path.length <= MAX_PATH_CHARS ? path : `${path.slice(0, MAX_PATH_CHARS - 1)}…`;
}

/** Secrets are small and flat: whatever they are, equal ones have equal texts. */
function textOf(value: unknown): string {
  return JSON.stringify(value ?? null);
}

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

function isArray(from: unknown, to: unknown): boolean {
  return (
    (Array.isArray(from) || isNothing(from)) &&
    (Array.isArray(to) || isNothing(to)) &&
    !(isNothing(from) && isNothing(to))
  );
}

function isObject(from: unknown, to: unknown): boolean {
  return (
    (isFields(from) || isNothing(from)) &&
    (isFields(to) || isNothing(to)) &&
    !(isNothing(from) && isNothing(to))
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Never what every object inherits. */
function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
