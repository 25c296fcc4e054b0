import { FIELD_GLOSSARY } from './field-glossary.ts';
import { REQUEST_EXAMPLES } from './request-examples.ts';

type Part = Record<string, unknown>;

/**
 * Completes a document made from the schemas, in place: an example of every JSON body, and of every field what it means.
 * What a schema says itself stays.
 */
export function addDetails(document: object): void {
  const { paths, components } = document as { paths?: Part; components?: Part };
  for (const [path, operations] of partsOf(paths)) {
    for (const [method, operation] of partsOf(operations)) {
      addExample(operation, REQUEST_EXAMPLES[`${method.toUpperCase()} ${path}`]);
      describeParameters(operation);
    }
  }
  const schemas = components?.['schemas'];
  describeFields(paths);
  describeFields(schemas);
}

function addExample(operation: Part, example: object | undefined): void {
  const { requestBody } = operation as { requestBody?: { content?: Record<string, Part> } };
  const json = requestBody?.content?.['application/json'];
  if (json === undefined || example === undefined) return;
  if (!('example' in json) && !('examples' in json)) json['example'] = example;
}

const BOUND = /\[(gte|lte)\]$/;

/** As of fields; `name[gte]` and `name[lte]` are bounds of what is called by the name. */
function describeParameters(operation: Part): void {
  const { parameters = [] } = operation as { parameters?: { name: string; schema?: Part }[] };
  for (const { name, schema } of parameters) {
    const meaning = FIELD_GLOSSARY.get(name.replace(BOUND, ''));
    if (schema === undefined || meaning === undefined) continue;
    const [, bound] = BOUND.exec(name) ?? [];
    const prefix = bound === undefined ? '' : `${bound === 'gte' ? 'At least' : 'At most'}: `;
    schema['description'] ??= `${prefix}${meaning}`;
  }
}

/** Gives the fields in and below a part that say nothing of themselves the meaning of their name. */
function describeFields(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const { properties } = part as { properties?: unknown };
  for (const [name, field] of partsOf(properties)) {
    const description = FIELD_GLOSSARY.get(name);
    if (description !== undefined) field['description'] ??= description;
  }
  for (const [name, inner] of Object.entries(part)) if (!name.startsWith('example')) describeFields(inner);
}

function partsOf(whole: unknown): [string, Part][] {
  if (typeof whole !== 'object' || whole === null) return [];
  return Object.entries(whole).filter((entry): entry is [string, Part] => {
    return typeof entry[1] === 'object' && entry[1] !== null && !Array.isArray(entry[1]);
  });
}
