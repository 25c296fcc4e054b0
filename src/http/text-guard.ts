import { invalid } from '../services/errors.ts';
import { fieldPath } from './field-path.ts';

/** Deeper nesting has no use here, and would exhaust the stack of whoever walks it by recursion. */
const MAX_DEPTH = 64;
const LONE_SURROGATE = /\p{Cs}/u;

/**
 * Refuses what PostgreSQL cannot store as text, in values and in names: U+0000 and halves of surrogate pairs; and
 * nesting deeper than 64. Throws `validation_error` naming the path.
 */
export function requireStorableText(root: unknown): void {
  requireText(root, []);
  const pending: { value: object; path: readonly PropertyKey[] }[] = [];
  if (isObject(root)) pending.push({ value: root, path: [] });
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path } = next;
    if (path.length >= MAX_DEPTH) throw invalid(fieldPath(path.slice(0, 3)), 'is nested too deeply');
    for (const [step, child] of childrenOf(value)) {
      if (typeof step === 'string') requireText(step, path);
      if (typeof child === 'string') requireText(child, [...path, step]);
      else if (isObject(child)) pending.push({ value: child, path: [...path, step] });
    }
  }
}

function childrenOf(value: object): Iterable<[PropertyKey, unknown]> {
  return Array.isArray(value) ? value.entries() : Object.entries(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function requireText(text: unknown, path: readonly PropertyKey[]): void {
  if (typeof text !== 'string') return;
  if (text.includes('\u0000')) throw invalid(fieldPath(path), 'must not contain the character U+0000');
  if (LONE_SURROGATE.test(text)) throw invalid(fieldPath(path), 'must be well-formed Unicode');
}
