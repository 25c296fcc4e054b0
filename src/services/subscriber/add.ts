import { addressOf } from '../announcement/address.ts';
import { created, updated } from '../audit/changes.ts';
import type { Context } from '../context.ts';
import { invalidAll, notFound } from '../errors.ts';
import type { Store } from '../ports/store.ts';
import type { Subscriber, SubscriberAddress } from '../ports/subscribers.ts';
import { transact } from '../transact.ts';
import { newSubscriber } from './new-subscriber.ts';

export type SubscriberChoice = {
  readonly all: boolean | undefined;
  readonly components: readonly string[] | undefined;
  readonly webhookEmail: string | undefined;
  readonly language: string | undefined;
};

/**
 * Adds a subscriber to a page, or changes what is sent of the one that has this address already. Who is not confirmed
 * then, and not by `autoConfirm`, is asked; whoever names a webhook has it, so those need no confirmation. Errors:
 * `not_found` for the page; `validation_error` for components that the page does not have.
 */
export async function addSubscriber(
  ctx: Context,
  input: { pageId: string; address: SubscriberAddress; autoConfirm: boolean; choice: SubscriberChoice },
): Promise<Subscriber> {
  const { pageId, address, autoConfirm, choice } = input;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    // Two that add one address wait for each other.
    if ((await store.pages.lock(pageId)) === null) throw notFound('Page');
    await requireComponents(store, pageId, choice.components ?? []);
    const known = await store.subscribers.lockByAddress(pageId, address);
    const stored = known ?? newSubscriber(ctx, pageId, address);
    const subscriber: Subscriber = {
      ...stored,
      ...chosen(stored, choice),
      confirmed: stored.confirmed || autoConfirm || address.webhook !== null,
      updatedAt: ctx.now,
    };
    if (known === null) await store.subscribers.insert(subscriber);
    else await store.subscribers.update(subscriber);
    const name = addressOf(subscriber).address;
    tx.changed(
      known === null
        ? created('subscriber', subscriber, name)
        : updated('subscriber', known, subscriber, name),
    );
    if (!subscriber.confirmed) tx.askSubscribers([subscriber.id]);
    return subscriber;
  });
}

function chosen(
  stored: Subscriber,
  { all, components, webhookEmail, language }: SubscriberChoice,
): Partial<Subscriber> {
  return {
    ...(components === undefined
      ? {}
      : { components: [...new Set(components)], all: components.length === 0 }),
    ...(all === undefined ? {} : { all }),
    webhookEmail: webhookEmail ?? stored.webhookEmail,
    language: language ?? stored.language,
  };
}

async function requireComponents(store: Store, pageId: string, ids: readonly string[]): Promise<void> {
  const found = ids.length === 0 ? [] : await store.components.findStored(ids);
  const own = new Set(found.filter((component) => component.pageId === pageId).map(({ id }) => id));
  const wrong = ids.flatMap((id, index) =>
    own.has(id) ? [] : [{ path: `components[${index}]`, message: 'no component of this page has that id' }],
  );
  if (wrong.length > 0) throw invalidAll(wrong);
}
