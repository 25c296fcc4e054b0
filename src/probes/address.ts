import { isIP } from 'node:net';
import { assertTargetAllowed, guardedLookup } from '../platform/target-guard.ts';
import type { Check } from './connection.ts';

/**
 * The address that is asked in the name of a host: what the guard has let pass is what is asked, so a name cannot
 * change its address in between. Rejects with a TargetForbiddenError or the resolver's error, or once the check is cut off.
 */
export async function addressOf(host: string, { rules, signal, stopwatch }: Check): Promise<string> {
  assertTargetAllowed(host, rules);
  if (isIP(host) !== 0) return host;
  stopwatch.enter('dnsTime');
  const address = new Promise<string>((resolve, reject) => {
    guardedLookup(rules)(host, {}, (error, found) => {
      if (typeof found === 'string') resolve(found);
      else reject(error ?? new Error(`no address for ${host}`));
    });
  });
  return before(signal, address);
}

/** What is awaited, unless the signal comes first. */
async function before<Value>(signal: AbortSignal, awaited: Promise<Value>): Promise<Value> {
  const settled = new AbortController();
  const cutOff = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(new Error('cut off'));
    signal.addEventListener('abort', stop, { signal: settled.signal });
  });
  try {
    return await Promise.race([awaited, cutOff]);
  } finally {
    settled.abort();
  }
}
