import { isIP } from 'node:net';
import { z } from 'zod';

/** The roles a process can have; together they are the whole product. */
export const ROLES = ['api', 'bot', 'scheduler', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export const CHECK_LOCATIONS = ['US_EAST_1', 'EU_CENTRAL_1', 'AP_NORTHEAST_1', 'AP_SOUTHEAST_2'] as const;

const HOST_NAME = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i;
/** An address alone, or in angle brackets behind a name. */
const SENDER = /^([^\s@<>]+@[^\s@<>]+|[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>)$/;

const text = z.string();
const uriOf = (...schemes: string[]) =>
  text.refine((value) => URL.canParse(value) && schemes.some((scheme) => value.startsWith(`${scheme}://`)), {
    message: `expects a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  });
const httpUrl = uriOf('http', 'https').transform((url) => url.replace(/\/+$/, ''));
const whole = (min: number, max: number) =>
  text
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      message: `expects a whole number from ${min} to ${max}`,
    })
    .transform(Number);
const listOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  text.transform((value, ctx) => {
    const chosen = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const unknown = chosen.filter((part) => !values.includes(part));
    if (unknown.length === 0 && chosen.length > 0) return [...new Set(chosen)] as T[number][];
    ctx.addIssue({ code: 'custom', message: `expects a comma list of ${values.join(', ')}` });
    return z.NEVER;
  });

/** Origins as browsers send them: scheme, host and, where it is not the scheme's own, port. */
const origins = text.transform((value, ctx) => {
  const all = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isOrigin = (part: string) =>
    part === '*' || (/^https?:/.test(part) && URL.canParse(part) && new URL(part).origin === part);
  if (all.length > 0 && all.every(isOrigin)) return all;
  ctx.addIssue({ code: 'custom', message: 'expects origins like https://status.example.com, or *' });
  return z.NEVER;
});

/** Addresses and networks, as `10.0.0.7` and `10.0.0.0/8`. */
const networks = text.transform((value, ctx) => {
  const all = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (all.length > 0 && all.every(isNetwork)) return all;
  ctx.addIssue({ code: 'custom', message: 'expects addresses or networks like 127.0.0.1 or 10.0.0.0/8' });
  return z.NEVER;
});

function isNetwork(part: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
  const family = isIP(address);
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 4 ? 32 : 128));
}

type Setting = {
  /** Reads a text without space around it, never an empty one. What it says of a wrong one follows the name. */
  readonly schema: z.ZodType<unknown, string>;
  /** What holds where nothing is set. */
  readonly absent: unknown;
  readonly help: string;
};

/** Every setting once: how it is read, its default, and what `--help` says of it. */
export const SETTINGS = {
  PORT: { schema: whole(0, 65_535), absent: 3000, help: 'the port to listen on' },
  HOST: {
    schema: text.refine(
      (host) => isIP(host) !== 0 || HOST_NAME.test(host),
      'expects an address or a host name',
    ),
    absent: '127.0.0.1',
    help: 'the address to listen on',
  },
  PUBLIC_URL: {
    schema: httpUrl,
    absent: null,
    help: 'how people and providers reach this server (default http://HOST:PORT)',
  },
  DATA_DIR: {
    schema: text,
    absent: '.data',
    help: 'where the embedded parts keep their data',
  },
  DATABASE_URL: {
    schema: uriOf('postgres', 'postgresql'),
    absent: null,
    help: 'PostgreSQL; absent: an embedded one in DATA_DIR',
  },
  REDIS_URL: {
    schema: uriOf('redis', 'rediss'),
    absent: null,
    help: 'Redis for the queues; absent: they live in PostgreSQL',
  },
  ADMIN_API_KEY: {
    schema: text.refine(
      (key) => /^[!-~]{16,}$/.test(key),
      'expects at least 16 characters, none of them a space',
    ),
    absent: null,
    help: 'the first admin key; absent: one is made and written to DATA_DIR/admin-key',
  },
  ROLES: {
    schema: listOf(ROLES),
    absent: ROLES,
    help: 'what this process does: api, bot, scheduler, worker (default all)',
  },
  LOCATIONS: {
    schema: listOf(CHECK_LOCATIONS),
    absent: CHECK_LOCATIONS,
    help: 'the locations this process checks from (default all)',
  },
  SLACK_BOT_TOKEN: {
    schema: text.refine((token) => token.startsWith('xoxb-'), 'expects a bot token (xoxb-…)'),
    absent: null,
    help: 'the bot token; none of the SLACK_ settings: the chat sandbox serves instead',
  },
  SLACK_SIGNING_SECRET: { schema: text, absent: null, help: "the app's signing secret (HTTP mode)" },
  SLACK_APP_TOKEN: {
    schema: text.refine((token) => token.startsWith('xapp-'), 'expects an app token (xapp-…)'),
    absent: null,
    help: 'the app-level token: socket mode, no public address needed',
  },
  SLACK_API_URL: { schema: httpUrl, absent: null, help: "another address for Slack's Web API" },
  SLACK_DEFAULT_CHANNEL: {
    schema: text.refine(
      (channel) => /^#?[\p{L}\p{N}._-]{1,80}$/u.test(channel),
      'expects a channel id or #name',
    ),
    absent: null,
    help: 'where cards go for pages without a chatChannel (id or #name)',
  },
  SLACK_POSTS_PER_SECOND: {
    schema: whole(1, 1000),
    absent: 20,
    help: 'the ceiling of posts for the workspace',
  },
  TWILIO_ACCOUNT_SID: {
    schema: text.refine((sid) => sid.startsWith('AC'), 'expects an account SID (AC…)'),
    absent: null,
    help: 'Twilio: SMS, and calls of monitor alerts; absent: SMS is left out of every plan',
  },
  TWILIO_AUTH_TOKEN: { schema: text, absent: null, help: 'Twilio' },
  TWILIO_FROM: {
    schema: text.refine(
      (from) => /^(\+[1-9]\d{4,14}|MG[\da-f]{32})$/.test(from),
      'expects a number like +15005550006 or the SID of a messaging service (MG…)',
    ),
    absent: null,
    help: 'Twilio: the number (E.164) or messaging service (MG…) that messages come from; calls need a number',
  },
  TWILIO_API_URL: { schema: httpUrl, absent: null, help: 'stands for https://api.twilio.com' },
  SMTP_URL: {
    schema: uriOf('smtp', 'smtps'),
    absent: null,
    help: 'mail server; absent: e-mail is left out of every plan',
  },
  MAIL_FROM: {
    schema: text.refine((from) => SENDER.test(from), 'expects an address like Tocsin <tocsin@example.org>'),
    absent: null,
    help: 'the sender of e-mails',
  },
  WEBHOOK_SECRET: {
    schema: text.refine(isWebhookSecret, 'expects whsec_ and base64 of 24 to 64 bytes'),
    absent: null,
    help: 'signs webhooks to members that have no secret of their own',
  },
  ALLOW_PRIVATE_TARGETS: {
    schema: text
      .refine((v) => v === 'true' || v === 'false', 'expects true or false')
      .transform((v) => v === 'true'),
    absent: true,
    help: 'whether monitors and webhooks may reach private addresses',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'expects trace, debug, info, warn, error, fatal or silent',
    }) as z.ZodType<string, string>,
    absent: 'info',
    help: 'how much is logged',
  },
  LOG_RETENTION_DAYS: {
    schema: whole(1, 3650),
    absent: 30,
    help: 'how long logs of checks are kept',
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: whole(1, 1_000_000),
    absent: null,
    help: 'requests a minute and key, as each process counts them (default: no limit)',
  },
  CORS_ORIGINS: {
    schema: origins,
    absent: [],
    help: 'comma list of origins whose pages may call the API from a browser, or * (default none)',
  },
  TRUST_PROXY: {
    schema: networks,
    absent: [],
    help: 'comma list of the addresses or networks of proxies whose X-Forwarded-For is believed (default none)',
  },
  STORM_PER_MINUTE: {
    schema: whole(1, 100_000),
    absent: 30,
    help: 'messages a minute to one member before they are bundled',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
/** All settings as they were read, each by its own schema, or as they are where nothing is set. */
export type ReadSettings = {
  readonly [Name in SettingName]:
    | z.output<(typeof SETTINGS)[Name]['schema']>
    | (typeof SETTINGS)[Name]['absent'];
};

function isWebhookSecret(value: string): boolean {
  const [, encoded] =
    /^whsec_((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)$/.exec(value) ?? [];
  const bytes = encoded === undefined ? 0 : Buffer.from(encoded, 'base64').length;
  return bytes >= 24 && bytes <= 64;
}
