import { createHash } from 'node:crypto';

/** How many characters of a key are kept readable, to recognise it by. */
const PREFIX_LENGTH = 10;

/** SHA-256 of a key, hexadecimal. Keys are random and long, so a fast hash without salt is enough. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function prefixOfKey(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}
