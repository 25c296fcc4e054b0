/** Names that lead to what a document does not hold itself. */
const NEVER = new Set(['__proto__', 'constructor', 'prototype']);
const HALF_A_PAIR = /\p{Surrogate}/gu;
const CONTROLS = /(?![\t\r\n])\p{Cc}/gu;

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands under a name or a number in a part of a document; undefined for whatever that part does not hold itself. */
export function childOf(value: unknown, step: string): unknown {
  if (NEVER.has(step)) return undefined;
  if (Array.isArray(value)) return /^\d{1,9}$/.test(step) ? (value as unknown[])[Number(step)] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** A text, number or truth value as text, and a list of such joined by commas; empty for anything else. */
export function plainText(value: unknown): string {
  if (Array.isArray(value)) {
    return value
      .filter((item) => !Array.isArray(item))
      .map(plainText)
      .filter((text) => text !== '')
      .join(', ');
  }
  if (typeof value === 'string') return clean(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** As `plainText`, and anything that holds more as JSON. */
export function anyText(value: unknown): string {
  const hasMore = isObject(value) || (Array.isArray(value) && value.some((item) => typeof item === 'object'));
  return hasMore ? clean(JSON.stringify(value)) : plainText(value);
}

/** The text without what the database cannot store and nobody can read, nor white space around it. */
function clean(text: string): string {
  return text.replaceAll(HALF_A_PAIR, '\uFFFD').replaceAll(CONTROLS, ' ').trim();
}
