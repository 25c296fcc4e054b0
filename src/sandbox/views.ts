import type { IdGenerator } from '../platform/ids.ts';
import type { Hub } from './hub.ts';
import { BOT, TEAM } from './identity.ts';
import { listField, textField, type JsonObject } from './json.ts';
import { completeBlocks } from './limits/complete.ts';
import { checkView } from './limits/view.ts';
import { SlackError } from './slack-error.ts';

const MAX_STACK = 3;

/** A modal in front of somebody: what the app sent and what the service knows about it. */
export type OpenView = {
  readonly id: string;
  readonly userId: string;
  readonly rootId: string;
  readonly previousId: string | null;
  /** Changes with every update: an app that names an older one is refused. */
  readonly hash: string;
  readonly content: JsonObject;
};

/** The modals that are open, a stack a person; they live as long as the process, like the page that shows them. */
export type Views = {
  stack(userId: string): readonly OpenView[];
  find(userId: string, viewId: string): OpenView | undefined;
  /** Opens a view in place of all that the person had open. */
  open(userId: string, view: unknown): OpenView;
  /** Puts a view on top, three at most. */
  push(userId: string, view: unknown): OpenView;
  /** By id or by the app's own `externalId`; with a `hash`, only if it is still the view's. */
  update(by: { viewId?: string; externalId?: string; hash?: string }, view: unknown): OpenView;
  /** Takes the view and all above it away. */
  close(userId: string, viewId: string): void;
  clear(userId: string): void;
};

export function createViews(deps: { hub: Hub; ids: IdGenerator }): Views {
  const { hub, ids } = deps;
  const stacks = new Map<string, OpenView[]>();
  const stackOf = (userId: string): OpenView[] => stacks.get(userId) ?? [];
  const put = (userId: string, stack: OpenView[]): void => {
    if (stack.length === 0) stacks.delete(userId);
    else stacks.set(userId, stack);
    hub.publish({ type: 'views', user: userId, views: stack.map((it) => viewJson(it)) });
  };
  const make = (userId: string, view: unknown, below: readonly OpenView[]): OpenView => {
    const content = withBlockIds(checkView(view));
    const externalId = textField(content, 'external_id') ?? '';
    const used = [...stacks.values()]
      .flat()
      .some((it) => textField(it.content, 'external_id') === externalId);
    if (externalId !== '' && used) throw new SlackError('duplicate_external_id');
    const id = `V${ids.secret(16)}`;
    return {
      id,
      userId,
      rootId: below[0]?.id ?? id,
      previousId: below.at(-1)?.id ?? null,
      hash: ids.secret(16),
      content,
    };
  };
  const locate = (by: { viewId?: string; externalId?: string }): OpenView | undefined =>
    [...stacks.values()]
      .flat()
      .find((it) =>
        by.viewId === undefined
          ? by.externalId !== undefined && textField(it.content, 'external_id') === by.externalId
          : it.id === by.viewId,
      );

  return {
    stack: stackOf,
    find: (userId, viewId) => stackOf(userId).find((it) => it.id === viewId),
    open(userId, view) {
      const opened = make(userId, view, []);
      put(userId, [opened]);
      return opened;
    },
    push(userId, view) {
      const below = stackOf(userId);
      if (below.length === 0) throw new SlackError('not_found');
      if (below.length >= MAX_STACK) throw new SlackError('push_limit_reached');
      const pushed = make(userId, view, below);
      put(userId, [...below, pushed]);
      return pushed;
    },
    update(by, view) {
      const found = locate(by);
      if (found === undefined) throw new SlackError('not_found');
      if (by.hash !== undefined && by.hash !== found.hash) throw new SlackError('hash_conflict');
      const updated = { ...found, content: withBlockIds(checkView(view)), hash: ids.secret(16) };
      put(
        found.userId,
        stackOf(found.userId).map((it) => (it.id === found.id ? updated : it)),
      );
      return updated;
    },
    close(userId, viewId) {
      const stack = stackOf(userId);
      const index = stack.findIndex((it) => it.id === viewId);
      if (index >= 0) put(userId, stack.slice(0, index));
    },
    clear: (userId) => put(userId, []),
  };
}

/** The view as the service writes it in answers and payloads; `values` is what the person entered so far. */
export function viewJson(view: OpenView, values: JsonObject = {}): Record<string, unknown> {
  return {
    submit: null,
    close: null,
    private_metadata: '',
    callback_id: '',
    external_id: '',
    clear_on_close: false,
    notify_on_close: false,
    ...view.content,
    id: view.id,
    team_id: TEAM.id,
    app_id: BOT.appId,
    app_installed_team_id: TEAM.id,
    bot_id: BOT.id,
    hash: view.hash,
    root_view_id: view.rootId,
    previous_view_id: view.previousId,
    state: { values },
  };
}

function withBlockIds(view: JsonObject): JsonObject {
  return { ...view, blocks: completeBlocks(listField(view, 'blocks')) };
}
