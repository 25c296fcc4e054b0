import { onTestFinished } from 'vitest';
import { startFakeWebhook, type FakeWebhook } from './fake-webhook.ts';
import type { RecordedRequest } from './fake-http.ts';
import { movableClock, type MovableClock } from './movable-clock.ts';
import { startProduct, type Json, type Product } from './product.ts';

/** The whole product, a page, and somebody to take what is sent to its webhook subscriptions. */
export type WebhookStory = {
  readonly product: Product;
  readonly clock: MovableClock;
  readonly pageId: string;
  readonly receiver: FakeWebhook;
  /** Subscribes a path of the receiver; answers the subscription with its secret. */
  subscribe(path: string, more?: object): Promise<Json>;
  /** Opens an incident, and waits until whatever that leads to was tried. */
  happen(name?: string): Promise<string>;
  /** Puts the clock forward, then publishes and delivers what is due. */
  later(ms: number): Promise<void>;
  /** Publishes and delivers what is due. */
  settle(): Promise<void>;
  /** What the receiver took at a path, in order. */
  taken(path: string): RecordedRequest[];
  /** Every request to the receiver at a path, taken or not. */
  asked(path: string): RecordedRequest[];
  deliveries(subscription: Json, query?: string): Promise<Json[]>;
  /** One more process on the same database. */
  another(): Promise<Product>;
};

export async function aWebhookStory(settings: Record<string, string> = {}): Promise<WebhookStory> {
  const clock = movableClock();
  const receiver = await startFakeWebhook();
  const product = await startProduct(settings, { clock, timers: false });
  const others: Product[] = [];
  onTestFinished(async () => {
    for (const one of [...others, product]) await one.close();
    await receiver.close();
  });
  const { id: pageId } = await product.ok('POST', '/v1/pages', {
    name: 'Shop',
    subdomain: 'shop',
    email: 'owner@example.com',
  });
  const settle = async (): Promise<void> => {
    await product.tocsin.work.tickNow();
    await product.tocsin.work.idle();
  };
  return {
    product,
    clock,
    pageId,
    receiver,
    settle,
    subscribe: async (path, more = {}) => {
      const url = `${receiver.url}${path}`;
      const answer = await product.ok('POST', '/webhook-subscriptions', { pageId, url, ...more });
      return { ...answer.webhookSubscription, secret: answer.secret };
    },
    happen: async (name = 'Checkout is down') => {
      const opening = { name, status: 'INVESTIGATING' };
      const { id } = await product.ok('POST', `/v1/${pageId}/incidents`, opening);
      await settle();
      return id as string;
    },
    later: async (ms) => {
      clock.move(ms);
      await settle();
    },
    taken: (path) => receiver.received.filter((one) => one.path === path),
    asked: (path) => receiver.requests.filter((one) => one.path === path),
    deliveries: async ({ id }, query = '') =>
      (await product.ok('GET', `/webhook-subscriptions/${id}/deliveries${query}`)).deliveries as Json[],
    another: async () => {
      const next = await startProduct(settings, { clock, timers: false }, product.databaseUrl);
      others.push(next);
      return next;
    },
  };
}
