import { SECOND_MS } from '../../core/time/instant.ts';
import type { Clock } from '../../platform/clock.ts';
import { invalid, notFound } from '../../services/errors.ts';
import type { ResponseUrls } from '../response-urls.ts';
import type { SandboxChannel, SandboxMessage, SandboxStore } from '../store.ts';
import type { Triggers } from '../triggers.ts';
import type { OpenView, Views } from '../views.ts';
import type { Person, Workspace } from '../workspace.ts';
import type { Deliver } from './deliver.ts';

export type CommandSpec = {
  readonly command: string;
  readonly description: string;
  readonly usageHint: string;
  /** Whether mentions in the text arrive as marks, as the app's manifest asks. */
  readonly shouldEscape?: boolean;
};

export type ShortcutSpec = {
  readonly type: 'global' | 'message';
  readonly callbackId: string;
  readonly name: string;
};

export type ActDeps = {
  readonly workspace: Workspace;
  readonly store: SandboxStore;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  readonly views: Views;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly commands: readonly CommandSpec[];
  readonly shortcuts: readonly ShortcutSpec[];
};

/** What a person did, as far as they are told at once: `error` in the service's words, or null. */
export type Outcome = { readonly error: string | null };

export async function personOf({ workspace }: ActDeps, userId: string): Promise<Person> {
  const person = await workspace.person(userId);
  if (person === undefined) throw invalid('as', 'is nobody whom the sandbox knows');
  return person;
}

/** The channel, if that person may read it: a direct message belongs to one person. */
export async function channelFor(
  { workspace }: ActDeps,
  person: Person,
  id: string,
): Promise<SandboxChannel> {
  const channel = (await workspace.channelById(id)) ?? undefined;
  if (channel === undefined || (channel.userId !== null && channel.userId !== person.userId))
    throw notFound('channel');
  return channel;
}

/** The message, if that person sees it. */
export async function messageFor(
  { store }: ActDeps,
  person: Person,
  channel: SandboxChannel,
  ts: string,
): Promise<SandboxMessage> {
  const message = await store.find(channel.id, ts);
  if (message === null || (message.visibleTo !== null && message.visibleTo !== person.userId)) {
    throw notFound('message');
  }
  return message;
}

/** The view, if it is in front of that person. */
export function viewFor(deps: ActDeps, person: Person, viewId: string): OpenView {
  const view = deps.views.find(person.userId, viewId);
  if (view === undefined) throw notFound('view');
  return view;
}

/** The moment of a press, as payloads write it. */
export function actionTs({ clock }: ActDeps): string {
  const now = clock.now();
  return `${Math.floor(now / SECOND_MS)}.${String(now % SECOND_MS).padStart(3, '0')}000`;
}
