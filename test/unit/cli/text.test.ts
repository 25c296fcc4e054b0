import { describe, expect, test } from 'vitest';
import { painter } from '../../../src/cli/text/paint.ts';
import { inJson, oneLine, printable } from '../../../src/cli/text/printable.ts';
import { table } from '../../../src/cli/text/table.ts';
import { instantOf, lengthOf, relative } from '../../../src/cli/text/time.ts';
import { cutTo, widthOf } from '../../../src/cli/text/width.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const at = (ms: number) => new Date(NOW + ms).toISOString();
const plain = painter(false);
const HEADS = [{ title: 'A' }, { title: 'NAME', isFlexible: true }, { title: 'END' }];

describe('a table', () => {
  test('is aligned, with nothing at the end of its lines', () => {
    const text = table(
      HEADS,
      [
        ['1', 'one', 'x'],
        ['200', 'a name', ''],
      ],
      { columns: null, paint: plain },
    );
    expect(text).toBe('A    NAME    END\n1    one     x\n200  a name\n');
  });

  test('is aligned where characters take two columns, and where there are colours', () => {
    const rows = [
      ['1', '決済 💥', { text: 'x', color: 'red' as const }],
      ['2', 'plain', 'y'],
    ];
    const text = table(HEADS, rows, { columns: null, paint: painter(true) });
    const lines = text.split('\n').map((line) => line.replaceAll(/\p{Cc}\[\d+m/gu, ''));
    expect(text).toContain('\u001b[31mx\u001b[0m');
    expect(widthOf(lines[1]?.slice(0, -1) ?? '')).toBe(widthOf(lines[2]?.slice(0, -1) ?? ''));
  });

  test('fits the terminal by cutting what may be cut', () => {
    const text = table(HEADS, [['1', 'long '.repeat(40), 'the end']], { columns: 40, paint: plain });
    expect(text.split('\n').every((line) => widthOf(line) <= 40)).toBe(true);
    expect(text).toMatch(/…  the end\n$/);
  });

  test('keeps a line break of a name within its line', () => {
    expect(table([{ title: 'N' }], [['a\nb']], { columns: null, paint: plain })).toBe('N\na b\n');
  });
});

describe('text', () => {
  test('is cut between characters as people see them', () => {
    expect(cutTo('👩‍👩‍👧 family', 4)).toBe('👩‍👩‍👧…');
    expect(cutTo('short', 5)).toBe('short');
  });

  test('steers no terminal, and JSON that says the same does not either', () => {
    expect(printable('a\u001b[2J\u009b\u202eb\nc\td')).toBe('a?[2J??b\nc\td');
    expect(oneLine(' a \n b ')).toBe('a b');
    const json = inJson(JSON.stringify({ a: '\u009b\u202e' }));
    expect(json).toBe(String.raw`{"a":"\u009b\u202e"}`);
    expect(JSON.parse(json)).toEqual({ a: '\u009b\u202e' });
  });
});

describe('times', () => {
  test.each([
    [-5_000, '5s ago'],
    [-5 * 60_000, '5m ago'],
    [200 * 60_000, 'in 3h 20m'],
    [26 * 3_600_000, 'in 26h'],
    [-72 * 3_600_000, '3d ago'],
  ])('%i ms from now reads %s', (ms, text) => {
    expect(relative(at(ms), NOW)).toBe(text);
  });

  test('have no length below nothing', () => {
    expect(lengthOf(0)).toBe('0s');
    expect(relative(null, NOW)).toBe('-');
  });

  test.each([
    ['30m', at(30 * 60_000)],
    ['1.5h', at(90 * 60_000)],
    ['2d', at(48 * 3_600_000)],
    ['now', at(0)],
    ['2026-02-01T09:00Z', '2026-02-01T09:00:00.000Z'],
    ['2026-02-01T09:00:00+01:00', '2026-02-01T08:00:00.000Z'],
    // Chatham is 13:45 ahead in February.
    ['2026-02-01T09:00', '2026-01-31T19:15:00.000Z'],
  ])('%s is understood', (text, instant) => {
    expect(instantOf(text, NOW)).toBe(instant);
  });

  test.each(['soon', '', '30', '-1h', '2026-02-30T25:00Z', '2026-02-01', '1e9d'])('%j is not', (text) => {
    expect(() => instantOf(text, NOW)).toThrow('is no time');
  });
});
