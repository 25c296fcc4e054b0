import type { X509Certificate } from 'node:crypto';
import type { SslDetails } from '../core/monitor/probe-result.ts';
import { DAY_MS, asEpochMs, type EpochMs } from '../core/time/instant.ts';
import { ProbeError } from './probe-error.ts';

/** The facts of a certificate, its days left counted in whole days from `now`. */
export function sslDetailsOf(certificate: X509Certificate, now: EpochMs): SslDetails {
  const validTo = asEpochMs(Date.parse(certificate.validTo));
  return {
    issuer: oneLine(certificate.issuer),
    subject: oneLine(certificate.subject),
    validFrom: asEpochMs(Date.parse(certificate.validFrom)),
    validTo,
    daysUntilExpiration: Math.floor((validTo - now) / DAY_MS),
  };
}

export type Distrust = {
  /** OpenSSL's or Node's code for what is wrong. */
  readonly code: string;
  readonly host: string;
  readonly certificate: X509Certificate | undefined;
  readonly ssl: SslDetails | null;
};

/** Says in a sentence why a certificate is not trusted. */
export function distrustOf(distrust: Distrust): ProbeError {
  const { code } = distrust;
  const reason = ownFault(distrust) ?? DISTRUST[code] ?? `certificate is not trusted (${code})`;
  return new ProbeError(`TLS: ${reason}`);
}

/** What is wrong with the site's own certificate; a code may speak of another one of the chain. */
function ownFault({ code, host, certificate, ssl }: Distrust): string | null {
  if (ssl === null) return null;
  if (code === 'CERT_HAS_EXPIRED' && ssl.daysUntilExpiration < 0) {
    return `certificate expired on ${dateOf(ssl.validTo)}`;
  }
  if (code === 'CERT_NOT_YET_VALID') return `certificate is not valid before ${dateOf(ssl.validFrom)}`;
  if (code !== 'ERR_TLS_CERT_ALTNAME_INVALID') return null;
  const names = certificate?.subjectAltName?.replaceAll(/(DNS|IP Address):/g, '') ?? ssl.subject;
  return `certificate is for ${names}, not for ${host}`;
}

const DISTRUST: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'a certificate of the chain has expired',
  CERT_REVOKED: 'certificate is revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate chain is incomplete or its authority unknown',
};

function oneLine(name: string): string {
  return name.split('\n').join(', ');
}

function dateOf(instant: EpochMs): string {
  return new Date(instant).toISOString().slice(0, 10);
}
