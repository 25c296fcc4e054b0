import { userNameOf } from '../api/users.ts';
import { BOT, TEAM } from '../identity.ts';
import type { JsonObject } from '../json.ts';
import type { SandboxChannel, SandboxMessage } from '../store.ts';
import { messageJson } from '../wire.ts';
import type { Person } from '../workspace.ts';

/** The old verification token: payloads carry one, and no app should look at it. */
const TOKEN = 'sandbox';

/** What every interaction says: who, in which workspace, by which app. */
export function interactionJson(type: string, person: Person): Record<string, unknown> {
  const name = userNameOf(person);
  return {
    type,
    token: TOKEN,
    api_app_id: BOT.appId,
    team: { id: TEAM.id, domain: TEAM.domain },
    enterprise: null,
    is_enterprise_install: false,
    user: { id: person.userId, username: name, name, team_id: TEAM.id },
  };
}

export function channelRef(channel: SandboxChannel): JsonObject {
  return { id: channel.id, name: channel.name ?? 'directmessage' };
}

/** Where a press happened, when it was on a message. A private message is named, not shown. */
export function onMessageJson(channel: SandboxChannel, message: SandboxMessage): Record<string, unknown> {
  const isEphemeral = message.visibleTo !== null;
  return {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: isEphemeral,
      ...(message.threadTs !== null && { thread_ts: message.threadTs }),
    },
    channel: channelRef(channel),
    ...(!isEphemeral && { message: messageJson(message, { withMetadata: false }) }),
  };
}

/** The fields of a slash command. */
export function commandForm(input: {
  person: Person;
  channel: SandboxChannel;
  command: string;
  text: string;
  triggerId: string;
  responseUrl: string;
}): Record<string, string> {
  return {
    token: TOKEN,
    team_id: TEAM.id,
    team_domain: TEAM.domain,
    channel_id: input.channel.id,
    channel_name: input.channel.name ?? 'directmessage',
    user_id: input.person.userId,
    user_name: userNameOf(input.person),
    command: input.command,
    text: input.text,
    api_app_id: BOT.appId,
    is_enterprise_install: 'false',
    response_url: input.responseUrl,
    trigger_id: input.triggerId,
  };
}
