import { DAY_MS, type EpochMs } from '../time/instant.ts';
import type { SslDetails } from './probe-result.ts';
import type { MonitorStatus } from './status.ts';

/*
 * What alerts hear of. A change of a monitor's status is told by at most one flag:
 *
 *   to DOWN      from anything else               whenFails
 *   to DEGRADED  from UP or UNKNOWN               whenDegrades
 *   to UP        from DOWN or DEGRADED, also by   whenRecovers
 *                way of UNKNOWN
 *   to UNKNOWN   nothing: nobody knows more than before
 */

/** What a change can ask of an alert: the flag that it has to have set. */
export type AlertFlag = 'whenFails' | 'whenDegrades' | 'whenRecovers';

export type StatusChange = { readonly from: MonitorStatus; readonly to: MonitorStatus };

/** Whether what a change means depends on what the monitor was before it became UNKNOWN. */
export function needsLastKnown({ from, to }: StatusChange): boolean {
  return from === 'UNKNOWN' && to === 'UP';
}

/**
 * The flag of the alerts that a change is told to; null where it is told to none. `lastKnown` is what the monitor was
 * before it became UNKNOWN, null where it never was anything else; read only where `needsLastKnown` says so.
 */
export function flagFor({ from, to }: StatusChange, lastKnown: MonitorStatus | null): AlertFlag | null {
  if (from === to) return null;
  switch (to) {
    case 'DOWN':
      return 'whenFails';
    case 'DEGRADED':
      return from === 'DOWN' ? null : 'whenDegrades';
    case 'UP':
      return isBad(from === 'UNKNOWN' ? lastKnown : from) ? 'whenRecovers' : null;
    case 'UNKNOWN':
      return null;
  }
}

function isBad(status: MonitorStatus | null): boolean {
  return status === 'DOWN' || status === 'DEGRADED';
}

/** The bounds of an alert's `sslExpiresInDays`. */
export const SSL_DAYS = { min: 1, max: 365, default: 30 } as const;

/** From then on nobody is told any more that a certificate has expired, so what was told may be forgotten in the end. */
const EXPIRED_TOLD_FOR_MS = 7 * DAY_MS;
const MAX_ISSUER_CHARS = 200;

/** A certificate that alerts may ask about. */
export type WatchedCertificate = {
  /** What tells it from every other certificate of its monitor; the next one has another. */
  readonly subject: string;
  /** Whole days; negative once it has expired. */
  readonly daysLeft: number;
};

/** The certificate of a check as alerts see it; null where none can ask about it: too long before or after its end. */
export function watchedCertificate(ssl: SslDetails, now: EpochMs): WatchedCertificate | null {
  const { validTo, issuer, daysUntilExpiration } = ssl;
  if (daysUntilExpiration > SSL_DAYS.max || now - validTo > EXPIRED_TOLD_FOR_MS) return null;
  const subject = `certificate:${validTo}:${issuer.slice(0, MAX_ISSUER_CHARS)}`;
  return { subject, daysLeft: daysUntilExpiration };
}
