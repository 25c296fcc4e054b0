import { expect, test } from 'vitest';
import { callerNetwork } from '../../../src/http/caller-network.ts';

test('callers of one network of IPv6 are one, those of others are others', () => {
  const one = callerNetwork('2001:db8:1:2::1');
  expect(callerNetwork('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(one);
  expect(callerNetwork('2001:db8:1:3::1')).not.toBe(one);
  expect(callerNetwork('fe80::1%eth0')).toBe(callerNetwork('fe80::2'));
});

test('every address of IPv4 is a caller, however it is written', () => {
  expect(callerNetwork('::ffff:192.0.2.1')).toBe(callerNetwork('192.0.2.1'));
  expect(callerNetwork('192.0.2.2')).not.toBe(callerNetwork('192.0.2.1'));
});

test('what is no address is taken as it is', () => {
  expect(callerNetwork('')).toBe('');
  expect(callerNetwork('unix')).toBe('unix');
});
