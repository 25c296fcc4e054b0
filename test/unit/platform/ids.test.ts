import { expect, test } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { createIdGenerator } from '../../../src/platform/ids.ts';

function generatorAt(...instants: number[]) {
  let last = 0;
  return createIdGenerator({ now: () => asEpochMs((last = instants.shift() ?? last)) });
}

test('makes ids whose order as text is the order of making', () => {
  const ids = generatorAt(1_700_000_000_000);
  const made = Array.from({ length: 10_000 }, () => ids.next('inc'));
  expect(made).toEqual(made.toSorted());
  expect(new Set(made).size).toBe(made.length);
  expect(made[0]).toMatch(/^inc_[0-9a-v]{26}$/);
});

test('keeps the order when the clock steps back', () => {
  const ids = generatorAt(1_700_000_000_000, 1_600_000_000_000, 1_700_000_000_001);
  const made = [ids.next('a'), ids.next('a'), ids.next('a')];
  expect(made).toEqual(made.toSorted());
});

test('is a UUIDv7 of the instant', () => {
  const body = generatorAt(1_700_000_000_000).next('x').slice(2);
  const bits = body.split('').reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n);
  expect(bits >> 80n).toBe(1_700_000_000_000n);
  expect((bits >> 76n) & 0xfn).toBe(7n);
  expect((bits >> 62n) & 0x3n).toBe(2n);
});

test('makes secrets that differ, and none that could be guessed', () => {
  const ids = generatorAt(1);
  expect(ids.secret(32)).toMatch(/^[\w-]{43}$/);
  expect(ids.secret(20)).not.toBe(ids.secret(20));
  expect(() => ids.secret(8)).toThrow(RangeError);
});
