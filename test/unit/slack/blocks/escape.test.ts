import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escape, escapeLine, escapeText, link } from '../../../../src/slack/blocks/escape.ts';

describe('escaping', () => {
  it('leaves no markup of Slack in the text of people', () => {
    expect(escape('<!channel> & <@U1>')).toBe('&lt;!channel&gt; &amp; &lt;@U1&gt;');
  });

  it('never exceeds its bound and never splits an entity or a surrogate pair', () => {
    const text = fc.string({ unit: fc.constantFrom('&', '<', '>', 'a', ' ', '😀', '\n'), maxLength: 80 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (words, max) => {
        for (const cut of [escapeLine(words, max), escapeText(words, max)]) {
          expect(cut.length).toBeLessThanOrEqual(max);
          expect(cut.replaceAll(/&(amp|lt|gt);/g, '')).not.toMatch(/[&<>]/);
          expect(() => encodeURIComponent(cut)).not.toThrow();
        }
      }),
    );
  });

  it('keeps a line on one line', () => {
    expect(escapeLine('a\n\nb\tc', 100)).toBe('a b c');
  });

  it('keeps the lines of a text', () => {
    expect(escapeText('a\r\n\n\n\nb', 100)).toBe('a\n\nb');
  });

  it('cannot be broken out of by an address or a label', () => {
    const made = link('https://x.example/?a=1&b=|<!here>', 'click > me', 200);
    expect(made).toBe('<https://x.example/?a=1&amp;b=%7C&lt;!here%3E|click &gt; me>');
  });

  it('is only a label where the address leaves no room for one', () => {
    expect(link(`https://x.example/${'a'.repeat(300)}`, 'incident', 100)).toBe('incident');
  });
});
