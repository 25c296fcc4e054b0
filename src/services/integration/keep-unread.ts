import { contextOf, type Services } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Integration } from '../ports/integrations.ts';
import { actorOf } from './actor.ts';

/** The newest of each integration. */
const KEPT = 100;
/** Characters of a body, and of what its sender calls its type. */
const MAX_BODY = 16_384;
const MAX_TYPE = 255;

/** Keeps what could not be read for whoever looks why nobody was paged. Errors: `not_found` for one that was just deleted. */
export async function keepUnread(
  services: Services,
  integration: Integration,
  unread: { readonly contentType: string; readonly body: string; readonly reason: string },
): Promise<void> {
  const ctx = contextOf(services, actorOf(integration));
  const { contentType, body, reason } = unread;
  await ctx.uow.transaction(async (store) => {
    if ((await store.integrations.lock(integration.id)) === null) throw notFound('Integration');
    const row = {
      id: ctx.ids.next('inb'),
      integrationId: integration.id,
      receivedAt: ctx.now,
      contentType: contentType.slice(0, MAX_TYPE),
      body: body.slice(0, MAX_BODY),
      reason,
    };
    await store.integrations.keepUnread(row, KEPT);
  });
  ctx.log.warn(
    { integrationId: integration.id, pageId: integration.pageId, reason },
    'inbound body not read',
  );
}
