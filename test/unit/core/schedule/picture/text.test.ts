import { describe, expect, test } from 'vitest';
import {
  fitText,
  initialsOf,
  plainText,
  textWidth,
  wrapText,
} from '../../../../../src/core/schedule/picture/text.ts';

describe('texts', () => {
  test('are on one line, without what XML cannot hold or what turns the writing around', () => {
    expect(plainText(' a\u0000b\r\nc\u0007\u0085d\ufffe\u202ee\u2066 \ud83d f\t')).toBe('a b c d e f');
    expect(plainText('Zoë 山田 🚒')).toBe('Zoë 山田 🚒');
  });

  test('are cut with an ellipsis to the width there is, never through a character', () => {
    expect(fitText('Ann', 100, 'block')).toBe('Ann');
    const family = '👩‍👩‍👧'.repeat(5);
    for (const name of [
      'Dora Nováková-Šimůnková',
      'WWWWWWWWWW',
      'Цой Иван Щедрин',
      '山田太郎山田太郎',
      family,
    ]) {
      for (let width = 20; width < 120; width += 7) {
        const text = fitText(name, width, 'block');
        expect(textWidth(text, 'block')).toBeLessThanOrEqual(width);
        expect(text === '' || text === name || text.endsWith('…')).toBe(true);
        expect(plainText(text)).toBe(text);
      }
    }
    expect(fitText(family, 60, 'block').replace('…', '').length % '👩‍👩‍👧'.length).toBe(0);
    expect(fitText('Dora Nováková', 30, 'block', 4)).toBe('');
  });

  test('are broken between words, and cut where a word is too wide', () => {
    const text = 'This schedule is paused: nobody is on call.';
    const lines = wrapText(text, 150, 'notice');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(' ')).toBe(text);
    for (const line of [...lines, ...wrapText('W'.repeat(99), 150, 'notice')]) {
      expect(textWidth(line, 'notice')).toBeLessThanOrEqual(150);
    }
  });

  test.each([
    ['Ann Miller', 'AM'],
    ['Eve', 'E'],
    ['dora.nováková@x.test', 'D'],
    ['Juan  de la Cruz', 'JC'],
    ['🚒', ''],
    ['é. b', 'ÉB'],
  ])('%s has the initials %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
});
