import type { Config } from '../config/config.ts';
import { sandboxUserId } from '../sandbox/identity.ts';
import type { SandboxDeps } from '../sandbox/sandbox.ts';
import type { SandboxStore } from '../sandbox/store.ts';
import { authenticate } from '../services/api-key/authenticate.ts';
import type { Services } from '../services/context.ts';
import { SHORTCUT_SPECS, SLACK_EVENTS_PATH, SLASH_COMMANDS } from '../slack/app.ts';
import { outboxEntries } from './outbox-entries.ts';
import type { InstallationSecrets } from './secrets.ts';

const MAX_PEOPLE = 500;

/** What the sandbox is given of the product: no more than a chat service would know, and the outbox. */
export function sandboxDeps(given: {
  config: Config;
  services: Services;
  secrets: InstallationSecrets;
  url: string;
  store: SandboxStore;
}): SandboxDeps {
  const { config, services, secrets, url, store } = given;
  return {
    store,
    people: async () => {
      const people = await services.uow.read.members.people(MAX_PEOPLE);
      return people.map(({ email, name, avatar }) => ({
        userId: sandboxUserId(email),
        email,
        name: name ?? email,
        avatar,
      }));
    },
    commands: SLASH_COMMANDS,
    shortcuts: SHORTCUT_SPECS,
    outbox: () => outboxEntries(services),
    isAdminKey: async (key) => {
      try {
        const { scope, pageId } = await authenticate(services, key);
        return scope === 'admin' && pageId === null;
      } catch {
        return false;
      }
    },
    signingSecret: secrets.sandboxSigning,
    botToken: secrets.sandboxToken,
    eventsUrl: () => `${url}${SLACK_EVENTS_PATH}`,
    publicUrl: config.publicUrl,
    clock: services.clock,
    ids: services.ids,
    log: services.log.child({ subsystem: 'sandbox' }),
  };
}
