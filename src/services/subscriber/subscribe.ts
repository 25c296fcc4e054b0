import { MINUTE_MS } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { findPublicPage } from '../page/find-public-page.ts';
import type { Page } from '../ports/pages.ts';
import { transact } from '../transact.ts';
import { newSubscriber } from './new-subscriber.ts';

/** One address is asked no more often than that, whoever names it. */
const ASKED_AGAIN_AFTER_MS = 10 * MINUTE_MS;

/**
 * Somebody, who may be anybody, names an e-mail address that is to hear of a page: it is asked. Nothing of the answer
 * tells whether the address was known. Errors: `not_found` for the page; `conflict` where no e-mail is sent from here.
 */
export async function subscribeByEmail(
  ctx: Context,
  input: { subdomain: string; email: string },
): Promise<Page> {
  const page = await findPublicPage(ctx, input);
  if (!ctx.subscribers.works('EMAIL')) throw conflict('This page sends no e-mails.');
  const address = { email: input.email, phone: null, webhook: null };
  await transact(ctx, async (tx) => {
    const { store } = tx;
    if ((await store.pages.lock(page.id)) === null) throw notFound('Page');
    const known = await store.subscribers.lockByAddress(page.id, address);
    if (known?.confirmed === true) return;
    if (known !== null && ctx.now - known.updatedAt < ASKED_AGAIN_AFTER_MS) return;
    const subscriber = known ?? newSubscriber(ctx, page.id, address);
    if (known === null) await store.subscribers.insert(subscriber);
    else await store.subscribers.update({ ...subscriber, updatedAt: ctx.now });
    tx.askSubscribers([subscriber.id]);
  });
  return page;
}
