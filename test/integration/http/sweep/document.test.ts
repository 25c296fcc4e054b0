import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENUMERATIONS } from '../../../support/interface/enumerations.ts';
import { PROMISED, QUERY_WORDS } from '../../../support/interface/operations.ts';
import { ERROR, type Fields } from '../../../support/interface/resources.ts';
import { openApi, type TestApi } from '../../../support/api.ts';
import { fieldsOf, readDocument, type ApiDocument, type Schema } from '../../../support/sweep/document.ts';

/* The document against what is promised, and against what every operation owes its readers. */

let api: TestApi;
let document: ApiDocument;
beforeAll(async () => {
  api = await openApi();
  document = readDocument((await api.inject({ method: 'GET', url: '/openapi.json' })).json());
});
afterAll(() => api?.close());

const TYPES: Readonly<Record<string, readonly string[]>> = {
  text: ['string'],
  number: ['number', 'integer'],
  'yes/no': ['boolean'],
  object: ['object'],
  list: ['array'],
};

/** The types and the words that a field may have, in any of its forms. */
function formsOf(schema: Schema): { types: Set<string>; words: Set<unknown> } {
  const forms = { types: new Set<string>(), words: new Set<unknown>() };
  const walk = (part: Schema): void => {
    const meant = document.resolve(part);
    for (const type of [meant['type'] ?? []].flat()) forms.types.add(type);
    for (const word of meant['enum'] ?? []) forms.words.add(word);
    if ('const' in meant) forms.words.add(meant['const']);
    for (const option of [...(meant['anyOf'] ?? []), ...(meant['oneOf'] ?? [])]) walk(option);
    if (meant['items'] !== undefined) walk(meant['items']);
  };
  walk(schema);
  return forms;
}

/** What of the promised fields a schema lacks. */
function lacking(promised: Fields, schema: Schema | null | undefined): string[] {
  const known = schema ? fieldsOf(document, schema) : new Map<string, Schema>();
  return Object.entries(promised).flatMap(([path, type]) => {
    const field = known.get(path);
    if (field === undefined) return [path];
    const { types, words } = formsOf(field);
    const wanted: readonly string[] = TYPES[type] ?? [];
    if (wanted.length > 0) {
      return wanted.some((one) => types.has(one)) || types.size === 0 ? [] : [`${path} is no ${type}`];
    }
    const missing = ENUMERATIONS[type as keyof typeof ENUMERATIONS].filter((word) => !words.has(word));
    return missing.map((word) => `${path} may not be ${word}`);
  });
}

describe('what is promised', () => {
  test.each(Object.entries(PROMISED))('%s is there, with every field and every word', (name, promised) => {
    const operation = document.operations.find((one) => one.name === name);
    expect(operation).toBeDefined();
    if (operation === undefined) return;
    const queries = operation.parameters.filter((one) => one.in === 'query').map((one) => one.name);
    expect((promised.query ?? []).filter((query) => !queries.includes(query))).toEqual([]);
    expect(lacking(promised.sends ?? {}, operation.body)).toEqual([]);
    expect(lacking(promised.answers ?? {}, operation.answers['200'])).toEqual([]);
  });

  test.each(QUERY_WORDS)('%s lists the words that %s may be', (name, parameter, words) => {
    const { parameters = [] } = document.operations.find((one) => one.name === name) ?? {};
    const schema = parameters.find((one) => one.name === parameter)?.schema ?? {};
    expect(formsOf(schema).words).toEqual(new Set(ENUMERATIONS[words]));
  });

  test('lists take page and limit, or page and per_page, and say what is taken where nothing is sent', () => {
    const told = document.operations.flatMap(({ name, parameters }) =>
      parameters
        .filter((one) => ['page', 'limit', 'per_page'].includes(one.name))
        .map((one) => ({ name, is: one.name, says: JSON.stringify(one) })),
    );
    const wanted: Record<string, RegExp> = {
      page: /Default: 1\b/,
      limit: /Default: 100\b.*"maximum":1000|"maximum":1000.*Default: 100\b/,
      per_page: /Default: 50\b.*"maximum":100\b|"maximum":100\b.*Default: 50\b/,
    };
    expect(told.filter(({ is, says }) => !(wanted[is] ?? /^$/).test(says))).toEqual([]);
    expect(told.length).toBeGreaterThan(30);
  });
});

describe('the document', () => {
  test('refers to nothing that it does not hold', () => {
    const references = [...JSON.stringify(document.whole).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
    const known = new Set(Object.keys(document.schemas).map((name) => `#/components/schemas/${name}`));
    expect(references.filter((to) => !known.has(to ?? ''))).toEqual([]);
  });

  test('declares every parameter of every path', () => {
    const wrong = document.operations.filter(({ path, parameters }) => {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      const declared = parameters.filter((one) => one.in === 'path').map((one) => one.name);
      return inPath.length !== declared.length || inPath.some((name) => !declared.includes(name ?? ''));
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('has one sentence about every operation, and its errors', () => {
    const wrong = document.operations.filter(
      ({ summary, answers }) => summary.trim() === '' || lacking(ERROR, answers['4XX']).length > 0,
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('knows no other success than 200, but 204 where a schedule is deleted', () => {
    const others = document.operations.flatMap(({ name, answers }) => {
      const successes = Object.keys(answers).filter((status) => status.startsWith('2'));
      return successes.join() === '200' ? [] : [`${name}: ${successes.join()}`];
    });
    expect(others).toEqual(['DELETE /on-call-schedules/{id}: 204']);
  });

  test('shows an example of every body', () => {
    const bare = document.operations.filter(({ body, example }) => body !== null && example === undefined);
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  test('says of every field what it means', () => {
    const mute = document.operations.flatMap(({ name, body, answers }) =>
      [body, ...Object.values(answers)].flatMap((schema) =>
        schema === null ? [] : undescribed(schema).map((field) => `${name}: ${field}`),
      ),
    );
    expect(mute).toEqual([]);
  });

  test('says of every parameter of a query what it means', () => {
    const mute = document.operations.flatMap(({ name, parameters }) =>
      parameters
        .filter((one) => one.in === 'query' && !JSON.stringify(one).includes('"description"'))
        .map((one) => `${name}: ${one.name}`),
    );
    expect(mute).toEqual([]);
  });
});

/** A field that is a model may leave it to the model. */
function undescribed(schema: Schema): string[] {
  return [...fieldsOf(document, schema)].flatMap(([path, field]) =>
    field['description'] === undefined && document.resolve(field)['description'] === undefined ? [path] : [],
  );
}
