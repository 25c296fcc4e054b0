import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;
type Of<C extends RawIssue['code']> = Extract<RawIssue, { code: C }>;

/** What a schema says it expected, as people call it. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'an instant in ISO 8601',
  date: 'a date such as 2026-03-30',
  time: 'a time such as 21:00:00',
};
const HAVING: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'element',
  set: 'element',
};

/**
 * What is wrong with a value, in the words of all other refusals: short, and to be read behind the field's path ("name is
 * required"). A schema that has words of its own is asked first; undefined: the library's words have to do.
 */
export function validationMessage(issue: RawIssue): string | undefined {
  return kindMessage(issue) ?? sizeMessage(issue) ?? formMessage(issue) ?? partsMessage(issue);
}

function kindMessage(issue: RawIssue): string | undefined {
  const isAsked = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (!isAsked) return undefined;
  if (issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_value') return oneOf(issue.values);
  return `must be ${KINDS[issue.expected] ?? issue.expected}`;
}

function sizeMessage(issue: RawIssue): string | undefined {
  if (issue.code === 'too_small') return tooSmall(issue);
  if (issue.code === 'too_big') return tooBig(issue);
  return issue.code === 'not_multiple_of' ? `must be a multiple of ${issue.divisor}` : undefined;
}

function formMessage(issue: RawIssue): string | undefined {
  if (issue.code !== 'invalid_format') return undefined;
  const words = FORMATS[issue.format];
  return words === undefined ? 'does not have the right form' : `must be ${words}`;
}

function partsMessage(issue: RawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return `has nothing called ${issue.keys.join(', ')}`;
  if (issue.code === 'invalid_key') return `the name ${issue.issues[0]?.message ?? 'cannot be used'}`;
  // Alternatives that a field tells apart; of others the caller makes the message out of theirs.
  const options: unknown = issue.code === 'invalid_union' ? issue['options'] : undefined;
  return Array.isArray(options) ? oneOf(options) : undefined;
}

/** The messages of alternatives none of which fits, as one: "must be text or a list". */
export function anyOf(messages: readonly string[]): string {
  const [first = '', ...others] = new Set(messages);
  const areDemands = [first, ...others].every((message) => message.startsWith('must be '));
  return areDemands
    ? [first, ...others.map((message) => message.slice('must be '.length))].join(' or ')
    : [first, ...others].join('; or: ');
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1
    ? `must be ${String(values[0])}`
    : `must be one of ${values.map(String).join(', ')}`;
}

function tooSmall({ origin, minimum, inclusive, exact }: Of<'too_small'>): string {
  const thing = HAVING[origin];
  if (thing === undefined) return `must be ${inclusive === false ? 'above' : 'at least'} ${minimum}`;
  if (exact === true) return `must have exactly ${counted(minimum, thing)}`;
  return Number(minimum) === 1 ? 'must not be empty' : `must have at least ${counted(minimum, thing)}`;
}

function tooBig({ origin, maximum, inclusive, exact }: Of<'too_big'>): string {
  const thing = HAVING[origin];
  if (thing === undefined) return `must be ${inclusive === false ? 'below' : 'at most'} ${maximum}`;
  return `must have ${exact === true ? 'exactly' : 'at most'} ${counted(maximum, thing)}`;
}

function counted(count: number | bigint, thing: string): string {
  return `${count} ${thing}${Number(count) === 1 ? '' : 's'}`;
}
