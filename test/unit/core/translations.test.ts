import { describe, expect, test } from 'vitest';
import { areSameTranslations, messageTranslations } from '../../../src/core/translations.ts';

describe('translations', () => {
  test('are the same in whatever order their fields and languages stand', () => {
    const one = { name: { de: 'a', fr: 'b' }, message: { de: 'c' } };
    expect(areSameTranslations(one, { message: { de: 'c' }, name: { fr: 'b', de: 'a' } })).toBe(true);
    expect(areSameTranslations({}, {})).toBe(true);
  });

  test.each([{}, { name: {} }, { name: { de: 'b' } }, { name: { fr: 'a' } }, { title: { de: 'a' } }])(
    'of name.de = a are others than %j',
    (other) => expect(areSameTranslations({ name: { de: 'a' } }, other)).toBe(false),
  );

  test('of a message are those of its text and its HTML', () => {
    const message = { message: { de: 'a' }, messageHtml: { de: '<p>a</p>' } };
    expect(messageTranslations({ ...message, name: { de: 'b' }, description: {} })).toEqual(message);
  });
});
