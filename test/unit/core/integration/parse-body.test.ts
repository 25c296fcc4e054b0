import { expect, test } from 'vitest';
import { parseFields, parseText, type Parsed } from '../../../../src/core/integration/parse-body.ts';

const reasonOf = (parsed: Parsed) => (parsed.kind === 'unread' ? parsed.reason : null);
const documentOf = (parsed: Parsed) => (parsed.kind === 'unread' ? parsed.reason : parsed.document);

test('reads objects and lists, and nothing else', () => {
  expect(documentOf(parseText(' {"a": [1]} '))).toEqual({ a: [1] });
  expect(documentOf(parseText('[{"a": 1}]'))).toEqual([{ a: 1 }]);
  for (const text of ['', ' \n', '{', 'disk full', '"text"', '1', 'null', '{"a": 1} x']) {
    expect(reasonOf(parseText(text))).not.toBeNull();
  }
});

test('says no to deep nesting without being exhausted by it', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect(reasonOf(parseText(nested(64)))).toBeNull();
  expect(reasonOf(parseText(nested(65)))).toContain('nested');
  expect(reasonOf(parseText(nested(500_000)))).not.toBeNull();
  expect(reasonOf(parseText(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`))).toContain('nested');
});

test('keeps every digit of long ids, and leaves texts and fractions as they are', () => {
  const text =
    '{"a": 9007199254740993, "b": [-12345678901234567890], "c": "say \\"9007199254740993\\" 1234567890123456789",' +
    ' "d": 0.12345678901234560, "e": 1.5e10, "f": 42, "1234567890123456": 1}';
  expect(documentOf(parseText(text))).toEqual({
    a: '9007199254740993',
    b: ['-12345678901234567890'],
    c: 'say "9007199254740993" 1234567890123456789',
    d: 0.1234567890123456,
    e: 1.5e10,
    f: 42,
    1234567890123456: 1,
  });
});

test('takes no longer for a body that is made to be slow', () => {
  const long = '1234567890123456';
  for (const text of ['\\"', '"\\', `"${long}`, `\\"${long}`, '"a']) {
    const started = performance.now();
    parseText(`[${text.repeat(Math.floor(1_000_000 / text.length))}`);
    parseText(JSON.stringify([text.repeat(Math.floor(500_000 / text.length)), Number(long)]));
    expect(performance.now() - started).toBeLessThan(2_000);
  }
});

test('reads a form by its first field of JSON, else by its fields', () => {
  const fields = [
    ['token', 'x'],
    ['note', '{not json'],
    ['payload', ' {"title": "Disk"}'],
  ] as const;
  expect(documentOf(parseFields(fields))).toEqual({ title: 'Disk' });
  expect(
    documentOf(
      parseFields([
        ['Name', 'shop'],
        ['Status', 'Down'],
      ]),
    ),
  ).toEqual({
    Name: 'shop',
    Status: 'Down',
  });
  expect(reasonOf(parseFields([]))).not.toBeNull();
  expect(reasonOf(parseFields(Array.from({ length: 1_001 }, () => ['a', '{'])))).toContain('1000');
});
