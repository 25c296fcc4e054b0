import ipaddr from 'ipaddr.js';

const LABEL = '(?!-)[a-z0-9_-]{1,63}(?<!-)';
const NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);
/** Resolvers read a name that ends so as an address: 127.1, 0x7f000001. */
const NUMBER_AT_END = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/;
const LETTERS_BEYOND_ASCII = /^(?=.*[^\x20-\x7e])[\p{L}\p{M}\p{N}._-]+$/u;

/**
 * A host as a program may be given it: an IP address without brackets or zone, or a DNS name in lower-case ASCII
 * without the dot at its end; null where the text is neither. Never begins with '-', never holds blanks.
 */
export function readHost(text: string): string | null {
  const inBrackets = /^\[(.*)\]$/.exec(text)?.[1];
  const address = inBrackets ?? text;
  if (inBrackets !== undefined || address.includes(':')) {
    return isIpv6(address) ? address.toLowerCase() : null;
  }
  return isIpv4(address) ? address : readName(text);
}

/** Whether a host that was read is an IP address. */
export function isAddress(host: string): boolean {
  return isIpv4(host) || isIpv6(host);
}

/** The name under which DNS keeps what an IP address is called. */
export function reverseName(address: string): string {
  const bytes = ipaddr.parse(address).toByteArray();
  if (bytes.length === 4) return `${bytes.toReversed().join('.')}.in-addr.arpa`;
  const nibbles = bytes.flatMap((byte) => Array.from(byte.toString(16).padStart(2, '0')));
  return `${nibbles.toReversed().join('.')}.ip6.arpa`;
}

function readName(text: string): string | null {
  const name = (LETTERS_BEYOND_ASCII.test(text) ? asciiOf(text) : text).toLowerCase().replace(/\.$/, '');
  return NAME.test(name) && !NUMBER_AT_END.test(name) ? name : null;
}

/** The form in which DNS knows a name with other letters: xn--… */
function asciiOf(name: string): string {
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : '';
}

function isIpv4(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text);
}

function isIpv6(text: string): boolean {
  return !text.includes('%') && ipaddr.IPv6.isValid(text);
}
