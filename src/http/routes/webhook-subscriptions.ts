import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context, Services } from '../../services/context.ts';
import type { WebhookSubscription } from '../../services/ports/webhook-subscriptions.ts';
import { createWebhookSubscription } from '../../services/webhook-subscription/create.ts';
import { getWebhookSubscription } from '../../services/webhook-subscription/get.ts';
import { listWebhookSubscriptions } from '../../services/webhook-subscription/list.ts';
import { removeWebhookSubscription } from '../../services/webhook-subscription/remove.ts';
import { rotateWebhookSecret } from '../../services/webhook-subscription/rotate-secret.ts';
import { updateWebhookSubscription } from '../../services/webhook-subscription/update.ts';
import { requirePage, requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { requireSamePage } from '../page-stays.ts';
import { IdParams, Message, PageParams, paging, pagingOf, windowOf } from '../schemas/common.ts';
import {
  SubscriptionChange,
  SubscriptionCreate,
  SubscriptionList,
  subscriptionOut,
  SubscriptionWithSecret,
  SubscriptionWrapped,
} from '../schemas/webhook-subscriptions.ts';

const tags = ['Webhook subscriptions'];

/** The subscription in the path, if the key may see it. */
export async function subscriptionFor(
  services: Services,
  request: FastifyRequest,
  subscriptionId: string,
): Promise<{ ctx: Context; found: WebhookSubscription }> {
  const ctx = requestContext(services, request);
  const found = await getWebhookSubscription(ctx, { subscriptionId });
  requireVisible(request, 'Webhook subscription', found.pageId);
  return { ctx, found };
}

/** Addresses that a page's events are sent to. */
export function webhookSubscriptionRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/:page_id/webhook-subscriptions',
    {
      schema: {
        tags,
        summary: "A page's webhook subscriptions, oldest first",
        params: PageParams,
        querystring: z.object(paging),
        response: { 200: SubscriptionList },
      },
    },
    async (request) => {
      const window = windowOf(request.query);
      const pageId = request.params.page_id;
      const ctx = requestContext(services, request);
      const { subscriptions, total } = await listWebhookSubscriptions(ctx, { pageId, ...window });
      return { webhookSubscriptions: subscriptions.map(subscriptionOut), ...pagingOf(window, total) };
    },
  );

  app.post(
    '/webhook-subscriptions',
    {
      schema: {
        tags,
        summary: "Have a page's events sent to an address, from now on",
        description:
          'Each event is POSTed as `{type, timestamp, data}` and signed as the Standard Webhooks specification says; ' +
          '`webhook-id` is the id of the event, the same over retries and replays. Anything but 2xx within 10 seconds is ' +
          'tried again, 8 times in about 90 minutes, later where Retry-After says so; 410 turns the subscription off. ' +
          'A page has at most 50.',
        body: SubscriptionCreate,
        response: { 200: SubscriptionWithSecret },
      },
    },
    async (request) => {
      await requirePage(services, request, request.body.pageId);
      const created = await createWebhookSubscription(requestContext(services, request), request.body);
      return {
        webhookSubscription: subscriptionOut(created),
        secret: created.secret,
        message: 'Webhook subscription created successfully.',
      };
    },
  );

  app.get(
    '/webhook-subscriptions/:id',
    {
      schema: {
        tags,
        summary: 'A webhook subscription',
        params: IdParams,
        response: { 200: SubscriptionWrapped },
      },
    },
    async (request) => {
      const { found } = await subscriptionFor(services, request, request.params.id);
      return { webhookSubscription: subscriptionOut(found) };
    },
  );

  app.put(
    '/webhook-subscriptions/:id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a webhook subscription, or turn it on or off',
        params: IdParams,
        body: SubscriptionChange,
        response: { 200: SubscriptionWrapped.extend(Message.shape) },
      },
    },
    async (request) => {
      const { ctx, found } = await subscriptionFor(services, request, request.params.id);
      const { pageId: sent, ...changes } = request.body;
      await requireSamePage(services, request, { path: 'pageId', sent, actual: found.pageId });
      const updated = await updateWebhookSubscription(ctx, { subscriptionId: found.id, changes });
      return {
        webhookSubscription: subscriptionOut(updated),
        message: 'Webhook subscription updated successfully.',
      };
    },
  );

  app.delete(
    '/webhook-subscriptions/:id',
    {
      schema: {
        tags,
        summary: 'Delete a webhook subscription with its deliveries',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async (request) => {
      const { ctx, found } = await subscriptionFor(services, request, request.params.id);
      await removeWebhookSubscription(ctx, { subscriptionId: found.id });
      return { message: 'Webhook subscription deleted successfully.' };
    },
  );

  app.post(
    '/webhook-subscriptions/:id/rotate-secret',
    {
      schema: {
        tags,
        summary: 'Give a webhook subscription a new secret, which signs from now on',
        params: IdParams,
        response: { 200: SubscriptionWithSecret },
      },
    },
    async (request) => {
      const { ctx, found } = await subscriptionFor(services, request, request.params.id);
      const rotated = await rotateWebhookSecret(ctx, { subscriptionId: found.id });
      return {
        webhookSubscription: subscriptionOut(rotated),
        secret: rotated.secret,
        message: 'Webhook subscription secret rotated successfully.',
      };
    },
  );
}
