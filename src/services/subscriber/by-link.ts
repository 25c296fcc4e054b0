import { contextOf, SYSTEM, type Services } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Page } from '../ports/pages.ts';
import type { Subscriber } from '../ports/subscribers.ts';

/** A subscription as the links in its messages open it. */
export type OpenedSubscription = { readonly subscriber: Subscriber; readonly page: Page };

/** What a confirmation link is for. Errors: `not_found`. */
export async function readConfirmation(services: Services, token: string): Promise<OpenedSubscription> {
  return opened(services, await services.uow.read.subscribers.findByConfirmToken(token));
}

/** From now on the subscriber is told. Confirming twice is no error. Errors: `not_found`. */
export async function confirmSubscription(services: Services, token: string): Promise<OpenedSubscription> {
  const ctx = contextOf(services, SYSTEM);
  const { subscriber, page } = await readConfirmation(services, token);
  if (!subscriber.confirmed && !(await ctx.read.subscribers.confirm(subscriber.id, ctx.now))) throw unknown();
  return { subscriber: { ...subscriber, confirmed: true }, page };
}

/** What an unsubscribe link is for. Errors: `not_found`. */
export async function readUnsubscription(services: Services, token: string): Promise<OpenedSubscription> {
  return opened(services, await services.uow.read.subscribers.findByUnsubscribeToken(token));
}

/** The subscriber is told nothing any more, and forgotten. Errors: `not_found`, for one who is forgotten already too. */
export async function unsubscribe(services: Services, token: string): Promise<OpenedSubscription> {
  const subscription = await readUnsubscription(services, token);
  if (!(await services.uow.read.subscribers.remove(subscription.subscriber.id))) throw unknown();
  return subscription;
}

async function opened(services: Services, subscriber: Subscriber | null): Promise<OpenedSubscription> {
  const page = subscriber === null ? null : await services.uow.read.pages.find(subscriber.pageId);
  if (subscriber === null || page === null) throw unknown();
  return { subscriber, page };
}

function unknown(): AppError {
  return new AppError('not_found', 'This link is not valid, or its subscription has ended.');
}
