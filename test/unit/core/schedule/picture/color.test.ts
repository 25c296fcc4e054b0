import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colorFor, contrastOf, hexColor, inkOn } from '../../../../../src/core/schedule/picture/color.ts';

describe('colours', () => {
  test.each([
    ['#abc', '#aabbcc'],
    ['#ABCD', '#aabbcc'],
    ['336699', '#336699'],
    [' #33669980 ', '#336699'],
  ])('%s is read', (text, hex) => expect(hexColor(text)).toBe(hex));

  test.each(['', 'red', '#12', '#12345', 'url(#x)', '#fff" onload="x', 'rgb(1,2,3)'])('%s is none', (text) =>
    expect(hexColor(text)).toBeUndefined(),
  );

  test('of somebody who chose none are always the same, and differ', () => {
    expect(colorFor('mbr_1')).toBe(colorFor('mbr_1'));
    const all = Array.from({ length: 40 }, (_, i) => colorFor(`mbr_${i}`));
    for (const color of all) expect(hexColor(color)).toBe(color);
    expect(new Set(all).size).toBeGreaterThan(20);
  });

  test('take letters that stand out by 4.5 to 1 at least', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, (background) => {
        expect(contrastOf(inkOn(background), background)).toBeGreaterThanOrEqual(4.5);
      }),
    );
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  });
});
