import { isObject } from './value.ts';

/** Deeper nesting has no use here, and would exhaust the stack of whoever walks it by recursion. */
const MAX_DEPTH = 64;
/** No tool's form has more; each may be tried as JSON. */
const MAX_FIELDS = 1_000;
/** A text, or a whole number that may be too long for a number of JavaScript; an open text reaches to the end. */
const TEXT_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*(?:"|$)|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

export type Parsed =
  | { readonly kind: 'document'; readonly document: unknown }
  | { readonly kind: 'unread'; readonly reason: string };

/** Reads the JSON of a body, a list or an object at most 64 levels deep. Long whole numbers become texts, so that no two ids become one. */
export function parseText(text: string): Parsed {
  if (text.trim() === '') return unread('The body is empty');
  const document = jsonOf(text);
  if (document === undefined) return unread('The body is not valid JSON');
  if (typeof document !== 'object' || document === null) return unread('The body is no JSON object');
  if (isTooDeep(document)) return unread(`The body is nested more than ${MAX_DEPTH} levels deep`);
  return { kind: 'document', document };
}

/** Reads a form: the first field that holds a JSON object, and where none does the fields themselves. */
export function parseFields(fields: readonly (readonly [string, string])[]): Parsed {
  if (fields.length === 0) return unread('The form has no field');
  if (fields.length > MAX_FIELDS) return unread(`The form has more than ${MAX_FIELDS} fields`);
  for (const [, value] of fields) {
    if (!value.trimStart().startsWith('{')) continue;
    const parsed = parseText(value);
    if (parsed.kind === 'document' && isObject(parsed.document)) return parsed;
  }
  return { kind: 'document', document: Object.fromEntries(fields) };
}

function unread(reason: string): Parsed {
  return { kind: 'unread', reason };
}

function jsonOf(text: string): unknown {
  try {
    const document: unknown = JSON.parse(text);
    // Only what is known to be JSON is looked through: in anything else the search could take for ever.
    return /\d{16}/.test(text) ? JSON.parse(text.replaceAll(TEXT_OR_LONG_NUMBER, quoted)) : document;
  } catch {
    return undefined;
  }
}

function quoted(part: string): string {
  return part.startsWith('"') ? part : `"${part}"`;
}

function isTooDeep(root: object): boolean {
  let level: object[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_DEPTH) return true;
    level = level.flatMap((value) => Object.values(value).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
