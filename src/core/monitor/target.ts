import { isAddress, readHost, reverseName } from './host.ts';

/** What a DNS monitor may ask for. */
export const DNS_RECORD_TYPES = [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'NS',
  'TXT',
  'SOA',
  'SRV',
  'CAA',
  'PTR',
] as const;
export type DnsRecordType = (typeof DNS_RECORD_TYPES)[number];

/** An IP address without brackets, or a DNS name in lower-case ASCII; never begins with '-' or holds blanks. */
type Host = string;

export type PingTarget = { readonly host: Host };
export type TcpTarget = { readonly host: Host; readonly port: number };
export type DnsTarget = {
  /** What is asked about; for an address, the name in .arpa that stands for it. */
  readonly name: Host;
  readonly recordType: DnsRecordType;
  /** Null: the system's resolver. A null port is DNS's own. */
  readonly resolver: { readonly host: Host; readonly port: number | null } | null;
};

/** The problem is the end of a sentence that begins with what was read: "must be …". */
export type Parsed<Target> = { readonly target: Target } | { readonly problem: string };

const PING_FORM = 'must be a host alone, such as shop.example or 192.0.2.10';
const TCP_FORM = 'must be host:port, such as db.example:5432, or tcp://[2001:db8::1]:443';
const DNS_FORM = 'must be a host, such as shop.example, or dns://resolver/host?type=MX';

/** What a PING monitor's url stands for: a host, nothing else. */
export function parsePingTarget(url: string): Parsed<PingTarget> {
  const host = readHost(url);
  return host === null ? { problem: withHint(PING_FORM, url) } : { target: { host } };
}

/** What a TCP monitor's url stands for: `host:port` or `tcp://host:port`, an IPv6 address in brackets. */
export function parseTcpTarget(url: string): Parsed<TcpTarget> {
  const target = readEndpoint(url.replace(/^tcp:\/\//i, '').replace(/\/$/, ''));
  if (target === null || target.port === null) return { problem: TCP_FORM };
  const { host, port } = target;
  return { target: { host, port } };
}

/**
 * What a DNS monitor's url stands for: `host` or `dns://resolver/host`, both with `?type=` (default A). The resolver is
 * a host with or without a port; `dns:///host` asks the system's. An address may be asked about only with type PTR.
 */
export function parseDnsTarget(url: string): Parsed<DnsTarget> {
  const [, server, hostText = '', query = ''] =
    /^(?:dns:\/\/([^/?#]*)\/)?([^/?#]+)(?:\?([^#]*))?$/i.exec(url) ?? [];
  const host = readHost(hostText);
  const resolver = server === undefined || server === '' ? null : readEndpoint(server);
  if (host === null || (resolver === null && Boolean(server))) return { problem: withHint(DNS_FORM, url) };
  const recordType = readRecordType(query);
  if (recordType === null)
    return { problem: `may ask for one type alone, of ${DNS_RECORD_TYPES.join(', ')}` };
  if (!isAddress(host)) return { target: { name: host, recordType, resolver } };
  if (recordType !== 'PTR') return { problem: 'must ask about a name: about an address only with ?type=PTR' };
  return { target: { name: reverseName(host), recordType, resolver } };
}

/** `host` or `host:port`, an IPv6 address with a port in brackets; null where it is neither. */
function readEndpoint(text: string): { host: Host; port: number | null } | null {
  const [, hostText, portText] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/.exec(text) ?? [];
  const host = readHost(hostText ?? text);
  if (host === null) return null;
  if (portText === undefined) return { host, port: null };
  const port = Number(portText);
  return port >= 1 && port <= 65_535 ? { host, port } : null;
}

function readRecordType(query: string): DnsRecordType | null {
  const asked = [...new URLSearchParams(query)];
  if (asked.length === 0) return 'A';
  const [[name, wanted] = ['', '']] = asked;
  if (asked.length > 1 || name !== 'type') return null;
  return DNS_RECORD_TYPES.find((type) => type === wanted.toUpperCase()) ?? null;
}

/** People paste the URL of a site: names the part of it that is meant. */
function withHint(form: string, url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return form;
  const host = readHost(new URL(url).hostname);
  return host === null ? form : `${form}: of this URL, send ${host}`;
}

/** The part of a PING, TCP or DNS monitor's url that names what is checked: `host`, or `host:port`. */
export function subjectOf(url: string): string {
  return url.replace(/^(?:tcp:\/\/|dns:\/\/[^/]*\/)/i, '').replace(/[/?].*$/, '');
}
