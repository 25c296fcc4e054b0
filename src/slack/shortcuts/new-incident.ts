import type { GlobalShortcut, MessageShortcut, Middleware, SlackShortcutMiddlewareArgs } from '@slack/bolt';
import type { Deps } from '../deps.ts';
import { unescape } from '../unescape.ts';
import { askForIncident } from '../views/ask-for-incident.ts';

/** The shortcut that stands everywhere. */
export function newIncidentShortcut(deps: Deps): Middleware<SlackShortcutMiddlewareArgs<GlobalShortcut>> {
  return async ({ ack, shortcut }) => {
    await ack();
    await askForIncident(deps, {
      triggerId: shortcut.trigger_id,
      place: { userId: shortcut.user.id, channel: null, responseUrl: null },
      channelName: null,
      subdomain: null,
      title: '',
      description: '',
    });
  };
}

/** The shortcut on a message, whose first line becomes the title and whose text the description. */
export function newIncidentFromMessage(deps: Deps): Middleware<SlackShortcutMiddlewareArgs<MessageShortcut>> {
  return async ({ ack, shortcut }) => {
    await ack();
    const text = unescape(shortcut.message.text ?? '');
    await askForIncident(deps, {
      triggerId: shortcut.trigger_id,
      place: { userId: shortcut.user.id, channel: shortcut.channel.id, responseUrl: shortcut.response_url },
      channelName: shortcut.channel.name,
      subdomain: null,
      title: text.trim().split('\n', 1)[0] ?? '',
      description: text,
    });
  };
}
