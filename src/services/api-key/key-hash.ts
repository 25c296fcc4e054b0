import { hash } from 'node:crypto';

/** At most this many characters of a key are kept readable, to recognise it by, and never more than a quarter of it. */
const MAX_PREFIX = 12;

/** SHA-256 of a key, hexadecimal. Keys are random and long, so a fast hash without salt is enough. */
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'hex');
}

export function prefixOfKey(key: string): string {
  return key.slice(0, Math.min(MAX_PREFIX, Math.floor(key.length / 4)));
}
