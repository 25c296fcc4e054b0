import { describe, expect, it } from 'vitest';
import { asEpochMs } from '../../../../src/core/time/instant.ts';
import { durationWords } from '../../../../src/slack/blocks/date.ts';
import { threadText } from '../../../../src/slack/blocks/thread-text.ts';

const at = asEpochMs(Date.UTC(2026, 2, 30, 9, 5));

describe('timeline entries in a thread', () => {
  it('gives each a line with its time of day in the reader’s zone, in order', () => {
    expect(
      threadText([
        { at, text: 'Ann <acknowledged>' },
        { at, text: 'second' },
      ]),
    ).toBe(
      '<!date^1774861500^{time}|09:05 UTC> Ann &lt;acknowledged&gt;\n<!date^1774861500^{time}|09:05 UTC> second',
    );
  });

  it('stays within a message and counts what does not fit', () => {
    const text = threadText(Array.from({ length: 100 }, () => ({ at, text: '&'.repeat(5_000) })));
    expect(text.length).toBeLessThanOrEqual(8_000);
    expect(text).toMatch(/\nand \d+ more$/);
  });
});

describe('durations', () => {
  it.each([
    [-5, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [4_320_000, '1 h 12 min'],
    [86_400_000 * 2 + 3_600_000 * 4, '2 d 4 h'],
  ])('reads %i ms as %s', (ms, words) => {
    expect(durationWords(ms)).toBe(words);
  });
});
