import { SETTINGS, type ReadSettings, type Role, type SettingName } from './settings.ts';

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
  readonly corsOrigins: readonly string[];
  /** Whose X-Forwarded-For says where a request came from. */
  readonly trustedProxies: readonly string[];
  readonly stormPerMinute: number;
};

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads the settings; all problems at once, each naming its variable and what it expects. Empty values count as absent. */
export function toConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const textOf = (name: string) => env[name]?.trim() ?? '';
  const problems: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, { schema, absent }] of Object.entries(SETTINGS)) {
    const text = textOf(name);
    const parsed = text === '' ? { success: true as const, data: absent } : schema.safeParse(text);
    if (parsed.success) read[name] = parsed.data;
    else problems.push(`${name} ${parsed.error.issues[0]?.message ?? 'is wrong'}`);
  }
  problems.push(...missingPartners((name) => textOf(name) !== ''));
  if (problems.length > 0) return { ok: false, problems };
  // Each value was read by the schema that this type is made from.
  return { ok: true, config: arrange(read as ReadSettings) };
}

/** What belongs together comes together. */
function missingPartners(isSet: (name: SettingName) => boolean): string[] {
  const needs = (needed: readonly SettingName[], by: readonly SettingName[]): string[] => {
    const set = by.filter(isSet);
    if (set.length === 0) return [];
    return needed.filter((name) => !isSet(name)).map((name) => `${name} is needed with ${set.join(' and ')}`);
  };
  const together = (...names: SettingName[]) => needs(names, names);
  const hasNoMode = isSet('SLACK_BOT_TOKEN') && !isSet('SLACK_SIGNING_SECRET') && !isSet('SLACK_APP_TOKEN');
  return [
    ...together('TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'),
    ...together('SMTP_URL', 'MAIL_FROM'),
    ...needs(['SLACK_BOT_TOKEN'], ['SLACK_SIGNING_SECRET', 'SLACK_APP_TOKEN']),
    ...(hasNoMode
      ? ['SLACK_SIGNING_SECRET (or SLACK_APP_TOKEN for socket mode) is needed with SLACK_BOT_TOKEN']
      : []),
  ];
}

function arrange(s: ReadSettings): Config {
  return {
    host: s.HOST,
    port: s.PORT,
    publicUrl: s.PUBLIC_URL,
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    redisUrl: s.REDIS_URL,
    adminApiKey: s.ADMIN_API_KEY,
    roles: s.ROLES,
    locations: s.LOCATIONS,
    slack:
      s.SLACK_BOT_TOKEN === null
        ? null
        : { botToken: s.SLACK_BOT_TOKEN, signingSecret: s.SLACK_SIGNING_SECRET, appToken: s.SLACK_APP_TOKEN },
    slackApiUrl: s.SLACK_API_URL,
    slackDefaultChannel: s.SLACK_DEFAULT_CHANNEL,
    slackPostsPerSecond: s.SLACK_POSTS_PER_SECOND,
    twilio:
      s.TWILIO_ACCOUNT_SID === null || s.TWILIO_AUTH_TOKEN === null || s.TWILIO_FROM === null
        ? null
        : {
            accountSid: s.TWILIO_ACCOUNT_SID,
            authToken: s.TWILIO_AUTH_TOKEN,
            from: s.TWILIO_FROM,
            apiUrl: s.TWILIO_API_URL,
          },
    mail: s.SMTP_URL === null || s.MAIL_FROM === null ? null : { smtpUrl: s.SMTP_URL, from: s.MAIL_FROM },
    webhookSecret: s.WEBHOOK_SECRET,
    allowPrivateTargets: s.ALLOW_PRIVATE_TARGETS,
    logLevel: s.LOG_LEVEL,
    logRetentionDays: s.LOG_RETENTION_DAYS,
    rateLimitPerMinute: s.RATE_LIMIT_PER_MINUTE,
    corsOrigins: s.CORS_ORIGINS,
    trustedProxies: s.TRUST_PROXY,
    stormPerMinute: s.STORM_PER_MINUTE,
  };
}

/** What `--help` prints. */
export function helpText(): string {
  const width = Math.max(...Object.keys(SETTINGS).map((name) => name.length));
  const lines = Object.entries(SETTINGS).map(([name, { help, absent }]) => {
    const isPlain = absent !== null && typeof absent !== 'object';
    return `  ${name.padEnd(width)}  ${help}${isPlain ? ` (default ${absent})` : ''}`;
  });
  return ['Usage: npm start', '', 'Settings (environment, all optional):', ...lines, ''].join('\n');
}
