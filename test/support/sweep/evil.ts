import type { Json } from '../product.ts';

/** JSON text that no value in memory is written as; it stands in a body as it is. */
export type Raw = { readonly raw: string };

const times = (text: string, count: number) => text.repeat(count);

const NUMBERS: readonly Json[] = [
  0,
  -1,
  0.1,
  1e21,
  2 ** 31,
  -(2 ** 63),
  ...['-0', '1e308', '-1e308', '1e-400', '1e400', '9007199254740993', '1.0000000000000000000001'].map(
    (raw): Raw => ({ raw }),
  ),
];

const TEXTS: readonly string[] = [
  '',
  ' ',
  times('a', 255),
  times('a', 256),
  times('é', 10_000),
  times('😀', 10_001),
  times('x', 100_000),
  'before\u0000after',
  'half \ud800',
  '\udfff half',
  '\u202egnirts\u202c',
  '\ufeffbom',
  'İSTANBUL@İ.test',
  "'; DROP TABLE page; --",
  '%_\\',
  '{{payload.__proto__.x}}{{title}}',
  '${7*7}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'line\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  '0001-01-01T00:00:00.000Z',
  '0000-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '2026-01-15T12:00:00+99:99',
  '2026-03-29T02:30:00+01:00',
  '1970-01-01T24:00:00.000Z',
  'Europe/Nowhere',
  'Asia/Kathmandu',
  'Etc/GMT+12',
  'javascript:alert(1)',
  'http://[::1]:99999/',
  'http://169.254.169.254/latest',
  'https://user:secret@host.test/a?b#c',
  'tcp://host:0',
  'dns://8.8.8.8/host?type=NOPE',
  '$..[?(@.a==1)]',
  times('$[', 2_000),
  `(${times('a*', 30)})*b`,
  'a@b',
  `${times('a', 64)}@shop.test`,
  '+10000000000000000',
  '#',
  '[object Object]',
  'null',
  'true',
];

/** Nests deeper than anybody reads. */
export const DEEP: readonly Raw[] = [
  { raw: `${times('[', 10_000)}${times(']', 10_000)}` },
  { raw: `${times('{"a":', 10_000)}1${times('}', 10_000)}` },
];

const WHOLES: readonly Json[] = [
  null,
  true,
  [],
  {},
  [null],
  [[]],
  [{}],
  ['', ''],
  Array.from({ length: 1_001 }, (_, i) => `x${i}`),
  Array.from({ length: 100_000 }, () => 0),
  { id: {} },
  { id: null },
  { length: 3, 0: 'a' },
  { raw: '{"__proto__":{"polluted":true}}' },
  { raw: '{"constructor":{"prototype":{"polluted":true}}}' },
  { raw: '{"toString":1,"valueOf":2,"hasOwnProperty":3,"then":4}' },
  { raw: '{"a":1,"a":2,"":3}' },
  ...DEEP,
];

export const EVIL_VALUES: readonly Json[] = [...NUMBERS, ...TEXTS, ...WHOLES];
/** What may be written behind a `=` in a query, beside any text. */
const WORDS: readonly string[] = [
  '0',
  '-1',
  '1.5',
  '1e308',
  '1e-400',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  'Infinity',
  '0x10',
  '１',
  'TRUE',
  '2026-01-01',
  '2026-13-45',
  '1768478400000',
  '{"gte":1,"lte":-1}',
  '{"gte":{}}',
  '["a"]',
  '-createdAt',
  'createdAt',
  'updatedAt',
  'assertions',
];
export const EVIL_TEXTS: readonly string[] = [...WORDS, ...WORDS, ...TEXTS];

/** What may stand between two slashes in the place of an id, written as a client may write it. */
export const EVIL_SEGMENTS: readonly string[] = [
  'x',
  '0',
  'null',
  'undefined',
  '%20',
  '%00',
  '%zz',
  '%ff%fe',
  '%ED%A0%80',
  '..%2f..%2fetc',
  "';--",
  '__proto__',
  'constructor',
  times('a', 256),
  times('a', 1_999),
  times('a', 5_000),
  '{id}',
  '*',
  'page_00000000000000000000000000',
];

/** What a body is written as, raw parts as they are. */
export function written(body: Json): string {
  const raws: string[] = [];
  const text = JSON.stringify(body, (_key, value: Json) => {
    if (typeof value !== 'object' || value === null || typeof value.raw !== 'string') return value;
    return `@raw${raws.push(value.raw) - 1}@`;
  });
  return (text ?? 'null').replace(/"@raw(\d+)@"/g, (_all, index) => raws[Number(index)] ?? '');
}
