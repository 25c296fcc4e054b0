import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut, smsText } from '../../../../src/core/notification/message.ts';
import { incidentView, pageView, storm } from '../../../support/views.ts';

/** Two joined segments of the GSM-7 alphabet. */
const TWO_SEGMENTS = 306;

const anyText = fc.string({ unit: 'binary', maxLength: 400 });
const anyView = fc
  .record({
    name: anyText,
    why: anyText,
    number: fc.integer({ min: 1, max: 999_999 }),
    isRepeat: fc.boolean(),
  })
  .map(({ name, why, number, isRepeat }) =>
    pageView({ incidents: [incidentView({ name, number })], why, isRepeat }),
  );

describe('an SMS about one incident', () => {
  test('says what, how bad, why, and the two replies that act', () => {
    expect(smsText(pageView())).toBe(
      'TOCSIN #12 checkout is down (major outage). You are on call in Backend. Reply A 12 to acknowledge, R 12 to resolve.',
    );
  });

  test('says that it may have come before', () => {
    expect(smsText(pageView({ isRepeat: true }))).toMatch(/^REPEAT TOCSIN #12 /);
  });

  test('fits two segments and keeps its replies, however much there is to say', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const text = smsText(view);
        const number = view.incidents[0].number;
        expect(text.length).toBeLessThanOrEqual(TWO_SEGMENTS);
        expect(text.endsWith(` Reply A ${number} to acknowledge, R ${number} to resolve.`)).toBe(true);
        expect(text).toContain(`TOCSIN #${number}`);
      }),
    );
  });

  test('adds nothing outside the GSM-7 alphabet, which would more than double the segments', () => {
    const long = pageView({ incidents: [incidentView({ name: 'x'.repeat(400) })] });
    for (const text of [smsText(long), smsText(storm(500))]) expect(text).toMatch(/^[ -Z_a-z]+$/);
  });

  test('is one line', () => {
    const view = pageView({ incidents: [incidentView({ name: 'a\r\nb\t c' })], why: 'x\ny' });
    expect(smsText(view)).toMatch(/^TOCSIN #12 a b c \(major outage\)\. x y Reply/);
  });
});

describe('an SMS about a storm', () => {
  test('counts the incidents, names them by number and says how to reply', () => {
    expect(smsText(storm(3))).toBe('TOCSIN 3 incidents: #1, #2, #3. Reply A <number> to acknowledge.');
  });

  test('fits two segments and keeps the reply, however large the storm', () => {
    const text = smsText(storm(500));
    expect(text.length).toBeLessThanOrEqual(TWO_SEGMENTS);
    expect(text).toMatch(/^TOCSIN 500 incidents: #1, #2, .* Reply A <number> to acknowledge\.$/);
  });
});

describe('a text that is cut', () => {
  test.each([
    { text: 'abc', max: 3, kept: 'abc' },
    { text: 'abcd', max: 3, kept: 'ab…' },
    { text: 'ab😀', max: 3, kept: 'ab…' },
    { text: 'a😀b', max: 3, kept: 'a…' },
    { text: '', max: 0, kept: '' },
  ])('$text in $max characters is $kept', ({ text, max, kept }) => {
    expect(cut(text, max)).toBe(kept);
  });

  test('is never longer than asked for and never ends in half a character', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 300 }), (text, max) => {
        const kept = cut(text, max);
        expect(kept.length).toBeLessThanOrEqual(max);
        expect(kept).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});
