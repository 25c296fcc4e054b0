/** The database takes neither NUL nor half a surrogate pair in a text, and what targets answer may hold either. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** The text with U+FFFD in the place of what cannot be stored. */
export function storableText(text: string): string {
  return text.replaceAll(UNSTORABLE, '\uFFFD');
}

/** JSON text of a value, every text in it storable. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? storableText(part) : part,
  );
}
