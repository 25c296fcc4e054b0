import { ROLES, CHECK_LOCATIONS, SETTINGS, type ReadSettings, type Role, type SettingName } from './settings.ts';

/** Everything that the environment decides, typed and complete. Secrets are fields like any other: it is never logged. */
export type Config = {
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash; null: derived from the address that is listened on. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
  readonly adminApiKey: string | null;
  readonly roles: readonly Role[];
  readonly locations: readonly string[];
  /** Null: the chat sandbox. */
  readonly slack: {
    readonly botToken: string;
    readonly signingSecret: string | null;
    readonly appToken: string | null;
  } | null;
  readonly slackApiUrl: string | null;
  readonly slackDefaultChannel: string | null;
  readonly slackPostsPerSecond: number;
  readonly twilio: {
    readonly accountSid: string;
    readonly authToken: string;
    readonly from: string;
    readonly apiUrl: string | null;
  } | null;
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  readonly webhookSecret: string | null;
  readonly allowPrivateTargets: boolean;
  readonly logLevel: string;
  readonly logRetentionDays: number;
  readonly rateLimitPerMinute: number | null;
  readonly stormPerMinute: number;
};

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads the settings; all problems at once, each naming its variable and what it expects. Empty values count as absent. */
export function toConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const problems: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(SETTINGS)) {
    const value = env[name];
    if (value === undefined || value.trim() === '') continue;
    const parsed = schema.safeParse(value.trim());
    if (parsed.success) read[name] = parsed.data;
    else problems.push(`${name} ${parsed.error.issues[0]?.message ?? 'is wrong'}`);
  }
  // Each value was read by the schema that this type is made from.
  const settings = read as ReadSettings;
  problems.push(...missingPartners(settings, env));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: complete(settings) };
}

/** What belongs together comes together. */
function missingPartners(
  settings: ReadSettings,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const isSet = (name: SettingName) => (env[name] ?? '').trim() !== '';
  const problems: string[] = [];
  const together = (names: readonly SettingName[]) => {
    const set = names.filter(isSet);
    if (set.length === 0) return;
    for (const name of names) if (!isSet(name)) problems.push(`${name} is needed with ${set.join(' and ')}`);
  };
  together(['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']);
  together(['SMTP_URL', 'MAIL_FROM']);
  const wantsSlack = isSet('SLACK_BOT_TOKEN') || isSet('SLACK_SIGNING_SECRET') || isSet('SLACK_APP_TOKEN');
  if (wantsSlack && !isSet('SLACK_BOT_TOKEN')) {
    problems.push('SLACK_BOT_TOKEN is needed with SLACK_SIGNING_SECRET and SLACK_APP_TOKEN');
  }
  if (isSet('SLACK_BOT_TOKEN') && !isSet('SLACK_SIGNING_SECRET') && !isSet('SLACK_APP_TOKEN')) {
    problems.push('SLACK_SIGNING_SECRET (or SLACK_APP_TOKEN for socket mode) is needed with SLACK_BOT_TOKEN');
  }
  if (settings.TWILIO_FROM !== undefined && !/^\+[1-9]\d{4,14}$/.test(settings.TWILIO_FROM)) {
    problems.push('TWILIO_FROM expects a number like +15005550006');
  }
  return problems;
}

function complete(s: ReadSettings): Config {
  return {
    host: s.HOST ?? '127.0.0.1',
    port: s.PORT ?? 3000,
    publicUrl: s.PUBLIC_URL ?? null,
    dataDir: s.DATA_DIR ?? '.data',
    databaseUrl: s.DATABASE_URL ?? null,
    redisUrl: s.REDIS_URL ?? null,
    adminApiKey: s.ADMIN_API_KEY ?? null,
    roles: s.ROLES ?? ROLES,
    locations: s.LOCATIONS ?? CHECK_LOCATIONS,
    slack:
      s.SLACK_BOT_TOKEN === undefined
        ? null
        : {
            botToken: s.SLACK_BOT_TOKEN,
            signingSecret: s.SLACK_SIGNING_SECRET ?? null,
            appToken: s.SLACK_APP_TOKEN ?? null,
          },
    slackApiUrl: s.SLACK_API_URL ?? null,
    slackDefaultChannel: s.SLACK_DEFAULT_CHANNEL ?? null,
    slackPostsPerSecond: s.SLACK_POSTS_PER_SECOND ?? 20,
    twilio:
      s.TWILIO_ACCOUNT_SID === undefined || s.TWILIO_AUTH_TOKEN === undefined || s.TWILIO_FROM === undefined
        ? null
        : {
            accountSid: s.TWILIO_ACCOUNT_SID,
            authToken: s.TWILIO_AUTH_TOKEN,
            from: s.TWILIO_FROM,
            apiUrl: s.TWILIO_API_URL ?? null,
          },
    mail:
      s.SMTP_URL === undefined || s.MAIL_FROM === undefined ? null : { smtpUrl: s.SMTP_URL, from: s.MAIL_FROM },
    webhookSecret: s.WEBHOOK_SECRET ?? null,
    allowPrivateTargets: s.ALLOW_PRIVATE_TARGETS ?? true,
    logLevel: s.LOG_LEVEL ?? 'info',
    logRetentionDays: s.LOG_RETENTION_DAYS ?? 30,
    rateLimitPerMinute: s.RATE_LIMIT_PER_MINUTE ?? null,
    stormPerMinute: s.STORM_PER_MINUTE ?? 30,
  };
}

/** What `--help` prints. */
export function helpText(): string {
  const width = Math.max(...Object.keys(SETTINGS).map((name) => name.length));
  const lines = Object.entries(SETTINGS).map(([name, { help }]) => `  ${name.padEnd(width)}  ${help}`);
  return ['Usage: npm start', '', 'Settings (environment, all optional):', ...lines, ''].join('\n');
}
