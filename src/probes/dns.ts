import { Resolver } from 'node:dns/promises';
import type { CaaRecord } from 'node:dns';
import type { AnswersResult, FailedResult } from '../core/monitor/probe-result.ts';
import type { DnsRecordType, DnsTarget } from '../core/monitor/target.ts';
import { addressOf } from './address.ts';
import { attempt, type Means } from './attempt.ts';
import type { Check } from './connection.ts';
import { formatPeer } from './failure-sentence.ts';
import { ProbeError } from './probe-error.ts';

const DNS_PORT = 53;
/** The first try; each further one waits longer. A lost packet costs two seconds, not the check. */
const TRY_MS = 2_000;
const TRIES = 4;

/**
 * One DNS check: one question to the resolver of the target, or to the system's, past the hosts file. Answers come as a
 * zone file says them, in order of text. Never rejects; a name without such a record is `failed`, and so is no answer.
 */
export async function probeDns(target: DnsTarget, means: Means): Promise<AnswersResult | FailedResult> {
  return attempt(means, 'the resolver', async (check) => {
    const resolver = await resolverOf(target, check);
    check.stopwatch.enter('dnsTime');
    const answers = await answersOf(resolver, target, check);
    const phases = check.stopwatch.stop();
    return { kind: 'answers', startedAt: means.startedAt, phases, answers, ssl: null };
  });
}

async function resolverOf({ resolver: wanted }: DnsTarget, check: Check): Promise<Resolver> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (wanted !== null) {
    check.peer = formatPeer(await addressOf(wanted.host, check), wanted.port ?? DNS_PORT);
    resolver.setServers([check.peer]);
  }
  check.signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  return resolver;
}

async function answersOf(
  resolver: Resolver,
  { name, recordType }: DnsTarget,
  { signal, peer }: Check,
): Promise<string[]> {
  try {
    return (await ASK[recordType](resolver, name)).toSorted();
  } catch (error) {
    if (signal.aborted) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ProbeError(`DNS: ${explain(code, { name, recordType, peer })}`, { cause: error });
  }
}

type Question = { readonly name: string; readonly recordType: DnsRecordType; readonly peer: string };

function explain(code: string, { name, recordType, peer }: Question): string {
  switch (code) {
    case 'ENOTFOUND':
      return `there is no name ${name}`;
    case 'ENODATA':
      return `${name} has no ${recordType} record`;
    case 'ETIMEOUT':
      return `no answer from ${peer} about ${name}`;
    case 'ECONNREFUSED':
      return `connection refused by ${peer}`;
    case 'EREFUSED':
      return `${peer} refuses to answer about ${name}`;
    case 'ESERVFAIL':
      return `${peer} could not find out about ${name}`;
    default:
      return `${peer} gave no answer that can be read about ${name} (${code})`;
  }
}

const host = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Node makes a character of each byte; who writes beyond ASCII writes UTF-8. */
const inUtf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();

const ASK: Record<DnsRecordType, (resolver: Resolver, name: string) => Promise<string[]>> = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(host),
  NS: async (resolver, name) => (await resolver.resolveNs(name)).map(host),
  PTR: async (resolver, name) => (await resolver.resolvePtr(name)).map(host),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${host(exchange)}`),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((chunks) => inUtf8(chunks.join(''))),
  SRV: async (resolver, name) =>
    (await resolver.resolveSrv(name)).map(
      (record) => `${record.priority} ${record.weight} ${record.port} ${host(record.name)}`,
    ),
  SOA: async (resolver, name) => {
    const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = await resolver.resolveSoa(name);
    return [[host(nsname), host(hostmaster), serial, refresh, retry, expire, minttl].join(' ')];
  },
  CAA: async (resolver, name) => (await resolver.resolveCaa(name)).map(caaText),
};

const CAA_TAGS = ['issue', 'issuewild', 'iodef', 'contactemail', 'contactphone'] as const;

/** Node names the one property of a record as its key. */
function caaText(record: CaaRecord): string {
  const tag = CAA_TAGS.find((known) => record[known] !== undefined) ?? 'issue';
  return `${record.critical} ${tag} "${record[tag] ?? ''}"`;
}
