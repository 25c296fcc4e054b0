import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { IdGenerator } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { createAccess } from './access.ts';
import { registerApi } from './api/routes.ts';
import { sendError } from './error-answer.ts';
import { createHub } from './hub.ts';
import type { OutboxEntry } from './outbox.ts';
import { registerPage } from './page-routes.ts';
import type { ActDeps, CommandSpec, ShortcutSpec } from './person/context.ts';
import { createDeliver } from './person/deliver.ts';
import { registerPerson } from './person/routes.ts';
import { registerResponseUrl } from './response-route.ts';
import { createResponseUrls } from './response-urls.ts';
import type { SandboxStore } from './store.ts';
import { createTriggers } from './triggers.ts';
import { createViews } from './views.ts';
import { createWorkspace, type Person } from './workspace.ts';

export type { OutboxEntry } from './outbox.ts';
export type { CommandSpec, ShortcutSpec } from './person/context.ts';
export type { Person } from './workspace.ts';

export type SandboxDeps = {
  readonly store: SandboxStore;
  /** The members of all pages, one a person; `userId` is `sandboxUserId(email)`. */
  people(): Promise<readonly Person[]>;
  /** The slash commands of the app's manifest. */
  readonly commands: readonly CommandSpec[];
  /** The shortcuts of the app's manifest. */
  readonly shortcuts?: readonly ShortcutSpec[];
  /** Channels that are there from the start, without "#". */
  readonly channelNames?: readonly string[];
  /** What left by other ways than chat, newest first. */
  outbox(): Promise<readonly OutboxEntry[]>;
  /** Whether the key is valid, has scope admin and is bound to no page. */
  isAdminKey(key: string): Promise<boolean>;
  readonly signingSecret: string;
  readonly botToken: string;
  /** Where the app takes what the chat service sends: this process's own `http://127.0.0.1:<port>/slack/events`. */
  eventsUrl(): string;
  /** Where people reach this process from outside, if anywhere. */
  readonly publicUrl?: string | null;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly log: Logger;
};

const FORM = 'application/x-www-form-urlencoded';

/**
 * Mounts the stand-in for the chat service: its methods under `/sandbox/api/` (checked by the bot's token), its
 * `response_url`s (each a secret of its own) and the page at `/sandbox` (this machine, or an admin key). It reaches
 * the product only over HTTP, as the real service would.
 */
export async function registerSandbox(app: FastifyInstance, deps: SandboxDeps): Promise<void> {
  const { store, clock, ids, log } = deps;
  const hub = createHub();
  const workspace = createWorkspace({ store, hub, clock, ids, people: () => deps.people() });
  const triggers = createTriggers({ clock, ids });
  const views = createViews({ hub, ids });
  const responseUrls = createResponseUrls({
    clock,
    ids,
    secret: deps.signingSecret,
    baseUrl: () => deps.eventsUrl(),
  });
  const act: ActDeps = {
    workspace,
    store,
    triggers,
    responseUrls,
    views,
    deliver: createDeliver(deps),
    clock,
    commands: deps.commands,
    shortcuts: deps.shortcuts ?? [],
  };
  const publicUrl = deps.publicUrl ?? null;
  const access = createAccess({ isAdminKey: (key) => deps.isAdminKey(key), clock, ids, publicUrl });

  await app.register(async (service) => {
    // Whatever the product parses elsewhere, here forms and JSON arrive as the chat service defines them.
    service.removeAllContentTypeParsers();
    service.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    });
    service.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      service.getDefaultJsonParser('error', 'error'),
    );
    service.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
      if (!isExpected(error))
        log.error({ err: error, route: request.routeOptions.url }, 'sandbox request failed');
      return sendError(error, request, reply);
    });
    registerApi(service, { workspace, store, triggers, views }, { botToken: deps.botToken, log });
    registerResponseUrl(service, { responseUrls, workspace, store, log });
    await service.register(async (page) => {
      registerPage(page, {
        ...act,
        access,
        hub,
        channelNames: deps.channelNames ?? ['general', 'incidents'],
        outbox: () => deps.outbox(),
      });
      registerPerson(page, act);
    });
  });
  // Streams never end by themselves: they would hold the server's closing up.
  app.addHook('preClose', (done) => {
    hub.close();
    done();
  });
}

function isExpected(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('kind' in error) return error.kind === 'rejected';
  return 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500;
}
