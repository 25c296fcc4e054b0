import type { App } from '@slack/bolt';
import { acknowledge } from './actions/acknowledge.ts';
import type { Press } from './actions/press.ts';
import { resolve } from './actions/resolve.ts';
import { incident } from './commands/incident.ts';
import { onCall, type CommandListener } from './commands/on-call.ts';
import type { Deps } from './deps.ts';
import { accessRevoked } from './events/revoked.ts';
import { ACTIONS, CALLBACKS, COMMANDS, SHORTCUTS } from './ids.ts';
import { BOT_EVENTS } from './manifest.ts';
import { newIncidentFromMessage, newIncidentShortcut } from './shortcuts/new-incident.ts';
import { newIncident, type SubmissionListener } from './views/new-incident.ts';

// A table for each kind, complete by its type: an id without a listener, or with two, does not compile.
const ON_COMMAND: Record<keyof typeof COMMANDS, (deps: Deps) => CommandListener> = { onCall, incident };
const ON_ACTION: Record<keyof typeof ACTIONS, (deps: Deps) => Press> = { acknowledge, resolve };
const ON_SUBMISSION: Record<keyof typeof CALLBACKS, (deps: Deps) => SubmissionListener> = { newIncident };

/** Registers every listener. */
export function listen(app: App, deps: Deps): void {
  for (const key of keysOf(COMMANDS)) app.command(COMMANDS[key], ON_COMMAND[key](deps));
  for (const key of keysOf(ACTIONS)) {
    app.action({ action_id: ACTIONS[key], type: 'block_actions' }, ON_ACTION[key](deps));
  }
  for (const key of keysOf(CALLBACKS)) {
    app.view({ callback_id: CALLBACKS[key], type: 'view_submission' }, ON_SUBMISSION[key](deps));
  }
  app.shortcut({ callback_id: SHORTCUTS.newIncident, type: 'shortcut' }, newIncidentShortcut(deps));
  app.shortcut(
    { callback_id: SHORTCUTS.newIncidentFromMessage, type: 'message_action' },
    newIncidentFromMessage(deps),
  );
  for (const event of BOT_EVENTS) app.event(event, accessRevoked(deps));
}

function keysOf<T extends object>(table: T): (keyof T)[] {
  // `Object.keys` of a constant literal gives exactly its keys.
  return Object.keys(table) as (keyof T)[];
}
