import type { Context } from '../context.ts';
import type { Subscriber, SubscriberAddress } from '../ports/subscribers.ts';

/** 160 bits: whoever has a token of an address acts for it. */
const TOKEN_BYTES = 20;

/** Somebody who hears of everything as soon as they confirm. */
export function newSubscriber(ctx: Context, pageId: string, address: SubscriberAddress): Subscriber {
  return {
    ...address,
    id: ctx.ids.next('sub'),
    pageId,
    name: null,
    webhookEmail: null,
    confirmed: false,
    all: true,
    components: [],
    language: 'en',
    confirmToken: ctx.ids.secret(TOKEN_BYTES),
    unsubscribeToken: ctx.ids.secret(TOKEN_BYTES),
    failedAttempts: 0,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}
