import { describe, expect, test } from 'vitest';
import { flagFor, needsLastKnown, watchedCertificate } from '../../../../src/core/monitor/alert.ts';
import { MONITOR_STATUSES, type MonitorStatus } from '../../../../src/core/monitor/status.ts';
import { asEpochMs, DAY_MS, plusMs } from '../../../../src/core/time/instant.ts';

/** Every transition there is, by what the monitor was before it became UNKNOWN (`-`: it does not matter). */
const TOLD: Record<string, string | null> = {
  'UP>DOWN -': 'whenFails',
  'DEGRADED>DOWN -': 'whenFails',
  'UNKNOWN>DOWN -': 'whenFails',
  'UP>DEGRADED -': 'whenDegrades',
  'UNKNOWN>DEGRADED -': 'whenDegrades',
  'DOWN>DEGRADED -': null,
  'DOWN>UP -': 'whenRecovers',
  'DEGRADED>UP -': 'whenRecovers',
  'UNKNOWN>UP DOWN': 'whenRecovers',
  'UNKNOWN>UP DEGRADED': 'whenRecovers',
  'UNKNOWN>UP UP': null,
  'UNKNOWN>UP never': null,
  'UP>UNKNOWN -': null,
  'DOWN>UNKNOWN -': null,
  'DEGRADED>UNKNOWN -': null,
};
const BEFORE: readonly (MonitorStatus | null)[] = ['UP', 'DOWN', 'DEGRADED', null];

describe('a change of a monitor', () => {
  const changes = MONITOR_STATUSES.flatMap((from) =>
    MONITOR_STATUSES.filter((to) => to !== from).flatMap((to) =>
      BEFORE.map((before) => ({ from, to, before })),
    ),
  );
  test.each(changes)(
    'from $from to $to, $before before, is told to the right alerts',
    ({ from, to, before }) => {
      const given = needsLastKnown({ from, to }) ? (before ?? 'never') : '-';
      const expected = TOLD[`${from}>${to} ${given}`];
      expect(expected).not.toBeUndefined();
      expect(flagFor({ from, to }, before)).toBe(expected);
    },
  );

  test.each(MONITOR_STATUSES)('that is none (%s) is told to nobody', (status) => {
    for (const before of BEFORE) expect(flagFor({ from: status, to: status }, before)).toBeNull();
  });
});

describe('a certificate', () => {
  const now = asEpochMs(Date.UTC(2026, 5, 1));
  const ending = (days: number, issuer = 'C=US, O=An Authority') => {
    const validTo = plusMs(now, days * DAY_MS);
    return {
      issuer,
      subject: 'CN=shop.test',
      validFrom: now,
      validTo,
      daysUntilExpiration: Math.floor(days),
    };
  };

  test('is watched from 365 days before its end to a week after it', () => {
    expect(watchedCertificate(ending(366), now)).toBeNull();
    expect(watchedCertificate(ending(365), now)).toMatchObject({ daysLeft: 365 });
    expect(watchedCertificate(ending(-7), now)).toMatchObject({ daysLeft: -7 });
    expect(watchedCertificate(ending(-7.1), now)).toBeNull();
  });

  test('is the same one day after day, and another one once it is renewed', () => {
    const certificate = ending(20);
    const today = watchedCertificate(certificate, now);
    const tomorrow = watchedCertificate({ ...certificate, daysUntilExpiration: 19 }, plusMs(now, DAY_MS));
    expect(tomorrow).toEqual({ subject: today?.subject, daysLeft: 19 });
    expect(watchedCertificate(ending(21), now)?.subject).not.toBe(today?.subject);
    expect(watchedCertificate(ending(20, 'O=Another'), now)?.subject).not.toBe(today?.subject);
  });
});
