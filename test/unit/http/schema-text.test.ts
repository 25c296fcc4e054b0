import { expect, it } from 'vitest';
import { schemaText } from '../../../src/http/schema-text.ts';

it('writes a schema as a type, with bounds, notes and models by name', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 255 },
      phone: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'E.164' },
      delay: { type: 'number', minimum: 0 },
      scope: { type: 'string', enum: ['read', 'write'] },
      members: { type: 'array', maxItems: 20, items: { $ref: '#/components/schemas/Member' } },
      at: { type: 'string', format: 'date-time' },
      inner: { type: 'object', properties: { a: { const: 'x' } }, required: ['a'] },
      any: {},
    },
    required: ['name', 'inner'],
  };
  expect(schemaText(schema)).toBe(`{
  name: string (1..255 characters)
  phone?: string | null  // E.164
  delay?: number (0..)
  scope?: "read" | "write"
  members?: list of Member (..20)
  at?: string (date-time)
  inner: {
    a: "x"
  }
  any?: anything
}`);
});
