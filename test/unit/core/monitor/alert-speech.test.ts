import { describe, expect, test } from 'vitest';
import { certificateView, changeView } from '../../../../src/core/monitor/alert-message.ts';
import { MAX_SPOKEN_CHARS, spokenAlert } from '../../../../src/core/monitor/alert-speech.ts';
import { asEpochMs, DAY_MS, plusMs } from '../../../../src/core/time/instant.ts';

const at = asEpochMs(Date.UTC(2026, 2, 30, 7));

function down(name: string, error: string | null): string {
  return spokenAlert(
    changeView({
      pageId: 'page_1',
      monitor: { id: 'mon_1', name, url: 'https://shop.test/health' },
      cause: { id: 'log_1', location: 'EU_CENTRAL_1', error },
      at,
      from: 'UP',
      to: 'DOWN',
    }),
  );
}

describe('what is said of an alert on the phone', () => {
  test.each([
    [
      'Shop',
      'status code should equal 200 but is 503',
      'Shop is down. status code should equal 200 but is 503.',
    ],
    ['Shop', null, 'Shop is down.'],
    ['check_out/api & more', null, 'check out slash api and more is down.'],
    ['🔥 Shop 👩‍🚒 🇩🇪', 'no answer', 'Shop is down. no answer.'],
    [
      'Shop',
      'moved to https://user:pw@shop.test/a?b=1 too often!',
      'Shop is down. moved to a web address too often!',
    ],
    [
      'Shop',
      'see https://shop.test/a. It is <b>{"x":\u0001\u0000}</b>',
      'Shop is down. see a web address . It is less than b greater than x : less than slash b greater than.',
    ],
    ['https://shop.test/', null, 'a web address is down.'],
    ['🔥', null, 'a monitor is down.'],
    ['Küche 厨房', null, 'Küche 厨房 is down.'],
    ['$& $1', null, '$ and $1 is down.'],
  ])('%j, %j', (name, error, spoken) => {
    expect(down(name, error)).toBe(`Tocsin alert. ${spoken}`);
  });

  test('ends after 400 characters at the latest, between two words, and names what is wrong beside a long name', () => {
    const spoken = down('a long name '.repeat(20).trim(), 'word '.repeat(200).trim());
    expect(spoken.length).toBeLessThanOrEqual(MAX_SPOKEN_CHARS);
    expect(spoken).toMatch(/ a long\. word( word)+$/);
    expect(down('&'.repeat(255), '<'.repeat(900)).length).toBeLessThanOrEqual(MAX_SPOKEN_CHARS);
    expect(down('厨'.repeat(255), null).length).toBeLessThanOrEqual(MAX_SPOKEN_CHARS);
  });

  test('tells of a certificate without its names', () => {
    const certificate = {
      issuer: 'O=An Authority',
      subject: 'CN=shop.test',
      validFrom: at,
      validTo: plusMs(at, 12 * DAY_MS),
      daysUntilExpiration: 12,
    };
    const monitor = { id: 'mon_1', name: 'Shop', url: null };
    expect(spokenAlert(certificateView({ pageId: 'page_1', monitor, cause: null, at, certificate }))).toBe(
      'Tocsin alert. The certificate of Shop expires in 12 days.',
    );
  });
});
