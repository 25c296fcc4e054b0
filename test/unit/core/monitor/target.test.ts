import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseDnsTarget,
  parsePingTarget,
  parseTcpTarget,
  subjectOf,
  type Parsed,
} from '../../../../src/core/monitor/target.ts';

const targetOf = <Target>(parsed: Parsed<Target>): Target | null =>
  'target' in parsed ? parsed.target : null;
const problemOf = (parsed: Parsed<unknown>): string | null => ('problem' in parsed ? parsed.problem : null);

const LONG_LABEL = 'a'.repeat(63);

describe('a host to ping', () => {
  test.each([
    ['shop.example', 'shop.example'],
    ['Shop.Example.', 'shop.example'],
    ['localhost', 'localhost'],
    ['db_1.internal', 'db_1.internal'],
    ['192.0.2.10', '192.0.2.10'],
    ['2001:DB8::1', '2001:db8::1'],
    ['[::1]', '::1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['bücher.example', 'xn--bcher-kva.example'],
    [`${LONG_LABEL}.example`, `${LONG_LABEL}.example`],
  ])('is read: %s', (url, host) => {
    expect(targetOf(parsePingTarget(url))).toEqual({ host });
  });

  test.each([
    '',
    ' ',
    '-f',
    '--help',
    '-c 1',
    'a.-b',
    'a b',
    'shop.example\n',
    'shop.example\u00a0',
    'shop.example:80',
    'shop.example/',
    'user@shop.example',
    'a..b',
    '.a',
    '.',
    '$(id)',
    '127.1',
    '0x7f000001',
    '2130706433',
    '010.0.0.1',
    '256.0.0.1',
    '１２７.０.０.１',
    'fe80::1%eth0',
    '[192.0.2.1]',
    '[shop.example]',
    ':::1',
    '*.shop.example',
    `a${LONG_LABEL}.example`,
    `${'a.'.repeat(127)}ab`,
    'tcp://shop.example',
  ])('is not read: %j', (url) => {
    expect(problemOf(parsePingTarget(url))).toBe('must be a host alone, such as shop.example or 192.0.2.10');
  });

  test('is named to those who send a whole URL', () => {
    expect(problemOf(parsePingTarget('https://user:secret@Shop.example:8443/a?b'))).toBe(
      'must be a host alone, such as shop.example or 192.0.2.10: of this URL, send shop.example',
    );
  });
});

describe('where to connect to', () => {
  test.each([
    ['db.example:5432', 'db.example', 5432],
    ['tcp://db.example:5432', 'db.example', 5432],
    ['TCP://DB.example:1/', 'db.example', 1],
    ['192.0.2.1:65535', '192.0.2.1', 65_535],
    ['[2001:db8::1]:443', '2001:db8::1', 443],
    ['tcp://[::1]:00080', '::1', 80],
  ])('is read: %s', (url, host, port) => {
    expect(targetOf(parseTcpTarget(url))).toEqual({ host, port });
  });

  test.each([
    'db.example',
    ':5432',
    'db.example:',
    'db.example:0',
    'db.example:65536',
    'db.example:-1',
    'db.example:5432:1',
    'db.example:http',
    '2001:db8::1:443',
    '[2001:db8::1]',
    'http://db.example:80',
    'udp://db.example:53',
    'tcp://user@db.example:80',
    'tcp://db.example:80/path',
    'tcp://tcp://db.example:80',
    '-h:80',
    'a b:80',
  ])('is not read: %j', (url) => {
    expect(problemOf(parseTcpTarget(url))).toBe(
      'must be host:port, such as db.example:5432, or tcp://[2001:db8::1]:443',
    );
  });
});

describe('what to ask DNS', () => {
  test.each([
    ['shop.example', 'shop.example', 'A', null],
    ['_dmarc.shop.example?type=txt', '_dmarc.shop.example', 'TXT', null],
    ['dns:///shop.example?type=MX', 'shop.example', 'MX', null],
    ['dns://192.0.2.53/Shop.example.', 'shop.example', 'A', { host: '192.0.2.53', port: null }],
    [
      'dns://ns1.example:5353/shop.example?type=SOA',
      'shop.example',
      'SOA',
      { host: 'ns1.example', port: 5353 },
    ],
    ['DNS://[2001:db8::53]:53/shop.example', 'shop.example', 'A', { host: '2001:db8::53', port: 53 }],
    ['192.0.2.1?type=PTR', '1.2.0.192.in-addr.arpa', 'PTR', null],
    ['1.2.0.192.in-addr.arpa?type=PTR', '1.2.0.192.in-addr.arpa', 'PTR', null],
    ['dns:///2001:db8::1?type=PTR', `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`, 'PTR', null],
  ])('is read: %s', (url, name, recordType, resolver) => {
    expect(targetOf(parseDnsTarget(url))).toEqual({ name, recordType, resolver });
  });

  test.each([
    ['', /^must be a host/],
    ['dns://192.0.2.53', /^must be a host/],
    ['dns://192.0.2.53/', /^must be a host/],
    ['dns://-x/shop.example', /^must be a host/],
    ['dns://192.0.2.53:0/shop.example', /^must be a host/],
    ['dns://192.0.2.53/shop.example/more', /^must be a host/],
    ['shop.example#a', /^must be a host/],
    ['shop.example:53', /^must be a host/],
    ['https://shop.example/', /send shop\.example$/],
    ['shop.example?type=ANY', /^may ask for one type alone, of A, AAAA, CNAME, /],
    ['shop.example?type=', /^may ask/],
    ['shop.example?typ=MX', /^may ask/],
    ['shop.example?type=A&type=MX', /^may ask/],
    ['192.0.2.1', /only with \?type=PTR$/],
    ['2001:db8::1?type=AAAA', /only with \?type=PTR$/],
  ])('is not read: %j', (url, problem) => {
    expect(problemOf(parseDnsTarget(url))).toMatch(problem);
  });
});

test.each([
  ['shop.example', 'shop.example'],
  ['tcp://db.example:5432/', 'db.example:5432'],
  ['db.example:5432', 'db.example:5432'],
  ['dns://192.0.2.53/shop.example?type=MX', 'shop.example'],
  ['dns:///shop.example', 'shop.example'],
  ['shop.example?type=MX', 'shop.example'],
])('%s is about %s', (url, subject) => {
  expect(subjectOf(url)).toBe(subject);
});

describe('whatever is sent as a url', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '-',
      '--',
      '.',
      ':',
      '/',
      '?',
      '[',
      ']',
      '%',
      '@',
      ' ',
      '\t',
      '\n',
      '\0',
      '://',
      '1',
      '0x',
      '::',
    ),
    fc.constantFrom(
      'a',
      'shop.example',
      'tcp://',
      'dns://',
      'http://',
      '127.0.0.1',
      '::1',
      'type=A',
      ':80',
      'é',
      '-c',
    ),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  );
  const urls = fc.oneof(
    fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
    fc.domain().map((domain) => `-${domain}`),
    fc.tuple(fc.domain(), part).map((both) => both.join('')),
  );
  /** A host that no program takes for an option, nor for two words. */
  const HARMLESS = /^(?!-)[a-z0-9_.:-]{1,253}$/;

  test('a host that is taken never begins with a dash and holds no blank', () => {
    const taken = fc
      .sample(urls, 5_000)
      .flatMap((url) => [
        targetOf(parsePingTarget(url))?.host,
        targetOf(parseTcpTarget(url))?.host,
        targetOf(parseDnsTarget(url))?.name,
        targetOf(parseDnsTarget(url))?.resolver?.host,
      ]);
    const hosts = taken.filter((host) => host !== undefined);
    expect(hosts.filter((host) => !HARMLESS.test(host))).toEqual([]);
    expect(hosts.length).toBeGreaterThan(500);
  });

  test('real names and addresses are taken as they are', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6()), fc.nat({ max: 65_534 }), (host, port) => {
        const known = host.toLowerCase();
        expect(targetOf(parsePingTarget(host))).toEqual({ host: known });
        const inUrl = host.includes(':') ? `[${host}]` : host;
        expect(targetOf(parseTcpTarget(`tcp://${inUrl}:${port + 1}`))).toEqual({
          host: known,
          port: port + 1,
        });
      }),
    );
  });
});
