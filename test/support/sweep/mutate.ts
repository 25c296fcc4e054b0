import type { Json } from '../product.ts';
import { fieldsOf, type ApiDocument, type Operation } from './document.ts';
import { EVIL_SEGMENTS, EVIL_TEXTS, EVIL_VALUES, written } from './evil.ts';
import type { World } from './world.ts';

/** A change of a request: what kind, where, and to what. The numbers are taken modulo what there is. */
export type Mutation = {
  readonly kind: 'replace' | 'add' | 'remove' | 'query' | 'segment' | 'text' | 'header' | 'reference';
  readonly place: number;
  readonly value: number;
};

export type Sent = {
  readonly method: Operation['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
};

type Draft = {
  path: string;
  query: string[];
  headers: Record<string, string>;
  body: Json;
  text: string | Buffer | null;
};

const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length];

/** A valid request for an operation on the page, changed in one or two places. What deletes is aimed at nothing. */
export function mutated(
  document: ApiDocument,
  world: World,
  operation: Operation,
  mutations: readonly Mutation[],
): Sent {
  const draft: Draft = {
    path: world.pathOf(operation) ?? operation.path,
    query: [],
    headers: {},
    body: operation.body === null ? undefined : world.filledIn(operation.example ?? {}),
    text: null,
  };
  const first = mutations[0];
  if (operation.method === 'DELETE' && first !== undefined) garble(draft, operation, first);
  for (const mutation of mutations) apply(draft, mutation, { document, world, operation });
  const url = draft.query.length === 0 ? draft.path : `${draft.path}?${draft.query.join('&')}`;
  const payload = draft.text ?? (draft.body === undefined ? undefined : written(draft.body));
  return {
    method: operation.method,
    url,
    headers: payload === undefined ? draft.headers : { 'content-type': 'application/json', ...draft.headers },
    ...(payload === undefined ? {} : { payload }),
  };
}

type Given = { readonly document: ApiDocument; readonly world: World; readonly operation: Operation };

/** What takes no body is changed in what it has. */
const WITHOUT_BODY = ['query', 'segment', 'query', 'header'] as const;

function apply(draft: Draft, mutation: Mutation, given: Given): void {
  const { value, place } = mutation;
  const kind = draft.body === undefined ? pick(WITHOUT_BODY, place + value) : mutation.kind;
  if (kind === 'segment') return garble(draft, given.operation, mutation);
  if (kind === 'query') return void draft.query.push(...queryOf(given.operation, mutation));
  if (kind === 'header') return void Object.assign(draft.headers, pick(HEADERS, value));
  if (kind === 'text') draft.text = textOf(written(draft.body), mutation);
  else if (kind === 'add') draft.body = withField(draft.body, mutation, given);
  else draft.body = changed(draft.body, mutation, given.world);
}

/** Every place in a body, the whole of it first. */
function placesOf(body: Json): string[][] {
  if (typeof body !== 'object' || body === null || 'raw' in body) return [[]];
  return [[], ...Object.keys(body).flatMap((key) => placesOf(body[key]).map((path) => [key, ...path]))];
}

function changed(body: Json, { kind, place, value }: Mutation, world: World): Json {
  const places = placesOf(body);
  // The whole body is one place among many.
  const path = pick(places, place) ?? [];
  if (kind === 'remove') return removed(body, path);
  const ids = [...world.ids.values()].map(([id]) => id);
  if (kind === 'reference') return replaced(body, path, pick(ids, value));
  // A text goes deeper where a text is meant.
  const isText = typeof path.reduce((part, key) => part?.[key], body) === 'string';
  const evil: readonly Json[] = isText && value % 3 > 0 ? EVIL_TEXTS : EVIL_VALUES;
  return replaced(body, path, pick(evil, value));
}

function replaced(body: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  if (Array.isArray(body)) return body.with(Number(key), replaced(body[Number(key)], rest, value));
  return { ...body, [key]: replaced(body?.[key], rest, value) };
}

function removed(body: Json, path: readonly string[]): Json {
  const [key, ...rest] = path;
  if (key === undefined) return {};
  if (rest.length > 0) return replaced(body, [key], removed(body[key], rest));
  if (Array.isArray(body)) return body.filter((_one, i) => i !== Number(key));
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
}

/** A field that the schema knows and the example does not hold, or one that nobody knows. */
function withField(body: Json, { place, value }: Mutation, { document, operation }: Given): Json {
  const known = operation.body === null ? [] : [...fieldsOf(document, operation.body).keys()];
  const name = pick([...known, '__proto__x', 'constructor', 'unknown'], place) ?? 'unknown';
  return put(body, name.split('.'), pick(EVIL_VALUES, value));
}

/** A copy of a body with a value at a place; where a list is on the way, in its first element. */
export function put(body: Json, [step = '', ...rest]: readonly string[], value: Json): Json {
  const name = step.replaceAll('[]', '');
  const whole = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const inner = (before: Json) => (rest.length === 0 ? value : put(before, rest, value));
  if (!step.endsWith('[]')) return { ...whole, [name]: inner(whole[name]) };
  const [first, ...others] = Array.isArray(whole[name]) ? whole[name] : [undefined];
  return { ...whole, [name]: [inner(first), ...others] };
}

function queryOf(operation: Operation, { place, value }: Mutation): string[] {
  const names = operation.parameters.filter((one) => one.in === 'query').map((one) => one.name);
  const name = encodeURIComponent(pick([...names, 'page', 'unknown'], place) ?? 'unknown');
  const wanted = (pick(EVIL_TEXTS, value) ?? '').replace(/\p{Cs}/gu, '?').slice(0, 5_000);
  const one = `${name}=${encodeURIComponent(wanted)}`;
  const several = [`${name}=1`, `${name}=2`];
  const choices = [
    [one],
    [one],
    several,
    [`${name}[gte]=1`, `${name}[x]=${name}`],
    [`${name}=%00`],
    [`${name}=%ff`],
    [name],
  ];
  return pick(choices, place + value) ?? [];
}

/** Garbles one of the ids in the path. */
function garble(draft: Draft, operation: Operation, { place, value }: Mutation): void {
  const segments = draft.path.split('/');
  const ids = operation.path.split('/').flatMap((segment, i) => (segment.startsWith('{') ? [i] : []));
  // What deletes names what it deletes at the end.
  const at = operation.method === 'DELETE' ? ids.at(-1) : pick(ids, place);
  if (at === undefined) return;
  const segment = pick(EVIL_SEGMENTS, value) ?? 'x';
  draft.path = segments.map((old, i) => (i === at ? segment : old)).join('/');
}

/** Bytes that are nearly the body. */
function textOf(text: string, { place, value }: Mutation): string | Buffer {
  const cut = place % (text.length + 1);
  const choices: (string | Buffer)[] = [
    text.slice(0, cut),
    `${text}${text}`,
    `${text.slice(0, cut)}\u0001${text.slice(cut)}`,
    Buffer.concat([
      Buffer.from(text.slice(0, cut)),
      Buffer.from([0xff, 0xfe, 0xc0]),
      Buffer.from(text.slice(cut)),
    ]),
    Buffer.from(text, 'utf16le'),
    `\ufeff${text}`,
    text.replace('{', '{"__proto__":{"x":1},'),
    text.replace('{', '{"constructor":{"prototype":{"x":1}},'),
    'null',
    '"text"',
    '[]',
    '',
    ' ',
  ];
  return pick(choices, value) ?? '';
}

const HEADERS: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/JSON;;;' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { 'idempotency-key': 'once' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'k'.repeat(256) },
  { 'if-none-match': '"x", W/"y", *' },
  { 'if-match': '"x"' },
  { 'if-match': '*' },
  { accept: 'image/png' },
  { 'x-forwarded-for': "'; DROP TABLE page" },
  { 'user-agent': 'a'.repeat(8_000) },
  { host: 'evil.test' },
];
