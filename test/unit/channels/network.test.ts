import { describe, expect, it } from 'vitest';
import { networkFailure, neverConnected, retryAfterMs } from '../../../src/channels/network.ts';
import { asEpochMs } from '../../../src/core/time/instant.ts';

const now = asEpochMs(Date.UTC(2026, 0, 1, 12, 0, 0));
const failed = (code: string): Error => Object.assign(new Error('http://user:secret@host'), { code });

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['1.5', 1_500],
    ['Thu, 01 Jan 2026 12:02:00 GMT', 120_000],
    ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
    ['99999999', 86_400_000],
    ['-5', 0],
  ])('%s means %i ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  it.each([undefined, null, '', ' ', 'soon'])('%s means nothing', (header) => {
    expect(retryAfterMs(header, now)).toBeUndefined();
  });
});

describe('a failure of the network', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'])(
    'is known to come before the request left: %s',
    (code) => {
      const wrapped = new TypeError('fetch failed', { cause: failed(code) });
      expect(neverConnected(wrapped)).toBe(true);
      expect(networkFailure('It', wrapped)).toMatchObject({ kind: 'retry', unavailable: true });
    },
  );

  it('is known so where every address of a name was refused', () => {
    const all = new AggregateError([failed('ECONNREFUSED'), failed('ECONNREFUSED')]);
    expect(neverConnected(new TypeError('fetch failed', { cause: all }))).toBe(true);
  });

  it.each([
    failed('ECONNRESET'),
    failed('UND_ERR_SOCKET'),
    new DOMException('', 'TimeoutError'),
    'odd',
    null,
  ])('may come after it in any other case: %s', (error) => {
    expect(networkFailure('It', error)).toMatchObject({ kind: 'uncertain', unavailable: true });
  });

  it('is told in a sentence without addresses', () => {
    expect(networkFailure('Slack', failed('ECONNREFUSED')).reason).toBe('Slack refused the connection.');
    expect(networkFailure('Slack', new DOMException('', 'TimeoutError')).reason).toBe(
      'Slack did not answer in time.',
    );
    expect(networkFailure('Slack', failed('E_ODD')).reason).toBe('Slack could not be talked to.');
  });
});
