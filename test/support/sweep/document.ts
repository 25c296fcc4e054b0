import type { Json } from '../product.ts';

export type Schema = { readonly [keyword: string]: Json };
export type Parameter = { readonly name: string; readonly in: 'path' | 'query'; readonly schema: Schema };

/** One operation of the interface as its own document tells of it. */
export type Operation = {
  /** `GET /monitors/{id}` */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  readonly example: Json;
  /** By status, `200` or `4XX`; null: no JSON. */
  readonly answers: Readonly<Record<string, Schema | null>>;
  /** Needs no key. */
  readonly isOpen: boolean;
  /** Its answer does not end by itself. */
  readonly isStream: boolean;
};

export type ApiDocument = {
  readonly whole: Json;
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
  /** What a reference means; anything else as it is. */
  readonly resolve: (schema: Schema) => Schema;
};

/** Reads an OpenAPI document. */
export function readDocument(whole: Json): ApiDocument {
  const schemas = (whole.components?.schemas ?? {}) as Record<string, Schema>;
  const resolve = (schema: Schema): Schema => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(schema['$ref'] ?? '')?.[1];
    return name === undefined ? schema : resolve(schemas[name] ?? {});
  };
  const operations = Object.entries<Json>(whole.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, told]) =>
      operationOf(path, method.toUpperCase(), told, resolve),
    ),
  );
  return { whole, operations, schemas, resolve };
}

function operationOf(
  path: string,
  method: string,
  told: Json,
  resolve: (schema: Schema) => Schema,
): Operation {
  const { summary = '', parameters = [], security = null, requestBody } = told;
  const json = requestBody?.content?.['application/json'] ?? null;
  const answers = Object.entries<Json>(told.responses).map(([status, answer]) => [
    status,
    answer.content?.['application/json']?.schema ?? null,
  ]);
  return {
    name: `${method} ${path}`,
    method: method as Operation['method'],
    path,
    summary,
    parameters,
    body: json?.schema ?? null,
    example: json === null ? undefined : exampleOf(json, resolve(json.schema)),
    answers: Object.fromEntries(answers),
    isOpen: security?.length === 0,
    isStream: JSON.stringify(told.responses).includes('"text/event-stream"'),
  };
}

/** The first example that a body comes with, in any of the places where one may stand. */
function exampleOf({ example, examples = {} }: Json, schema: Schema): Json {
  const [named] = Object.values<Json>(examples);
  return example ?? named?.value ?? schema['example'] ?? schema['examples']?.[0];
}

/** Every field in and below a schema, models where they are named, as `a.b`, `a[].b`, each once. */
export function fieldsOf(document: ApiDocument, schema: Schema): Map<string, Schema> {
  const fields = new Map<string, Schema>();
  const walk = (part: Schema, path: string, depth: number): void => {
    if (depth > 12) return;
    const meant = document.resolve(part);
    for (const option of [...(meant['anyOf'] ?? []), ...(meant['oneOf'] ?? []), ...(meant['allOf'] ?? [])]) {
      walk(option, path, depth + 1);
    }
    if (meant['items'] !== undefined) walk(meant['items'], `${path}[]`, depth + 1);
    for (const [name, field] of Object.entries<Schema>(meant['properties'] ?? {})) {
      const inner = path === '' ? name : `${path}.${name}`;
      if (!fields.has(inner)) fields.set(inner, field);
      walk(field, inner, depth + 1);
    }
  };
  walk(schema, '', 0);
  return fields;
}
