import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Link-local addresses are refused whatever the rules; `allowPrivateTargets: false` also refuses all that is not public. */
export type TargetRules = { readonly allowPrivateTargets: boolean };

type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The message is a sentence that names the address and what is wrong with it. */
export class TargetForbiddenError extends Error {
  override readonly name = 'TargetForbiddenError';
  readonly code = 'ERR_TARGET_FORBIDDEN';
}

/** Cloud metadata services that sit outside the link-local ranges: Alibaba, AWS and Google over IPv6. */
const METADATA_ADDRESSES: readonly string[] = ['100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'];

/** IPv6 ranges whose addresses carry an IPv4 address, and the byte at which it starts. */
const EMBEDDED_IPV4: readonly (readonly [cidr: string, firstByte: number])[] = [
  ['::ffff:0:0/96', 12],
  ['::ffff:0:0:0/96', 12],
  ['64:ff9b::/96', 12],
  ['64:ff9b:1::/48', 12],
  ['2002::/16', 2],
  ['::/96', 12],
];

const WORDS: Readonly<Record<string, string>> = {
  linkLocal: 'a link-local',
  metadata: 'a metadata service’s',
  loopback: 'a loopback',
  unspecified: 'the unspecified',
  carrierGradeNat: 'a carrier-grade NAT',
  private: 'a private',
  uniqueLocal: 'a private',
  multicast: 'a multicast',
  broadcast: 'the broadcast',
};

/**
 * Throws TargetForbiddenError for an IP address (IPv6 with or without brackets) that must not be connected to. Lets
 * names pass: those are for `guardedLookup`, which Node does not ask about literal addresses.
 */
export function assertTargetAllowed(hostname: string, rules: TargetRules): void {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) assertAddressAllowed(host, host, rules);
}

/**
 * A `lookup` for sockets and http(s) requests that fails with TargetForbiddenError where any address of the name is
 * forbidden. What it checked is what the socket connects to, so a name cannot change its address in between.
 */
export function guardedLookup(rules: TargetRules, resolveAll: ResolveAll = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolveAll(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      try {
        for (const { address } of addresses) assertAddressAllowed(address, hostname, rules);
      } catch (forbidden) {
        return callback(forbidden as TargetForbiddenError, []);
      }
      const [first] = addresses;
      if (first === undefined) return callback(noAddress(hostname), []);
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function assertAddressAllowed(address: string, hostname: string, rules: TargetRules): void {
  const kind = kindOf(address);
  if (kind === 'unicast') return;
  const isForbiddenAlways = kind === 'linkLocal' || kind === 'metadata';
  if (!isForbiddenAlways && rules.allowPrivateTargets) return;
  const target = hostname === address ? address : `${hostname} (${address})`;
  throw new TargetForbiddenError(`${target} is refused: it is ${WORDS[kind] ?? 'a reserved'} address`);
}

/** The range an address belongs to, by the IPv4 address in it where it carries one; `unicast` is public. */
function kindOf(text: string): string {
  const address = carried(ipaddr.parse(text.replace(/%.*$/, '')));
  return METADATA_ADDRESSES.includes(address.toString()) ? 'metadata' : address.range();
}

function carried(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  // :: and ::1 lie in the old IPv4-compatible range but carry no address.
  if (address.kind() === 'ipv4' || ['loopback', 'unspecified'].includes(address.range())) return address;
  const embedding = EMBEDDED_IPV4.find(([cidr]) => address.match(ipaddr.parseCIDR(cidr)));
  if (embedding === undefined) return address;
  const [, firstByte] = embedding;
  return ipaddr.fromByteArray(address.toByteArray().slice(firstByte, firstByte + 4));
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND', hostname });
}
