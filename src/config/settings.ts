import { z } from 'zod';

/** The roles a process can have; together they are the whole product. */
export const ROLES = ['api', 'bot', 'scheduler', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export const CHECK_LOCATIONS = ['US_EAST_1', 'EU_CENTRAL_1', 'AP_NORTHEAST_1', 'AP_SOUTHEAST_2'] as const;

const text = z.string().trim().min(1);
const httpUrl = text.refine(isHttpUrl, 'expects an http(s) URL').transform((url) => url.replace(/\/+$/, ''));
const whole = (min: number, max: number) =>
  text
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      message: `expects a whole number from ${min} to ${max}`,
    })
    .transform(Number);
const listOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  text.transform((value, ctx) => {
    const chosen = value.split(',').map((part) => part.trim()).filter((part) => part !== '');
    const unknown = chosen.filter((part) => !values.includes(part));
    if (unknown.length === 0 && chosen.length > 0) return [...new Set(chosen)] as T[number][];
    ctx.addIssue({ code: 'custom', message: `expects a comma list of ${values.join(', ')}` });
    return z.NEVER;
  });
const uriOf = (...protocols: string[]) =>
  text.refine((value) => protocols.includes(protocolOf(value)), {
    message: `expects a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });

type Setting = { readonly schema: z.ZodType<unknown, string>; readonly help: string };

/** Every setting once: how it is read and what `--help` says of it. */
export const SETTINGS = {
  PORT: { schema: whole(0, 65_535), help: 'the port to listen on (default 3000)' },
  HOST: { schema: text, help: 'the address to listen on (default 127.0.0.1)' },
  PUBLIC_URL: { schema: httpUrl, help: 'how people and providers reach this server (default http://HOST:PORT)' },
  DATA_DIR: { schema: text, help: 'where the embedded parts keep their data (default .data)' },
  DATABASE_URL: {
    schema: uriOf('postgres:', 'postgresql:'),
    help: 'PostgreSQL; absent: an embedded one in DATA_DIR',
  },
  REDIS_URL: { schema: uriOf('redis:', 'rediss:'), help: 'Redis for the queues; absent: they live in PostgreSQL' },
  ADMIN_API_KEY: {
    schema: text.refine((key) => key.length >= 16, 'expects at least 16 characters'),
    help: 'the first admin key; absent: one is made and written to DATA_DIR/admin-key',
  },
  ROLES: { schema: listOf(ROLES), help: 'what this process does: api, bot, scheduler, worker (default all)' },
  LOCATIONS: { schema: listOf(CHECK_LOCATIONS), help: 'the locations this process checks from (default all)' },
  SLACK_BOT_TOKEN: {
    schema: text.refine((token) => token.startsWith('xoxb-'), 'expects a bot token (xoxb-…)'),
    help: 'the bot token; none of the SLACK_ settings: the chat sandbox serves instead',
  },
  SLACK_SIGNING_SECRET: { schema: text, help: "the app's signing secret (HTTP mode)" },
  SLACK_APP_TOKEN: {
    schema: text.refine((token) => token.startsWith('xapp-'), 'expects an app token (xapp-…)'),
    help: 'the app-level token: socket mode, no public address needed',
  },
  SLACK_API_URL: { schema: httpUrl, help: "another address for Slack's Web API" },
  SLACK_DEFAULT_CHANNEL: { schema: text, help: 'where cards go for pages without a chatChannel (id or #name)' },
  SLACK_POSTS_PER_SECOND: { schema: whole(1, 1000), help: 'the ceiling of posts for the workspace (default 20)' },
  TWILIO_ACCOUNT_SID: {
    schema: text.refine((sid) => sid.startsWith('AC'), 'expects an account SID (AC…)'),
    help: 'Twilio: SMS; absent: SMS is left out of every plan',
  },
  TWILIO_AUTH_TOKEN: { schema: text, help: 'Twilio' },
  TWILIO_FROM: { schema: text, help: 'Twilio: the number that messages come from (E.164)' },
  TWILIO_API_URL: { schema: httpUrl, help: 'stands for https://api.twilio.com' },
  SMTP_URL: { schema: uriOf('smtp:', 'smtps:'), help: 'mail server; absent: e-mail is left out of every plan' },
  MAIL_FROM: { schema: text, help: 'the sender of e-mails' },
  WEBHOOK_SECRET: {
    schema: text.refine(isWebhookSecret, 'expects whsec_ and base64 of 24 to 64 bytes'),
    help: 'signs webhooks to members that have no secret of their own',
  },
  ALLOW_PRIVATE_TARGETS: {
    schema: text.refine((v) => v === 'true' || v === 'false', 'expects true or false').transform((v) => v === 'true'),
    help: 'whether monitors and webhooks may reach private addresses (default true)',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'expects trace, debug, info, warn, error, fatal or silent',
    }) as z.ZodType<string, string>,
    help: 'how much is logged (default info)',
  },
  LOG_RETENTION_DAYS: { schema: whole(1, 3650), help: 'how long logs of checks are kept (default 30)' },
  RATE_LIMIT_PER_MINUTE: { schema: whole(1, 1_000_000), help: 'requests a minute and key (default: no limit)' },
  STORM_PER_MINUTE: {
    schema: whole(1, 100_000),
    help: 'messages a minute to one member before they are bundled (default 30)',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
/** The settings that are set, each read by its own schema. */
export type ReadSettings = { readonly [Name in SettingName]?: z.output<(typeof SETTINGS)[Name]['schema']> };

function isHttpUrl(value: string): boolean {
  return ['http:', 'https:'].includes(protocolOf(value));
}

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : '';
}

function isWebhookSecret(value: string): boolean {
  if (!value.startsWith('whsec_')) return false;
  const bytes = Buffer.from(value.slice('whsec_'.length), 'base64').length;
  return bytes >= 24 && bytes <= 64;
}
