import { describe, expect, test } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { probeHttp } from '../../../src/probes/http.ts';
import { authority, expired, good, other } from './certificates.ts';
import { aRequest, servesHttp, servesHttps } from './partner.ts';

const startedAt = asEpochMs(Date.UTC(2025, 6, 1, 12));

/** A TLS server with that certificate, and how many requests reached it. */
async function aServer(certificate: string): Promise<{ port: number; requests: () => number }> {
  let requests = 0;
  const port = await servesHttps(certificate, (_request, response) => {
    requests += 1;
    response.end('secure');
  });
  return { port, requests: () => requests };
}

describe('a check over TLS', () => {
  test('times the handshake and tells of the certificate', async () => {
    const { port } = await aServer(good);
    const result = await probeHttp(aRequest(`https://127.0.0.1:${port}/`, { ca: authority, startedAt }));
    expect(result).toMatchObject({
      kind: 'response',
      body: 'secure',
      ssl: {
        issuer: 'CN=Test authority',
        subject: 'CN=localhost',
        validFrom: Date.UTC(2024, 0, 1),
        validTo: Date.UTC(2124, 0, 1),
        daysUntilExpiration: 35_976,
      },
    });
    expect(result.phases.tlsTime).toBeGreaterThan(0);
  });

  test('finds the certificate by name', async () => {
    const { port } = await aServer(good);
    const result = await probeHttp(aRequest(`https://localhost:${port}/`, { ca: authority }));
    expect(result.kind).toBe('response');
  });

  test.each([
    ['an expired one', expired, authority, 'TLS: certificate expired on 2025-06-01'],
    [
      "another's",
      other,
      authority,
      'TLS: certificate is for other.example, www.other.example, not for 127.0.0.1',
    ],
    ['an unknown one', good, undefined, 'TLS: certificate chain is incomplete or its authority unknown'],
  ])('refuses %s, says why, and sends nothing', async (_what, certificate, ca, error) => {
    const { port, requests } = await aServer(certificate);
    const result = await probeHttp(
      aRequest(`https://127.0.0.1:${port}/`, { startedAt, ...(ca === undefined ? {} : { ca }) }),
    );
    expect(result).toMatchObject({ kind: 'failed', error });
    expect(result.ssl).toMatchObject({ issuer: 'CN=Test authority' });
    expect(requests()).toBe(0);
  });

  test('counts the days of an expired certificate below zero', async () => {
    const { port } = await aServer(expired);
    const { ssl } = await probeHttp(aRequest(`https://127.0.0.1:${port}/`, { ca: authority, startedAt }));
    expect(ssl?.daysUntilExpiration).toBe(-31);
  });

  test('says when the other side speaks no TLS', async () => {
    const url = await servesHttp((_request, response) => response.end());
    const result = await probeHttp(aRequest(url.replace('http:', 'https:')));
    expect(result).toMatchObject({
      kind: 'failed',
      error: `TLS: ${new URL(url).host} does not speak TLS`,
    });
  });
});
