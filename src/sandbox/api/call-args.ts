import { SlackError } from '../slack-error.ts';

/** The arguments of one call. Forms carry nested values as JSON text and booleans as words; JSON bodies carry them as they are. */
export type CallArgs = {
  /** The text, or undefined where it was not sent or is empty. */
  text(name: string): string | undefined;
  /** The text, or SlackError `invalid_arguments`. */
  required(name: string): string;
  flag(name: string): boolean;
  /** The number within 1 and `max`, or `fallback` where none was sent. */
  count(name: string, fallback: number, max: number): number;
  /** Whether the argument was sent at all. */
  has(name: string): boolean;
  /** The nested value; undefined where none was sent. SlackError `code` for text that is no JSON. */
  json(name: string, code: string): unknown;
  /** The nested list; empty where none was sent. */
  list(name: string, code: string): readonly unknown[];
  readonly isJsonBody: boolean;
};

export function callArgs(body: Readonly<Record<string, unknown>>, isJsonBody: boolean): CallArgs {
  const text = (name: string): string | undefined => {
    const value = body[name];
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const json = (name: string, code: string): unknown => {
    const value = body[name];
    if (typeof value !== 'string') return value ?? undefined;
    if (value.trim() === '') return undefined;
    try {
      return JSON.parse(value);
    } catch {
      throw new SlackError(code, [`[ERROR] ${name} is no JSON`]);
    }
  };
  return {
    isJsonBody,
    text,
    json,
    has: (name) => body[name] !== undefined,
    required(name) {
      const value = text(name);
      if (value === undefined)
        throw new SlackError('invalid_arguments', [`[ERROR] missing required field: ${name}`]);
      return value;
    },
    flag: (name) => body[name] === true || body[name] === 'true' || body[name] === '1',
    count(name, fallback, max) {
      const value = Number(text(name) ?? fallback);
      if (!Number.isInteger(value) || value < 1) throw new SlackError('invalid_limit');
      return Math.min(value, max);
    },
    list(name, code) {
      const value = json(name, code) ?? [];
      if (!Array.isArray(value)) throw new SlackError(code, [`[ERROR] ${name} must be an array`]);
      return value;
    },
  };
}

/** One page of `items`, whose cursor is the place of the next one. */
export function pageOf<T>(
  items: readonly T[],
  args: CallArgs,
  fallback: number,
): { items: T[]; cursor: string } {
  const limit = args.count('limit', fallback, 1_000);
  const cursor = args.text('cursor');
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isInteger(start) || start < 0) throw new SlackError('invalid_cursor');
  const end = start + limit;
  return {
    items: items.slice(start, end),
    cursor: end < items.length ? Buffer.from(String(end)).toString('base64url') : '',
  };
}
