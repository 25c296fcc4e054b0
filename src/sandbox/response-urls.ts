import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS, type EpochMs } from '../core/time/instant.ts';
import type { Clock } from '../platform/clock.ts';
import type { IdGenerator } from '../platform/ids.ts';
import { isObject } from './json.ts';

const LIFETIME_MS = 30 * MINUTE_MS;
const MAX_USES = 5;

/** Where an answer by `response_url` goes: a channel, the person who asked and the message that was pressed, if any. */
export type ResponseTarget = {
  readonly channel: string;
  readonly userId: string;
  readonly ts: string | null;
};

/**
 * Addresses at which the app answers what a person did: 5 times, within 30 minutes. A token carries its target under
 * a MAC, so that it outlives a restart; the uses are counted in memory.
 */
export type ResponseUrls = {
  issue(target: ResponseTarget): string;
  redeem(token: string): ResponseTarget | 'expired_url' | 'used_url' | 'invalid_url';
};

export function createResponseUrls(deps: {
  clock: Clock;
  ids: IdGenerator;
  secret: string;
  /** Where this process listens. */
  baseUrl(): string;
}): ResponseUrls {
  const uses = new Map<string, { count: number; until: EpochMs | number }>();
  const mac = (body: string): string =>
    createHmac('sha256', deps.secret).update(`response-url:${body}`).digest('base64url');

  return {
    issue(target) {
      const until = deps.clock.now() + LIFETIME_MS;
      const body = Buffer.from(JSON.stringify({ ...target, until, nonce: deps.ids.secret(16) })).toString(
        'base64url',
      );
      return new URL(`/sandbox/response/${body}.${mac(body)}`, deps.baseUrl()).href;
    },
    redeem(token) {
      const [body = '', given = ''] = token.split('.');
      if (!sameText(mac(body), given)) return 'invalid_url';
      const read: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
      if (!isClaim(read)) return 'invalid_url';
      const now = deps.clock.now();
      if (now > read.until) return 'expired_url';
      for (const [key, it] of uses) if (now > it.until) uses.delete(key);
      const used = uses.get(body) ?? { count: 0, until: read.until };
      if (used.count >= MAX_USES) return 'used_url';
      used.count += 1;
      uses.set(body, used);
      return { channel: read.channel, userId: read.userId, ts: read.ts };
    },
  };
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function isClaim(value: unknown): value is ResponseTarget & { until: number } {
  return (
    isObject(value) &&
    typeof value['channel'] === 'string' &&
    typeof value['userId'] === 'string' &&
    typeof value['until'] === 'number'
  );
}
