import type { SandboxMessage, ThreadStats } from './store.ts';
import { BOT, SLACKBOT_ID, TEAM } from './identity.ts';

const EDIT_MICROS = '.000000';

/** The message as the chat service writes it in answers, histories and payloads. */
export function messageJson(
  message: SandboxMessage,
  options: { thread?: ThreadStats | undefined; withMetadata: boolean },
): Record<string, unknown> {
  const { thread } = options;
  return {
    type: 'message',
    user: message.userId,
    ...(message.userId === BOT.userId && { bot_id: BOT.id, app_id: BOT.appId }),
    ...(message.deleted && { subtype: 'tombstone', hidden: true }),
    team: TEAM.id,
    ts: message.ts,
    text: message.text,
    ...(message.blocks.length > 0 && { blocks: message.blocks }),
    ...(message.attachments.length > 0 && { attachments: message.attachments }),
    ...(options.withMetadata && message.metadata !== null && { metadata: message.metadata }),
    ...editedJson(message),
    ...(message.threadTs !== null && { thread_ts: message.threadTs }),
    ...(thread !== undefined && {
      thread_ts: message.ts,
      reply_count: thread.replies,
      latest_reply: thread.latest,
    }),
  };
}

/** The message as the page reads it: the service's form, with its channel and who alone may see it. */
export function pageMessageJson(
  message: SandboxMessage,
  thread: ThreadStats | undefined,
): Record<string, unknown> {
  return {
    ...messageJson(message, { thread, withMetadata: false }),
    channel: message.channel,
    visible_to: message.visibleTo,
    from_bot: message.userId === BOT.userId || message.userId === SLACKBOT_ID,
  };
}

function editedJson(message: SandboxMessage): Record<string, unknown> {
  if (message.editedAt === null) return {};
  return { edited: { user: message.userId, ts: `${Math.floor(message.editedAt / 1_000)}${EDIT_MICROS}` } };
}
