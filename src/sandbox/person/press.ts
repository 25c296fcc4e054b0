import { AppError, notFound } from '../../services/errors.ts';
import { listField } from '../json.ts';
import type { SandboxChannel } from '../store.ts';
import { viewJson } from '../views.ts';
import type { Person } from '../workspace.ts';
import { actionTs, messageFor, viewFor, type ActDeps, type Outcome } from './context.ts';
import { actionJson, controlsOf, stateValues, type Control } from './elements.ts';
import { interactionJson, onMessageJson } from './payloads.ts';

/** Which element was used, what was chosen in it, and what stands in the others. */
export type Press = {
  readonly blockId: string;
  readonly actionId: string;
  readonly value: unknown;
  readonly values: unknown;
};

/** Sends a press or a choice on a message. */
export async function useMessage(
  deps: ActDeps,
  input: { person: Person; channel: SandboxChannel; ts: string; press: Press },
): Promise<Outcome> {
  const { person, channel } = input;
  const message = await messageFor(deps, person, channel, input.ts);
  const blocks = [...message.blocks, ...message.attachments.flatMap((it) => listField(it, 'blocks'))];
  return interact(deps, {
    ...interactionJson('block_actions', person),
    ...onMessageJson(channel, message),
    trigger_id: deps.triggers.issue(person.userId),
    response_url: deps.responseUrls.issue({ channel: channel.id, userId: person.userId, ts: message.ts }),
    state: { values: stateValues(blocks, input.press.values) },
    actions: [actionJson(controlIn(blocks, input.press), input.press.value, actionTs(deps))],
  });
}

/** Sends a press or a choice in an open view. */
export async function useView(
  deps: ActDeps,
  input: { person: Person; viewId: string; press: Press },
): Promise<Outcome> {
  const view = viewFor(deps, input.person, input.viewId);
  const blocks = listField(view.content, 'blocks');
  return interact(deps, {
    ...interactionJson('block_actions', input.person),
    container: { type: 'view', view_id: view.id },
    view: viewJson(view, stateValues(blocks, input.press.values)),
    trigger_id: deps.triggers.issue(input.person.userId),
    state: { values: stateValues(blocks, input.press.values) },
    actions: [actionJson(controlIn(blocks, input.press), input.press.value, actionTs(deps))],
  });
}

/** Sends a shortcut: a global one, or one on a message. */
export async function shortcut(
  deps: ActDeps,
  input: { person: Person; callbackId: string; on: { channel: SandboxChannel; ts: string } | null },
): Promise<Outcome> {
  const { person, on } = input;
  const spec = deps.shortcuts.find((it) => it.callbackId === input.callbackId);
  if (spec === undefined || (spec.type === 'message') !== (on !== null)) throw notFound('shortcut');
  const message = on === null ? null : await messageFor(deps, person, on.channel, on.ts);
  return interact(deps, {
    ...interactionJson(spec.type === 'message' ? 'message_action' : 'shortcut', person),
    callback_id: spec.callbackId,
    action_ts: actionTs(deps),
    trigger_id: deps.triggers.issue(person.userId),
    ...(on !== null &&
      message !== null && {
        ...onMessageJson(on.channel, message),
        message_ts: message.ts,
        response_url: deps.responseUrls.issue({
          channel: on.channel.id,
          userId: person.userId,
          ts: message.ts,
        }),
      }),
  });
}

async function interact(deps: ActDeps, payload: Record<string, unknown>): Promise<Outcome> {
  const delivery = await deps.deliver({ payload: JSON.stringify(payload) });
  return { error: delivery.kind === 'failed' ? delivery.error : null };
}

function controlIn(blocks: readonly unknown[], press: Press): Control {
  const found = controlsOf(blocks).find(
    (it) => it.blockId === press.blockId && it.actionId === press.actionId,
  );
  if (found === undefined)
    throw new AppError('conflict', 'the message has changed: what was pressed is gone');
  return found;
}
