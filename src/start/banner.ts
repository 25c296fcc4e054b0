import type { Config } from '../config/config.ts';

/** What a person at a terminal wants to know of a start, one line each. */
export function banner(options: {
  config: Config;
  url: string;
  startMs: number;
  isEmbedded: boolean;
  adminKeyPath: string | null;
}): string[] {
  const { config, url, startMs, isEmbedded, adminKeyPath } = options;
  const lines = [`Tocsin is ready in ${(startMs / 1_000).toFixed(1)} s.`, ''];
  const say = (what: string, where: string) => lines.push(`  ${what.padEnd(14)} ${where}`);
  say('API', `${url} (reference: ${url}/docs)`);
  if (config.slack === null) say('Chat sandbox', `${url}/sandbox`);
  if (adminKeyPath !== null) say('Admin key', adminKeyPath);
  say(
    'Database',
    isEmbedded ? `embedded, in ${config.dataDir} (DATABASE_URL replaces it)` : 'PostgreSQL by DATABASE_URL',
  );
  say('Queues', config.redisUrl === null ? 'in PostgreSQL (REDIS_URL replaces that)' : 'Redis by REDIS_URL');
  say('Chat', config.slack === null ? 'the sandbox (SLACK_BOT_TOKEN replaces it)' : 'Slack');
  say('E-mail', config.mail === null ? 'left out of every plan (SMTP_URL and MAIL_FROM add it)' : 'SMTP');
  say('SMS', config.twilio === null ? 'left out of every plan (TWILIO_ACCOUNT_SID, … add it)' : 'Twilio');
  say(
    'Phone calls',
    config.twilio === null
      ? 'none (TWILIO_ACCOUNT_SID, … add those of monitor alerts)'
      : 'Twilio, for monitor alerts alone',
  );
  if (config.roles.length < 4) say('Roles', config.roles.join(', '));
  return [...lines, ''];
}
