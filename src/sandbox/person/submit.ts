import { field, isObject, listField, type JsonObject } from '../json.ts';
import { SlackError } from '../slack-error.ts';
import { viewJson, type OpenView } from '../views.ts';
import type { Person } from '../workspace.ts';
import { viewFor, type ActDeps, type Outcome } from './context.ts';
import { stateValues } from './elements.ts';
import { interactionJson } from './payloads.ts';

/** What came of a submission: closed or moved on (`errors` empty), or what the app wants corrected, by block. */
export type Submission = Outcome & { readonly errors: Readonly<Record<string, string>> };

/** Submits a view. The app may ask for corrections, show another view, put one on top or close everything. */
export async function submit(
  deps: ActDeps,
  input: { person: Person; viewId: string; values: unknown },
): Promise<Submission> {
  const view = viewFor(deps, input.person, input.viewId);
  const values = stateValues(listField(view.content, 'blocks'), input.values);
  const delivery = await deps.deliver({
    payload: JSON.stringify({
      ...interactionJson('view_submission', input.person),
      trigger_id: deps.triggers.issue(input.person.userId),
      view: viewJson(view, values),
      response_urls: [],
    }),
  });
  if (delivery.kind === 'failed') return { error: delivery.error, errors: {} };
  try {
    return { error: null, errors: follow(deps, view, delivery.body) };
  } catch (error) {
    if (error instanceof SlackError) return { error: error.message, errors: {} };
    throw error;
  }
}

/** Closes the view, or all of the person's views; the app is told where it asked to be. */
export async function close(
  deps: ActDeps,
  input: { person: Person; viewId: string; everything: boolean },
): Promise<Outcome> {
  const { person } = input;
  const view = viewFor(deps, person, input.viewId);
  const everything = input.everything || view.content['clear_on_close'] === true;
  const closed = everything ? deps.views.stack(person.userId) : [view];
  if (everything) deps.views.clear(person.userId);
  else deps.views.close(person.userId, view.id);
  const told = closed.filter((it) => it.content['notify_on_close'] === true);
  const deliveries = await Promise.all(
    told.map((it) =>
      deps.deliver({
        payload: JSON.stringify({
          ...interactionJson('view_closed', person),
          view: viewJson(it),
          is_cleared: everything,
        }),
      }),
    ),
  );
  const failed = deliveries.find((it) => it.kind === 'failed');
  return { error: failed?.kind === 'failed' ? failed.error : null };
}

/** Does what the app's answer to a submission asks for; the corrections, if it asks for those. */
function follow(deps: ActDeps, view: OpenView, body: string): Readonly<Record<string, string>> {
  const answer = read(body);
  switch (answer['response_action']) {
    case 'errors':
      return corrections(view, answer['errors']);
    case 'update':
      deps.views.update({ viewId: view.id }, answer['view']);
      return {};
    case 'push':
      deps.views.push(view.userId, answer['view']);
      return {};
    case 'clear':
      deps.views.clear(view.userId);
      return {};
    case undefined:
      deps.views.close(view.userId, view.id);
      return {};
    default:
      throw new SlackError('invalid_response_action');
  }
}

function read(body: string): JsonObject {
  if (body.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {
    // What is no JSON is refused below, like JSON that is no object.
  }
  throw new SlackError('invalid_payload');
}

/** By block id. The service shows corrections under inputs only, and refuses those for anything else. */
function corrections(view: OpenView, errors: unknown): Readonly<Record<string, string>> {
  const inputs = new Set(
    listField(view.content, 'blocks').flatMap((it) =>
      field(it, 'type') === 'input' ? [field(it, 'block_id')] : [],
    ),
  );
  const entries = isObject(errors) ? Object.entries(errors) : [];
  if (
    entries.length === 0 ||
    !entries.every(([block, text]) => inputs.has(block) && typeof text === 'string')
  ) {
    throw new SlackError('invalid_errors', ['[ERROR] errors must name input blocks of the view']);
  }
  return Object.fromEntries(entries.map(([block, text]) => [block, String(text)]));
}
