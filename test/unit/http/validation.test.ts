import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../src/services/errors.ts';
import { zodValidator } from '../../../src/http/validation.ts';

const Kind = z.enum(['A', 'B']);

/** What a request with that field is told, path first. */
function told(schema: z.ZodType, value: unknown): string[] {
  const validate = zodValidator({
    schema: z.object({ field: schema }),
    method: 'POST',
    url: '/',
    httpPart: 'body',
  });
  const answer: unknown = validate({ field: value });
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : null;
  return error instanceof AppError ? (error.details ?? []).map((one) => `${one.path} ${one.message}`) : [];
}

describe('what is wrong with a request', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ['a missing text', z.string(), undefined, 'field is required'],
    ['a missing choice', Kind, undefined, 'field is required'],
    ['a missing alternative', z.union([z.string(), z.number()]), undefined, 'field is required'],
    ['a number for a text', z.string(), 5, 'field must be text'],
    ['null for a text', z.string(), null, 'field must be text'],
    ['a text for a number', z.number(), '5', 'field must be a number'],
    ['what is no number', z.number(), Number.NaN, 'field must be a number'],
    ['a fraction', z.number().int(), 1.5, 'field must be a whole number'],
    ['a text for a boolean', z.boolean(), 'true', 'field must be true or false'],
    ['an object for a list', z.array(z.string()), {}, 'field must be a list'],
    ['a list for an object', z.object({}), [], 'field must be an object'],
    ['a text for a record', z.record(z.string(), z.string()), 'x', 'field must be an object'],
    ['an unknown choice', Kind, 'C', 'field must be one of A, B'],
    ['another constant', z.literal('A'), 'C', 'field must be A'],
    ['an empty text', z.string().min(1), '', 'field must not be empty'],
    ['a short text', z.string().min(2), 'a', 'field must have at least 2 characters'],
    ['a long text', z.string().max(1), 'ab', 'field must have at most 1 character'],
    ['a text of another length', z.string().length(2), 'a', 'field must have exactly 2 characters'],
    ['an empty list', z.array(z.string()).min(1), [], 'field must not be empty'],
    ['a long list', z.array(z.string()).max(2), ['', '', ''], 'field must have at most 2 elements'],
    ['a small number', z.number().min(1), 0, 'field must be at least 1'],
    ['a number at the bound', z.number().positive(), 0, 'field must be above 0'],
    ['a big number', z.number().max(5), 6, 'field must be at most 5'],
    ['a number at the upper bound', z.number().lt(5), 5, 'field must be below 5'],
    ['an uneven number', z.number().multipleOf(2), 3, 'field must be a multiple of 2'],
    ['no e-mail', z.email(), 'x', 'field must be an e-mail address'],
    ['no form of its own words', z.string().regex(/^a$/), 'x', 'field does not have the right form'],
    ['a form with words', z.string().regex(/^a$/, 'must be an a'), 'x', 'field must be an a'],
    ['what is not known', z.strictObject({}), { b: 1, c: 2 }, 'field has nothing called b, c'],
    ['no alternative', z.union([z.string(), z.array(z.string())]), 5, 'field must be text or a list'],
    [
      'an alternative with a wrong field',
      z.union([z.string(), z.object({ id: Kind })]),
      { id: 'C' },
      'field.id must be one of A, B',
    ],
    [
      'an alternative that is not named',
      z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })]),
      { k: 'c' },
      'field.k must be one of a, b',
    ],
  ])('is said of %s', (_what, schema, value, message) => {
    expect(told(schema, value)).toEqual([message]);
  });

  test('is said of a name by what is wrong with it', () => {
    expect(told(z.record(z.string().max(2), z.string()), { abc: '' })).toEqual([
      'field.abc the name must have at most 2 characters',
    ]);
  });

  test('is said of every field, and nothing is where all is right', () => {
    const pair = z.object({ a: z.string(), b: z.number() });
    expect(told(pair, { a: 1, b: '1' })).toEqual(['field.a must be text', 'field.b must be a number']);
    expect(told(pair, { a: '', b: 1 })).toEqual([]);
  });
});
