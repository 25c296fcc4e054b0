import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import {
  TargetForbiddenError,
  assertTargetAllowed,
  guardedLookup,
} from '../../../src/platform/target-guard.ts';

const open = { allowPrivateTargets: true };
const publicOnly = { allowPrivateTargets: false };

type Found = { error: Error | null; address: string | LookupAddress[] };

/** Asks a guarded look-up for a name that has these addresses. */
function look(addresses: string[], rules: typeof open, all: boolean): Promise<Found> {
  const lookup = guardedLookup(rules, (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  );
  return new Promise((answer) =>
    lookup('target.example', { all }, (error, address) => answer({ error, address })),
  );
}

describe('assertTargetAllowed', () => {
  test.each([
    '169.254.169.254',
    '169.254.0.1',
    '100.100.100.200',
    'fe80::1',
    '[fe80::1]',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '[::ffff:a9fe:a9fe]',
    '::ffff:0:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '::169.254.169.254',
  ])('refuses %s always', (address) => {
    expect(() => assertTargetAllowed(address, open)).toThrow(TargetForbiddenError);
    expect(() => assertTargetAllowed(address, publicOnly)).toThrow(TargetForbiddenError);
  });

  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '[::1]',
    '::ffff:127.0.0.1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
  ])('refuses %s only where private targets are not allowed', (address) => {
    expect(() => assertTargetAllowed(address, open)).not.toThrow();
    expect(() => assertTargetAllowed(address, publicOnly)).toThrow(TargetForbiddenError);
  });

  test.each(['1.1.1.1', '100.128.0.1', '172.32.0.1', '[2606:4700::1111]', '::ffff:8.8.8.8', 'localhost'])(
    'lets %s pass',
    (host) => {
      expect(() => assertTargetAllowed(host, publicOnly)).not.toThrow();
    },
  );

  test('says what is wrong with the address', () => {
    expect(() => assertTargetAllowed('10.0.0.1', publicOnly)).toThrow(
      '10.0.0.1 is refused: it is a private address',
    );
  });
});

describe('guardedLookup', () => {
  test('hands on exactly the addresses it checked', async () => {
    const addresses = ['1.1.1.1', '2606:4700::1111'];
    expect(await look(addresses, publicOnly, true)).toEqual({
      error: null,
      address: [
        { address: '1.1.1.1', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ],
    });
    expect(await look(addresses, publicOnly, false)).toEqual({ error: null, address: '1.1.1.1' });
  });

  test('refuses a name of which any address is forbidden', async () => {
    const { error } = await look(['1.1.1.1', '169.254.169.254'], open, true);
    expect(error).toBeInstanceOf(TargetForbiddenError);
    expect(error?.message).toBe('target.example (169.254.169.254) is refused: it is a link-local address');
    expect((await look(['127.0.0.1'], publicOnly, false)).error).toBeInstanceOf(TargetForbiddenError);
    expect((await look(['127.0.0.1'], open, false)).error).toBeNull();
  });

  test('fails for a name without addresses', async () => {
    expect((await look([], open, true)).error).toMatchObject({ code: 'ENOTFOUND' });
  });
});
