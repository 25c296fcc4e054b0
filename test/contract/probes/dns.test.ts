import { describe, expect, test } from 'vitest';
import { parseDnsTarget } from '../../../src/core/monitor/target.ts';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { probeDns } from '../../../src/probes/dns.ts';
import { DnsServer, rdata, type Reply } from '../../support/dns-server.ts';

const means = { allowPrivateTargets: true, startedAt: asEpochMs(Date.UTC(2026, 0, 15)) };

async function resultOf(url: string, more: object = {}) {
  const parsed = parseDnsTarget(url);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return probeDns(parsed.target, { ...means, ...more });
}

async function answersOf(url: string): Promise<readonly string[] | string> {
  const result = await resultOf(url);
  return result.kind === 'answers' ? result.answers : result.error;
}

const serving = (reply: Reply) => DnsServer.start(() => reply);
const { address, caa, name, numbers16, numbers32, texts } = rdata;

describe('a DNS check', () => {
  test.each<[string, Buffer[], string[]]>([
    ['A', [address('192.0.2.9'), address('192.0.2.10')], ['192.0.2.10', '192.0.2.9']],
    ['AAAA', [address('2001:db8::a')], ['2001:db8::a']],
    ['CNAME', [name('Shop.Example')], ['shop.example']],
    ['NS', [name('ns2.example'), name('NS1.example')], ['ns1.example', 'ns2.example']],
    ['PTR', [name('Host.example')], ['host.example']],
    ['MX', [Buffer.concat([numbers16(10), name('Mail.example')])], ['10 mail.example']],
    ['TXT', [texts('v=spf1 ', '-all'), texts('B, c.')], ['B, c.', 'v=spf1 -all']],
    ['TXT', [texts('Zürich ', '東京')], ['Zürich 東京']],
    ['SRV', [Buffer.concat([numbers16(1, 2, 5060), name('sip.example')])], ['1 2 5060 sip.example']],
    [
      'SOA',
      [Buffer.concat([name('ns1.example'), name('Admin.example'), numbers32(2_026_011_501, 1, 2, 3, 4)])],
      ['ns1.example admin.example 2026011501 1 2 3 4'],
    ],
    ['CAA', [caa(0, 'issue', 'letsencrypt.org')], ['0 issue "letsencrypt.org"']],
  ])('reads %s records as a zone file says them, in order', async (type, records, answers) => {
    await using server = await serving(records);
    expect(await answersOf(`dns://127.0.0.1:${server.port}/shop.example?type=${type}`)).toEqual(answers);
    expect(server.asked).toEqual([{ name: 'shop.example', type }]);
  });

  test('says how long the answer took', async () => {
    await using server = await serving([address('192.0.2.9')]);
    expect(await resultOf(`dns://localhost:${server.port}/shop.example`)).toEqual({
      kind: 'answers',
      startedAt: means.startedAt,
      answers: ['192.0.2.9'],
      phases: {
        dnsTime: expect.any(Number) as number,
        tcpTime: null,
        tlsTime: null,
        firstByteTime: null,
        downloadTime: null,
        responseTime: expect.any(Number) as number,
      },
      ssl: null,
    });
  });

  test.each<[Reply, string]>([
    ['NXDOMAIN', 'DNS: there is no name shop.example'],
    [[], 'DNS: shop.example has no MX record'],
    ['SERVFAIL', 'DNS: 127.0.0.1:PORT could not find out about shop.example'],
    ['REFUSED', 'DNS: 127.0.0.1:PORT refuses to answer about shop.example'],
    [[Buffer.from([1])], 'DNS: 127.0.0.1:PORT gave no answer that can be read about shop.example (CODE)'],
  ])('fails where the answer is %j, and says so', async (reply, sentence) => {
    await using server = await serving(reply);
    const said = await answersOf(`dns://127.0.0.1:${server.port}/shop.example?type=MX`);
    expect(String(said).replace(/\(E[A-Z]+\)$/, '(CODE)')).toBe(
      sentence.replace('PORT', String(server.port)),
    );
  });

  test('fails where no answer comes in time', async () => {
    await using server = await serving('silence');
    const url = `dns://127.0.0.1:${server.port}/shop.example`;
    expect(await resultOf(url, { timeoutMs: 100 })).toMatchObject({
      kind: 'failed',
      error: 'timed out after 0.1 s while resolving the name',
      phases: { dnsTime: null, responseTime: null },
    });
  });

  test('asks again where a question was lost', async () => {
    let lost = false;
    await using server = await DnsServer.start(() => {
      if (lost) return [address('192.0.2.9')];
      lost = true;
      return 'silence';
    });
    expect(await answersOf(`dns://127.0.0.1:${server.port}/shop.example`)).toEqual(['192.0.2.9']);
    expect(server.asked).toHaveLength(2);
  });

  test('takes private addresses as an answer, but asks no resolver at one unless told to', async () => {
    await using server = await serving([address('10.0.0.1')]);
    const url = `dns://127.0.0.1:${server.port}/shop.example`;
    expect(await answersOf(url)).toEqual(['10.0.0.1']);
    expect(await resultOf(url, { allowPrivateTargets: false })).toMatchObject({
      kind: 'failed',
      error: '127.0.0.1 is refused: it is a loopback address',
    });
    expect(await resultOf('dns://169.254.169.254/shop.example')).toMatchObject({
      error: '169.254.169.254 is refused: it is a link-local address',
    });
    expect(server.asked).toHaveLength(1);
  });

  test('asks the resolver of the system where none is named', async () => {
    // Without a network it is silent or refuses where it would else deny the name.
    expect(await resultOf('nowhere.invalid', { timeoutMs: 5_000 })).toMatchObject({
      kind: 'failed',
      error: expect.stringMatching(/^(DNS: |timed out)/) as string,
    });
  });
});
