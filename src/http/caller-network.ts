import ipaddr from 'ipaddr.js';

/** Whoever has one address of IPv6 has as many as a /64 holds, and more. */
const IPV6_PREFIX_BYTES = 8;

/** What a caller is counted by: an IPv4 address, in IPv6 form too, or the /64 network of an IPv6 address. */
export function callerNetwork(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, IPV6_PREFIX_BYTES)).toString('hex');
}
