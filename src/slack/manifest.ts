import { COMMANDS, SHORTCUTS } from './ids.ts';

/** A slash command as the app's manifest and the sandbox describe it. */
export type SlashCommand = {
  readonly command: string;
  readonly description: string;
  readonly usageHint: string;
};

/** Every slash command, in the order in which people see them. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    command: COMMANDS.onCall,
    description: 'Who is on call now, until when, and who is next',
    usageHint: '[help] [--page subdomain]',
  },
  {
    command: COMMANDS.incident,
    description: 'List, open, acknowledge and resolve incidents',
    usageHint: 'list | new [title] | show 12 | ack 12 | resolve 12 | help',
  },
];

/** Every shortcut, as the manifest names it. */
export const SHORTCUT_SPECS = [
  { type: 'global', callbackId: SHORTCUTS.newIncident, name: 'Open an incident' },
  { type: 'message', callbackId: SHORTCUTS.newIncidentFromMessage, name: 'Open an incident' },
] as const;

/** The events that the code listens to. */
export const BOT_EVENTS = ['app_uninstalled', 'tokens_revoked'] as const;

/**
 * Each method of Slack that is called, and the scopes that it takes. `chat.postMessage` also reaches members by their
 * user id and, by `chat:write.public`, public channels that the bot never joined; histories are read to find a
 * message again whose sending got no answer.
 */
export const METHOD_SCOPES = {
  'auth.test': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write', 'chat:write.public'],
  'chat.update': ['chat:write'],
  'conversations.history': ['channels:history', 'groups:history', 'im:history'],
  'conversations.list': ['channels:read', 'groups:read'],
  'conversations.open': ['im:write'],
  'conversations.replies': ['channels:history', 'groups:history', 'im:history'],
  'users.info': ['users:read', 'users:read.email'],
  'users.lookupByEmail': ['users:read', 'users:read.email'],
  'views.open': [],
} as const satisfies Record<string, readonly string[]>;

/** The bot's scopes: those of the methods, and the one that slash commands and shortcuts take. */
export const BOT_SCOPES: readonly string[] = [
  ...new Set(['commands', ...Object.values(METHOD_SCOPES).flat()]),
].toSorted();
