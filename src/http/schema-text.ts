export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A JSON schema as people read types: `{ name: string (1..255 characters), phone?: string | null }`, one property a line.
 * A model is its name. For reading only: what has no short form is left out.
 */
export function schemaText(schema: JsonSchema, indent = ''): string {
  const { $ref: ref, anyOf, enum: values, const: constant, type, items, properties } = schema;
  if (typeof ref === 'string') return ref.split('/').at(-1) ?? ref;
  if (Array.isArray(anyOf)) return anyOf.map((option: JsonSchema) => schemaText(option, indent)).join(' | ');
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (constant !== undefined) return JSON.stringify(constant);
  if (type === 'array') return `list of ${schemaText((items ?? {}) as JsonSchema, indent)}${bounds(schema)}`;
  if (typeof properties === 'object' && properties !== null) {
    return objectText(properties as Record<string, JsonSchema>, schema['required'], indent);
  }
  return plainText(schema);
}

function plainText(schema: JsonSchema): string {
  const { type, format } = schema;
  const name = typeof type === 'string' ? type : 'anything';
  return `${name}${typeof format === 'string' ? ` (${format})` : ''}${bounds(schema)}`;
}

function objectText(properties: Record<string, JsonSchema>, required: unknown, indent: string): string {
  const inner = `${indent}  `;
  const names = Array.isArray(required) ? required : [];
  const lines = Object.entries(properties).map(([name, property]) => {
    const { description } = property;
    const note = typeof description === 'string' ? `  // ${description}` : '';
    return `${inner}${name}${names.includes(name) ? '' : '?'}: ${schemaText(property, inner)}${note}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

const BOUNDS = [
  ['minLength', 'maxLength', ' characters'],
  ['minItems', 'maxItems', ''],
  ['minimum', 'maximum', ''],
] as const;

function bounds(schema: JsonSchema): string {
  for (const [low, high, unit] of BOUNDS) {
    const [least, most] = [schema[low], schema[high]];
    // The bounds that every safe integer has say nothing.
    const ends = [least, most].map((end) =>
      typeof end === 'number' && Math.abs(end) < Number.MAX_SAFE_INTEGER ? String(end) : '',
    );
    if (ends.some((end) => end !== '')) return ` (${ends.join('..')}${unit})`;
  }
  return '';
}
