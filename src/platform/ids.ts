import { randomBytes, randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Where new names of things come from. */
export interface IdGenerator {
  /**
   * A new id `<prefix>_<26 characters 0-9a-v>`: a UUIDv7 (RFC 9562) in base32hex, whose order as
   * text is the order of making within this process, and to the millisecond between processes.
   */
  next(prefix: string): string;
  /** An unguessable base64url token of `bytes` random bytes (at least 16). Throws RangeError below that. */
  secret(bytes: number): string;
}

const COUNTER_LIMIT = 0x1000;
const BODY_LENGTH = 26;
const MIN_SECRET_BYTES = 16;

/** Ids by the given clock and the system's randomness. A clock that steps back does not break the order. */
export function createIdGenerator(clock: Clock): IdGenerator {
  let lastMs = 0;
  let counter = 0;

  const tick = (): void => {
    const now: number = clock.now();
    if (now > lastMs) {
      lastMs = now;
      counter = 0;
      return;
    }
    counter += 1;
    // More than 4096 ids in one millisecond borrow from the next one.
    if (counter === COUNTER_LIMIT) {
      lastMs += 1;
      counter = 0;
    }
  };

  return {
    next: (prefix) => {
      tick();
      return `${prefix}_${uuidV7Bits(lastMs, counter).toString(32).padStart(BODY_LENGTH, '0')}`;
    },
    secret: (bytes) => {
      if (bytes < MIN_SECRET_BYTES) throw new RangeError(`a secret has at least ${MIN_SECRET_BYTES} bytes`);
      return randomBytes(bytes).toString('base64url');
    },
  };
}

/** Random bytes are fetched for some hundred ids at once: fetching them costs more than the rest of an id. */
const stock = Buffer.alloc(4_096);
let used = stock.length;

function random64(): bigint {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  const taken = stock.readBigUInt64BE(used);
  used += 8;
  return taken;
}

/** 48 bits of milliseconds, version 7, a 12-bit counter, the variant, 62 random bits. */
function uuidV7Bits(ms: number, counter: number): bigint {
  const random = random64() & 0x3fff_ffff_ffff_ffffn;
  return (BigInt(ms) << 80n) | (0x7n << 76n) | (BigInt(counter) << 64n) | (0x2n << 62n) | random;
}
