import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ACTIONS, CALLBACKS, COMMANDS, INPUTS, SHORTCUTS } from '../../../src/slack/ids.ts';
import { BOT_EVENTS, BOT_SCOPES, METHOD_SCOPES, SLASH_COMMANDS } from '../../../src/slack/manifest.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ADDRESS = 'https://tocsin.example.com/slack/events';

/** The schema of a manifest (major version 1), with Slack's limits, as far as it is used here. */
const manifestSchema = z.strictObject({
  _metadata: z.strictObject({ major_version: z.literal(1) }),
  display_information: z.strictObject({
    name: z.string().max(35),
    description: z.string().max(140),
    long_description: z.string().min(175).max(4_000),
    background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.boolean(),
      messages_tab_read_only_enabled: z.boolean(),
    }),
    bot_user: z.strictObject({ display_name: z.string(), always_online: z.boolean() }),
    shortcuts: z
      .array(
        z.strictObject({
          name: z.string().max(24),
          type: z.enum(['global', 'message']),
          callback_id: z.string(),
          description: z.string().max(150),
        }),
      )
      .max(10),
    slash_commands: z
      .array(
        z.strictObject({
          command: z.string().startsWith('/').max(32),
          url: z.string(),
          description: z.string().max(2_000),
          usage_hint: z.string().max(1_000),
          should_escape: z.boolean(),
        }),
      )
      .max(50),
  }),
  oauth_config: z.strictObject({ scopes: z.strictObject({ bot: z.array(z.string()) }) }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({ request_url: z.string(), bot_events: z.array(z.string()) }),
    interactivity: z.strictObject({ is_enabled: z.literal(true), request_url: z.string() }),
    org_deploy_enabled: z.boolean(),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.literal(false),
  }),
});

const manifest = manifestSchema.parse(parse(readFileSync(join(ROOT, 'manifest.yml'), 'utf8')));

/** The files that call Slack with the bot's token. */
const callers = [
  ...filesIn('src/slack'),
  ...filesIn('src/channels').filter((path) => /slack[^/]*\.ts$/.test(path)),
].map((path) => readFileSync(path, 'utf8'));

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'manifest.ts')
    .map((name) => join(ROOT, folder, name));
}

describe('the manifest and the code', () => {
  it('name the same commands, with the same words', () => {
    const declared = manifest.features.slash_commands.map(
      ({ command, description, usage_hint: usageHint }) => ({
        command,
        description,
        usageHint,
      }),
    );
    expect(declared).toEqual(SLASH_COMMANDS);
    expect(declared.map(({ command }) => command).toSorted()).toEqual(Object.values(COMMANDS).toSorted());
  });

  it('name the same shortcuts', () => {
    expect(manifest.features.shortcuts.map(({ type, callback_id: id }) => [type, id])).toEqual([
      ['global', SHORTCUTS.newIncident],
      ['message', SHORTCUTS.newIncidentFromMessage],
    ]);
  });

  it('name the same events', () => {
    expect(manifest.settings.event_subscriptions.bot_events.toSorted()).toEqual([...BOT_EVENTS].toSorted());
  });

  it('name the same scopes', () => {
    expect(manifest.oauth_config.scopes.bot.toSorted()).toEqual(BOT_SCOPES);
  });

  it('know the scopes of every method that is called, and of no other', () => {
    const called = callers.flatMap((text) => [
      ...[...text.matchAll(/client\.((?:[a-z]\w*)\.(?:[a-z]\w*))\(/gi)].map((match) => String(match[1])),
      ...[
        ...text.matchAll(/'((?:auth|chat|conversations|reactions|users|usergroups|views)\.[a-z]\w*)'/gi),
      ].map((match) => String(match[1])),
    ]);
    expect([...new Set(called)].toSorted()).toEqual(Object.keys(METHOD_SCOPES).toSorted());
  });

  it('send everything to one address', () => {
    expect([
      manifest.settings.event_subscriptions.request_url,
      manifest.settings.interactivity.request_url,
      ...manifest.features.slash_commands.map(({ url }) => url),
    ]).toEqual(Array.from({ length: 2 + SLASH_COMMANDS.length }, () => ADDRESS));
  });
});

describe('ids', () => {
  it('are unique and within Slack’s limit', () => {
    const inputs = Object.values(INPUTS).map(({ action }) => action);
    const ids = [
      ...Object.values(ACTIONS),
      ...inputs,
      ...Object.values(CALLBACKS),
      ...Object.values(SHORTCUTS),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => id.length <= 255)).toBe(true);
  });

  it('are all used by the code', () => {
    const code = callers.join('\n');
    const uses = (table: string, key: string): boolean =>
      code.includes(`${table}.${key}`) || code.includes(`Record<keyof typeof ${table}`);
    const tables = { ACTIONS, CALLBACKS, COMMANDS, INPUTS, SHORTCUTS };
    const unused = Object.entries(tables).flatMap(([table, ids]) =>
      Object.keys(ids)
        .filter((key) => !uses(table, key))
        .map((key) => `${table}.${key}`),
    );
    expect(unused).toEqual([]);
  });
});
