import type { Context } from '../context.ts';
import type { UnreadBody } from '../ports/integrations.ts';

/** What an integration was sent and could not be read, newest first. */
export async function listUnread(
  ctx: Context,
  input: { integrationId: string; offset: number; limit: number },
): Promise<{ unread: UnreadBody[]; total: number }> {
  return ctx.read.integrations.listUnread(input.integrationId, input);
}
