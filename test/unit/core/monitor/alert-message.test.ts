import { describe, expect, test } from 'vitest';
import { certificateView, changeView } from '../../../../src/core/monitor/alert-message.ts';
import { asEpochMs, DAY_MS, plusMs } from '../../../../src/core/time/instant.ts';

const at = asEpochMs(Date.UTC(2026, 2, 30, 7));
const monitor = { id: 'mon_1', name: 'Shop', url: 'https://ann:secret@shop.test/health?a=1' };
const cause = { id: 'log_1', location: 'EU_CENTRAL_1', error: 'the answer has status 500' };
const told = { pageId: 'page_1', monitor, cause, at };

describe('a message of an alert', () => {
  test('says what happened, why, from where it was seen and since when', () => {
    expect(changeView({ ...told, from: 'UP', to: 'DOWN' })).toEqual({
      type: 'monitor.down',
      at,
      title: 'Shop is down',
      text: 'the answer has status 500.\nChecked from EU_CENTRAL_1: https://shop.test/health?a=1\nSince Mon 2026-03-30 07:00 UTC.',
      pageId: 'page_1',
      monitor: { id: 'mon_1', name: 'Shop', url: 'https://shop.test/health?a=1' },
      change: { from: 'UP', to: 'DOWN' },
      reason: 'the answer has status 500',
      location: 'EU_CENTRAL_1',
      logId: 'log_1',
      certificate: null,
    });
  });

  test('never tells the password in a url', () => {
    const views = [
      changeView({ ...told, from: 'UP', to: 'DEGRADED' }),
      changeView({ ...told, cause: null, from: 'DOWN', to: 'UP' }),
    ];
    expect(JSON.stringify(views)).not.toContain('secret');
  });

  test('about a recovery gives no reason, whatever the last check said', () => {
    const view = changeView({ ...told, from: 'DOWN', to: 'UP' });
    expect(view).toMatchObject({ type: 'monitor.recovered', title: 'Shop is up again', reason: null });
    expect(view.text).not.toContain('500');
  });

  test.each([
    [12, 'expires in 12 days'],
    [1, 'expires in 1 day'],
    [0, 'expires within a day'],
    [-1, 'has expired'],
  ])('about a certificate with %i days left says that it %s', (days, words) => {
    const validTo = plusMs(at, days * DAY_MS);
    const certificate = { issuer: 'O=An Authority', subject: 'CN=shop.test', validFrom: at, validTo };
    const view = certificateView({ ...told, certificate: { ...certificate, daysUntilExpiration: days } });
    expect(view).toMatchObject({ type: 'monitor.ssl_expiring', change: null, reason: null });
    expect(view.title).toBe(`The certificate of Shop ${words}`);
    expect(view.text).toContain('Issuer: O=An Authority');
  });
});
