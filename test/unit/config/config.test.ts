import { describe, expect, test } from 'vitest';
import { helpText, toConfig } from '../../../src/config/config.ts';
import { SETTINGS } from '../../../src/config/settings.ts';

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  const result = toConfig(env);
  return result.ok ? [] : result.problems;
}

test('with nothing set everything has a value: the product starts by itself', () => {
  expect(toConfig({})).toEqual({
    ok: true,
    config: {
      host: '127.0.0.1',
      port: 3000,
      publicUrl: null,
      dataDir: '.data',
      databaseUrl: null,
      redisUrl: null,
      adminApiKey: null,
      roles: ['api', 'bot', 'scheduler', 'worker'],
      locations: ['US_EAST_1', 'EU_CENTRAL_1', 'AP_NORTHEAST_1', 'AP_SOUTHEAST_2'],
      slack: null,
      slackApiUrl: null,
      slackDefaultChannel: null,
      slackPostsPerSecond: 20,
      twilio: null,
      mail: null,
      webhookSecret: null,
      allowPrivateTargets: true,
      logLevel: 'info',
      logRetentionDays: 30,
      rateLimitPerMinute: null,
      corsOrigins: [],
      trustedProxies: [],
      stormPerMinute: 30,
    },
  });
});

test('variables of others are none of its business', () => {
  expect(toConfig({ PATH: '/bin', HOME: undefined, port: 'x' }).ok).toBe(true);
});

test('every problem is told at once', () => {
  const problems = problemsOf({
    PORT: 'x',
    ROLES: 'web',
    LOG_LEVEL: 'loud',
    SMTP_URL: 'smtp://mail',
    TWILIO_FROM: '1',
  });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'ROLES',
    'TWILIO_FROM',
    'LOG_LEVEL',
    'TWILIO_ACCOUNT_SID',
    'TWILIO_AUTH_TOKEN',
    'MAIL_FROM',
  ]);
});

describe('what belongs together comes together', () => {
  const slackMode =
    'SLACK_SIGNING_SECRET (or SLACK_APP_TOKEN for socket mode) is needed with SLACK_BOT_TOKEN';
  test.each<{ set: Record<string, string>; problems: string[] }>([
    { set: { SMTP_URL: 'smtp://mail' }, problems: ['MAIL_FROM is needed with SMTP_URL'] },
    { set: { MAIL_FROM: 'a@b.example' }, problems: ['SMTP_URL is needed with MAIL_FROM'] },
    {
      set: { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_FROM: '+15005550006' },
      problems: ['TWILIO_AUTH_TOKEN is needed with TWILIO_ACCOUNT_SID and TWILIO_FROM'],
    },
    { set: { TWILIO_API_URL: 'http://127.0.0.1:1' }, problems: [] },
    { set: { SLACK_BOT_TOKEN: 'xoxb-1' }, problems: [slackMode] },
    { set: { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: ' ' }, problems: [slackMode] },
    { set: { SLACK_SIGNING_SECRET: 's' }, problems: ['SLACK_BOT_TOKEN is needed with SLACK_SIGNING_SECRET'] },
    { set: { SLACK_APP_TOKEN: 'xapp-1' }, problems: ['SLACK_BOT_TOKEN is needed with SLACK_APP_TOKEN'] },
    {
      set: { SLACK_SIGNING_SECRET: 's', SLACK_APP_TOKEN: 'xapp-1' },
      problems: ['SLACK_BOT_TOKEN is needed with SLACK_SIGNING_SECRET and SLACK_APP_TOKEN'],
    },
    { set: { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' }, problems: [] },
    {
      set: { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 's', SLACK_APP_TOKEN: 'xapp-1' },
      problems: [],
    },
    { set: { SLACK_DEFAULT_CHANNEL: '#on-call', SLACK_POSTS_PER_SECOND: '5' }, problems: [] },
  ])('$set: $problems', ({ set, problems }) => {
    expect(problemsOf(set)).toEqual(problems);
  });
});

test('no secret is in any problem, right or wrong', () => {
  const secrets = {
    DATABASE_URL: 'mysql://user:hunter2-database@db/x',
    REDIS_URL: 'http://:hunter2-redis@cache',
    ADMIN_API_KEY: 'hunter2 admin key with spaces',
    SLACK_BOT_TOKEN: 'hunter2-bot-token',
    SLACK_APP_TOKEN: 'hunter2-app-token',
    SLACK_SIGNING_SECRET: 'hunter2-signing-secret',
    TWILIO_ACCOUNT_SID: 'hunter2-account',
    TWILIO_AUTH_TOKEN: 'hunter2-auth-token',
    SMTP_URL: 'http://user:hunter2-smtp@mail',
    WEBHOOK_SECRET: 'whsec_hunter2',
  };
  const problems = problemsOf(secrets);
  expect(problems.length).toBeGreaterThanOrEqual(9);
  expect(problems.join('\n')).not.toContain('hunter2');
});

describe('the help', () => {
  test.each(Object.entries(SETTINGS))('names %s once, with what it is for', (name, { help }) => {
    const lines = helpText()
      .split('\n')
      .filter((line) => line.trim().split(' ')[0] === name);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(help);
  });

  test('says the defaults', () => {
    expect(helpText()).toMatch(/ {2}PORT +the port to listen on \(default 3000\)\n/);
    expect(helpText()).toMatch(/ {2}ALLOW_PRIVATE_TARGETS .*\(default true\)\n/);
    expect(helpText()).not.toMatch(/undefined|null|\[object/);
  });
});
