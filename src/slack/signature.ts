import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS, SECOND_MS, type EpochMs } from '../core/time/instant.ts';

/** How far a request's stamp may be off the clock, to either side. */
export const MAX_STAMP_SKEW_MS = 5 * MINUTE_MS;
const VERSION = 'v0';

/**
 * Why a request is not from Slack; null when it is. `signature` and `stamp` are its headers, `rawBody` the bytes as
 * they came. Takes the same time whatever part of a signature is wrong.
 */
export function signatureProblem(options: {
  secret: string;
  signature: string | undefined;
  stamp: string | undefined;
  rawBody: Buffer;
  now: EpochMs;
}): string | null {
  const { secret, signature, stamp, rawBody, now } = options;
  if (signature === undefined || stamp === undefined) return 'the signature is missing';
  if (!/^\d{1,12}$/.test(stamp)) return 'the timestamp is not a number';
  if (Math.abs(Number(stamp) * SECOND_MS - now) > MAX_STAMP_SKEW_MS) return 'the timestamp is too far off';
  const given = Buffer.from(signature);
  const right = Buffer.from(sign({ secret, stamp, rawBody }));
  return given.length === right.length && timingSafeEqual(given, right) ? null : 'the signature is wrong';
}

/** The signature that Slack gives to a request: HMAC-SHA256 of version, stamp and body, in hex after `v0=`. */
export function sign(options: { secret: string; stamp: string; rawBody: Buffer | string }): string {
  const hmac = createHmac('sha256', options.secret).update(`${VERSION}:${options.stamp}:`);
  return `${VERSION}=${hmac.update(options.rawBody).digest('hex')}`;
}
