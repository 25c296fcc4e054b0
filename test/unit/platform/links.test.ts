import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSignedLinks } from '../../../src/platform/links.ts';

const links = createSignedLinks('a secret of this installation');

/** The part of a token in every version that differs in one bit. */
function withOneBitChanged(part: string): string[] {
  const bytes = Buffer.from(part, 'base64url');
  return Array.from({ length: bytes.length * 8 }, (_, bit) =>
    Buffer.from(bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))).toString(
      'base64url',
    ),
  );
}

describe('a signed link', () => {
  test('gives back what was signed, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (payload) => {
        expect(links.read(links.sign(payload))).toBe(payload);
      }),
    );
  });

  test('stands in an address as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (payload) => {
        const token = links.sign(payload);
        expect(encodeURIComponent(token)).toBe(token);
      }),
    );
  });

  test('is read by every process that has the secret, and by no other', () => {
    const token = links.sign('inc_1/mem_1');
    expect(createSignedLinks('a secret of this installation').read(token)).toBe('inc_1/mem_1');
    expect(createSignedLinks('another secret').read(token)).toBeNull();
  });

  test('has at least 128 bits of signature', () => {
    const [, signature = ''] = links.sign('inc_1/mem_1').split('.');
    expect(Buffer.from(signature, 'base64url').length).toBeGreaterThanOrEqual(16);
  });

  test('is refused with any one bit of it changed', () => {
    const [body = '', signature = ''] = links.sign('inc_1/mem_1').split('.');
    const forged = [
      ...withOneBitChanged(body).map((forgery) => `${forgery}.${signature}`),
      ...withOneBitChanged(signature).map((forgery) => `${body}.${forgery}`),
    ];
    expect(forged.length).toBeGreaterThan(200);
    expect(forged.filter((forgery) => links.read(forgery) !== null)).toEqual([]);
  });

  test('of one payload does not sign another', () => {
    const [body] = links.sign('inc_2/mem_1').split('.');
    const [, signature] = links.sign('inc_1/mem_1').split('.');
    expect(links.read(`${body}.${signature}`)).toBeNull();
  });

  const token = links.sign('inc_1/mem_1');
  test.each([
    '',
    '.',
    '..',
    'inc_1/mem_1',
    token.slice(0, -1),
    token.slice(1),
    `${token}.`,
    `${token}.${token}`,
    `${token}AAAA`,
    token.replace('.', ''),
    `${token.split('.')[0]}.`,
    `.${token.split('.')[1]}`,
    '😀.😀',
  ])('%j is refused without an error', (forgery) => {
    expect(links.read(forgery)).toBeNull();
  });
});
