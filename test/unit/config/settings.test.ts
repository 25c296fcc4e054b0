import { describe, expect, test } from 'vitest';
import { toConfig, type Config } from '../../../src/config/config.ts';
import { SETTINGS, type SettingName } from '../../../src/config/settings.ts';

const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');

/** What has to be set beside a setting. */
const PARTNERS: Partial<Record<SettingName, Record<string, string>>> = {
  SLACK_BOT_TOKEN: { SLACK_SIGNING_SECRET: 'slack-signing' },
  SLACK_SIGNING_SECRET: { SLACK_BOT_TOKEN: 'xoxb-1' },
  SLACK_APP_TOKEN: { SLACK_BOT_TOKEN: 'xoxb-1' },
  TWILIO_ACCOUNT_SID: { TWILIO_AUTH_TOKEN: 'twilio-token', TWILIO_FROM: '+15005550006' },
  TWILIO_AUTH_TOKEN: { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_FROM: '+15005550006' },
  TWILIO_FROM: { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'twilio-token' },
  TWILIO_API_URL: {
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'twilio-token',
    TWILIO_FROM: '+15005550006',
  },
  SMTP_URL: { MAIL_FROM: 'tocsin@example.org' },
  MAIL_FROM: { SMTP_URL: 'smtp://mail.example.org' },
};

type Row = {
  /** Where the setting is found. */
  readonly of: (config: Config) => unknown;
  readonly absent: unknown;
  /** Texts that are read, and as what. */
  readonly good: readonly (readonly [text: string, read: unknown])[];
  readonly bad: readonly string[];
};

const asIs = (...texts: string[]) => texts.map((text) => [text, text] as const);
const BAD_NUMBERS = ['-1', '1.5', '1e3', '0x10', 'ten', '1 0', '99999999999'];
const NOT_HTTP = ['example.org', 'ftp://example.org', 'http:example.org', 'http://', 'https://a b/'];

const TABLE: Record<SettingName, Row> = {
  PORT: {
    of: (config) => config.port,
    absent: 3000,
    good: [
      ['0', 0],
      ['8080', 8080],
      ['65535', 65_535],
      [' 80 ', 80],
    ],
    bad: [...BAD_NUMBERS, '65536'],
  },
  HOST: {
    of: (config) => config.host,
    absent: '127.0.0.1',
    good: asIs('0.0.0.0', '::', '::1', 'localhost', 'tocsin-1.example.org'),
    bad: ['http://localhost', 'localhost:3000', 'a b', '-a', 'a..b'],
  },
  PUBLIC_URL: {
    of: (config) => config.publicUrl,
    absent: null,
    good: [
      ['https://tocsin.example.org', 'https://tocsin.example.org'],
      ['http://10.0.0.1:3000/oncall//', 'http://10.0.0.1:3000/oncall'],
    ],
    bad: NOT_HTTP,
  },
  DATA_DIR: {
    of: (config) => config.dataDir,
    absent: '.data',
    good: asIs('/var/lib/tocsin', './here'),
    bad: [],
  },
  DATABASE_URL: {
    of: (config) => config.databaseUrl,
    absent: null,
    good: asIs('postgres://u:p@db:5432/tocsin', 'postgresql:///tocsin?host=/run/postgresql'),
    bad: ['mysql://db/tocsin', 'db:5432', 'postgres:tocsin'],
  },
  REDIS_URL: {
    of: (config) => config.redisUrl,
    absent: null,
    good: asIs('redis://cache:6379/2', 'rediss://:p@cache'),
    bad: ['http://cache', 'cache:6379', 'redis:cache'],
  },
  ADMIN_API_KEY: {
    of: (config) => config.adminApiKey,
    absent: null,
    good: asIs('0123456789abcdef', 'tocsin_Zm9vYmFyYmF6cXV4.~!'),
    bad: ['0123456789abcde', '01234567 89abcdef', 'clé-clé-clé-clé-clé'],
  },
  ROLES: {
    of: (config) => config.roles,
    absent: ['api', 'bot', 'scheduler', 'worker'],
    good: [
      ['api', ['api']],
      ['worker, api ,api,', ['worker', 'api']],
    ],
    bad: ['web', 'api,web', 'API', ','],
  },
  LOCATIONS: {
    of: (config) => config.locations,
    absent: ['US_EAST_1', 'EU_CENTRAL_1', 'AP_NORTHEAST_1', 'AP_SOUTHEAST_2'],
    good: [['EU_CENTRAL_1,US_EAST_1', ['EU_CENTRAL_1', 'US_EAST_1']]],
    bad: ['MOON_1', 'US_EAST_1;EU_CENTRAL_1', ','],
  },
  SLACK_BOT_TOKEN: {
    of: (config) => config.slack?.botToken ?? null,
    absent: null,
    good: asIs('xoxb-12-34-ab'),
    bad: ['xoxp-12-34-ab', 'bot'],
  },
  SLACK_SIGNING_SECRET: {
    of: (config) => config.slack?.signingSecret ?? null,
    absent: null,
    good: asIs('8f742231b10e8888abcd99yyyzzz85a5'),
    bad: [],
  },
  SLACK_APP_TOKEN: {
    of: (config) => config.slack?.appToken ?? null,
    absent: null,
    good: asIs('xapp-1-A1'),
    bad: ['xoxb-1', 'app'],
  },
  SLACK_API_URL: {
    of: (config) => config.slackApiUrl,
    absent: null,
    good: [['http://127.0.0.1:9000/api/', 'http://127.0.0.1:9000/api']],
    bad: NOT_HTTP,
  },
  SLACK_DEFAULT_CHANNEL: {
    of: (config) => config.slackDefaultChannel,
    absent: null,
    good: asIs('#on-call', 'C024BE91L', '#störungen'),
    bad: ['#', '# on call', 'on call', '@ana'],
  },
  SLACK_POSTS_PER_SECOND: {
    of: (config) => config.slackPostsPerSecond,
    absent: 20,
    good: [
      ['1', 1],
      ['1000', 1000],
    ],
    bad: [...BAD_NUMBERS, '0', '1001'],
  },
  TWILIO_ACCOUNT_SID: {
    of: (config) => config.twilio?.accountSid ?? null,
    absent: null,
    good: asIs(`AC${'0'.repeat(32)}`),
    bad: ['SK0', 'account'],
  },
  TWILIO_AUTH_TOKEN: {
    of: (config) => config.twilio?.authToken ?? null,
    absent: null,
    good: asIs('twilio-auth-token'),
    bad: [],
  },
  TWILIO_FROM: {
    of: (config) => config.twilio?.from ?? null,
    absent: null,
    good: asIs('+15005550006', '+4915112345678', `MG${'0'.repeat(32)}`),
    bad: ['15005550006', '+05005550006', '+1 500 555 0006', 'Tocsin', 'MG1'],
  },
  TWILIO_API_URL: {
    of: (config) => config.twilio?.apiUrl ?? null,
    absent: null,
    good: [['http://127.0.0.1:9001/', 'http://127.0.0.1:9001']],
    bad: NOT_HTTP,
  },
  SMTP_URL: {
    of: (config) => config.mail?.smtpUrl ?? null,
    absent: null,
    good: asIs('smtp://mail.example.org:587', 'smtps://u:p@mail.example.org'),
    bad: ['mail.example.org', 'http://mail.example.org', 'smtp:mail'],
  },
  MAIL_FROM: {
    of: (config) => config.mail?.from ?? null,
    absent: null,
    good: asIs('tocsin@example.org', 'Tocsin on call <tocsin@example.org>', '<tocsin@example.org>'),
    bad: ['Tocsin', 'tocsin@', 'Tocsin tocsin@example.org', 'Tocsin <tocsin>', 'a@b, c@d', 'a\n<a@b>'],
  },
  WEBHOOK_SECRET: {
    of: (config) => config.webhookSecret,
    absent: null,
    good: asIs(`whsec_${base64(24)}`, `whsec_${base64(25)}`, `whsec_${base64(64)}`),
    bad: [
      base64(32),
      `whsec_${base64(23)}`,
      `whsec_${base64(65)}`,
      'whsec_',
      `whsec_${base64(24)}!`,
      `whsec_${'-_'.repeat(20)}`,
      `whsec_${base64(25).replace(/=+$/, '')}`,
    ],
  },
  ALLOW_PRIVATE_TARGETS: {
    of: (config) => config.allowPrivateTargets,
    absent: true,
    good: [
      ['true', true],
      ['false', false],
    ],
    bad: ['yes', '1', 'TRUE'],
  },
  LOG_LEVEL: {
    of: (config) => config.logLevel,
    absent: 'info',
    good: asIs('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    bad: ['verbose', 'INFO'],
  },
  LOG_RETENTION_DAYS: {
    of: (config) => config.logRetentionDays,
    absent: 30,
    good: [
      ['1', 1],
      ['3650', 3650],
    ],
    bad: [...BAD_NUMBERS, '0', '3651'],
  },
  RATE_LIMIT_PER_MINUTE: {
    of: (config) => config.rateLimitPerMinute,
    absent: null,
    good: [['600', 600]],
    bad: [...BAD_NUMBERS, '0'],
  },
  CORS_ORIGINS: {
    of: (config) => config.corsOrigins,
    absent: [],
    good: [
      ['*', ['*']],
      ['https://a.example, http://localhost:5173', ['https://a.example', 'http://localhost:5173']],
    ],
    bad: ['a.example', 'https://a.example/', 'https://a.example/path', 'ftp://a.example', ','],
  },
  TRUST_PROXY: {
    of: (config) => config.trustedProxies,
    absent: [],
    good: [
      ['127.0.0.1', ['127.0.0.1']],
      ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    ],
    bad: ['true', 'proxy.example', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', ','],
  },
  STORM_PER_MINUTE: {
    of: (config) => config.stormPerMinute,
    absent: 30,
    good: [['5', 5]],
    bad: [...BAD_NUMBERS, '0'],
  },
};

const names = Object.keys(SETTINGS) as SettingName[];

describe.each(names)('%s', (name) => {
  const { of, absent, good, bad } = TABLE[name];
  const read = (text: string) => toConfig({ ...PARTNERS[name], [name]: text });
  const valueOf = (result: ReturnType<typeof toConfig>) => (result.ok ? of(result.config) : result.problems);

  test(`is ${JSON.stringify(absent)} where nothing is set, or nothing but space`, () => {
    expect(valueOf(toConfig({}))).toEqual(absent);
    expect(valueOf(toConfig({ [name]: '' }))).toEqual(absent);
    expect(valueOf(toConfig({ [name]: '  ' }))).toEqual(absent);
  });

  test.each(good)('takes %j as %j', (text, value) => {
    expect(valueOf(read(text))).toEqual(value);
  });

  const problemsOf = (text: string) => {
    const result = read(text);
    return result.ok ? [] : result.problems;
  };

  test.runIf(bad.length > 0).each(bad)('refuses %j in one line that names it', (text) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(new RegExp(`^${name} expects [^\\n]+$`))]);
  });

  test('says the same of every wrong value, so that none shows', () => {
    expect(new Set(bad.flatMap(problemsOf)).size).toBe(Math.min(1, bad.length));
  });
});
