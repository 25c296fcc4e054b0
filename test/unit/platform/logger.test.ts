import { expect, test } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';

function captured(options: { pretty?: boolean; level?: 'debug' | 'info' } = {}) {
  const lines: string[] = [];
  const log = createLogger({
    level: options.level ?? 'info',
    pretty: options.pretty ?? false,
    destination: { write: (line) => void lines.push(line) },
  });
  return { log, lines, text: () => lines.join('') };
}

test.each([
  ['a token', { token: 's3cr3t-value' }],
  ['a header', { headers: { Authorization: 'Bearer s3cr3t-value' } }],
  ['a cookie', { request: { headers: [{ 'set-cookie': 's3cr3t-value' }] } }],
  ['an API key', { apiKey: 's3cr3t-value' }],
  ['a telephone number by its field', { member: { phone: 's3cr3t-value' } }],
  ['the body of a message', { message: { body: 's3cr3t-value', text: 's3cr3t-value' } }],
  ['an acknowledgement link', { url: 'https://on.call/acknowledge/s3cr3t-value' }],
  ['a heartbeat address', { url: '/heartbeat/s3cr3t-value/start' }],
  ['a key to the API', { err: new Error(`no such key: tocsin_s3cr3t-value${'x'.repeat(31)}`) }],
  ['what signs webhooks', { err: new Error('not base64: whsec_s3cr3t-valuexxxxxxxxxxxx') }],
  ["a subscriber's link", { err: new Error('refused: https://on.call/public/unsubscribe/s3cr3t-value') }],
  ['a calendar address', { url: '/calendar.ics?token=s3cr3t-value&x=1' }],
  ['a password in an address', { url: 'postgresql://tocsin:s3cr3t-value@127.0.0.1/tocsin' }],
  ['an error that quotes a secret', { err: new Error('sent with Bearer s3cr3t-value') }],
  [
    'a field of an error',
    { err: Object.assign(new Error('failed'), { config: { password: 's3cr3t-value' } }) },
  ],
])('keeps %s out of the log', (_what, fields) => {
  const { log, text } = captured();
  log.info(fields, 'said');
  log.child(fields).info('said by a child');
  expect(text()).toContain('said by a child');
  expect(text()).not.toContain('s3cr3t-value');
});

test.each(['a.', 'a-', '?a', 'x://a:', 'https://a.', '/inbound/', '+1'])(
  'takes no longer for a text of many %j than its length explains',
  (part) => {
    const { log, text } = captured();
    const startedAt = performance.now();
    log.info(part.repeat(200_000));
    log.info({ what: part.repeat(200_000) }, 'said');
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(text()).toContain('said');
  },
);

test('keeps telephone numbers out of the log wherever they stand, but for two digits', () => {
  const { log, text } = captured();
  log.warn(
    { err: new Error('The number +4915112345678 is not reachable'), at: '2026-01-01T00:00:00.000+00:00' },
    'failed',
  );
  expect(text()).toContain('The number +…78 is not reachable');
  expect(text()).toContain('2026-01-01T00:00:00.000+00:00');
});

test('says what happened in JSON for machines', () => {
  const { log, lines } = captured();
  log.info({ incidentId: 'inc_1', from: 'UP', to: 'DOWN' }, 'monitor changed');
  log.debug('not asked for');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      incidentId: 'inc_1',
      from: 'UP',
      to: 'DOWN',
      msg: 'monitor changed',
    },
  ]);
});

test('says what happened in one readable line for people', () => {
  const { log, lines } = captured({ pretty: true });
  log.info({ port: 3000 }, 'listening');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('listening');
  expect(lines[0]?.trimEnd()).not.toContain('\n');
});
