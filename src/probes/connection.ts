import { once } from 'node:events';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { SslDetails } from '../core/monitor/probe-result.ts';
import type { EpochMs } from '../core/time/instant.ts';
import { assertTargetAllowed, guardedLookup, type TargetRules } from '../platform/target-guard.ts';
import { distrustOf, sslDetailsOf } from './certificate.ts';
import { formatPeer } from './failure-sentence.ts';
import type { Stopwatch } from './stopwatch.ts';

/** How long one of several addresses may take before the next is tried; Node's own 250 ms is too short for another continent. */
const NEXT_ADDRESS_MS = 1_000;

/** One check under way: its means, and what is known of it should it fail. */
export type Check = {
  readonly startedAt: EpochMs;
  readonly stopwatch: Stopwatch;
  readonly signal: AbortSignal;
  readonly rules: TargetRules;
  readonly ca: string | undefined;
  /** What it is talking to: host:port. */
  peer: string;
  /** Of the certificates met, the one that expires first. */
  ssl: SslDetails | null;
};

/**
 * A fresh connection to the host of an http(s) URL, its certificate verified before anything is sent. The caller
 * destroys the socket. Rejects with a ProbeError, a TargetForbiddenError or Node's own error.
 */
export async function connect(url: URL, check: Check): Promise<Socket> {
  const isTls = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port || (isTls ? 443 : 80));
  check.peer = formatPeer(host, port);
  const socket = await openTcp(host, port, check);
  return isTls ? await openTls(socket, host, check) : socket;
}

/** A fresh TCP connection, whose caller destroys the socket. Rejects as `connect` does. */
export async function openTcp(host: string, port: number, check: Check): Promise<Socket> {
  assertTargetAllowed(host, check.rules);
  check.stopwatch.enter(isIP(host) === 0 ? 'dnsTime' : 'tcpTime');
  const socket = connectTcp({
    host,
    port,
    lookup: timedLookup(check),
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  });
  await ready(socket, 'connect', check.signal);
  check.peer = formatPeer(socket.remoteAddress ?? host, port);
  return socket;
}

function timedLookup({ rules, stopwatch }: Check): LookupFunction {
  const lookup = guardedLookup(rules);
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      if (error === null) stopwatch.enter('tcpTime');
      callback(error, address, family);
    });
  };
}

async function openTls(socket: Socket, host: string, check: Check): Promise<Socket> {
  check.stopwatch.enter('tlsTime');
  const secure = connectTls({
    socket,
    host,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    // Verified below, so that the facts of a bad certificate can be told.
    rejectUnauthorized: false,
    ...(check.ca === undefined ? {} : { ca: check.ca }),
  });
  try {
    await ready(secure, 'secureConnect', check.signal);
    assertTrusted(secure, host, check);
    return secure;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function assertTrusted(secure: TLSSocket, host: string, check: Check): void {
  const certificate = secure.getPeerX509Certificate();
  const ssl = certificate === undefined ? null : sslDetailsOf(certificate, check.startedAt);
  if (ssl !== null && (check.ssl === null || ssl.validTo < check.ssl.validTo)) check.ssl = ssl;
  if (secure.authorized) return;
  secure.destroy();
  // Typed an Error, but it is the error's code where there is one.
  throw distrustOf({ code: String(secure.authorizationError), host, certificate, ssl });
}

async function ready(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  // Errors after the awaited event surface where the socket is read.
  socket.on('error', () => {});
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
