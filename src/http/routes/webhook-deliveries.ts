import type { Services } from '../../services/context.ts';
import { getDelivery } from '../../services/webhook-subscription/get-delivery.ts';
import { listDeliveries } from '../../services/webhook-subscription/list-deliveries.ts';
import { replayDelivery } from '../../services/webhook-subscription/replay-delivery.ts';
import { replayFailed } from '../../services/webhook-subscription/replay-failed.ts';
import { sendTest } from '../../services/webhook-subscription/send-test.ts';
import type { HttpApp } from '../http-app.ts';
import { IdParams, Message, pagingOf, windowOf } from '../schemas/common.ts';
import {
  DeliveryList,
  deliveryOut,
  DeliveryParams,
  DeliveryQuery,
  DeliveryWrapped,
  ReplayFailedBody,
  ReplayFailedOut,
} from '../schemas/webhook-subscriptions.ts';
import { subscriptionFor } from './webhook-subscriptions.ts';

const tags = ['Webhook subscriptions'];

/** What was sent to webhook subscriptions, and sending it again. */
export function webhookDeliveryRoutes(app: HttpApp, services: Services): void {
  app.post(
    '/webhook-subscriptions/:id/test',
    {
      schema: {
        tags,
        summary: 'Send a webhook.test event to a webhook subscription, and to nobody else',
        params: IdParams,
        response: { 200: DeliveryWrapped.extend(Message.shape) },
      },
    },
    async (request) => {
      const { ctx, found } = await subscriptionFor(services, request, request.params.id);
      const delivery = await sendTest(ctx, { subscriptionId: found.id });
      return { delivery: deliveryOut(delivery), message: 'Webhook test sent successfully.' };
    },
  );

  app.get(
    '/webhook-subscriptions/:id/deliveries',
    {
      schema: {
        tags,
        summary: "A webhook subscription's deliveries, newest first",
        description: 'Those that are over are kept for 30 days.',
        params: IdParams,
        querystring: DeliveryQuery,
        response: { 200: DeliveryList },
      },
    },
    async (request) => {
      const { ctx, found } = await subscriptionFor(services, request, request.params.id);
      const window = windowOf(request.query);
      const { state = null } = request.query;
      const { deliveries, total } = await listDeliveries(ctx, { subscriptionId: found.id, state, ...window });
      return { deliveries: deliveries.map(deliveryOut), ...pagingOf(window, total) };
    },
  );

  app.get(
    '/webhook-subscriptions/:id/deliveries/:delivery_id',
    { schema: { tags, summary: 'A delivery', params: DeliveryParams, response: { 200: DeliveryWrapped } } },
    async (request) => {
      const { ctx, found } = await subscriptionFor(services, request, request.params.id);
      const deliveryId = request.params.delivery_id;
      return { delivery: deliveryOut(await getDelivery(ctx, { subscriptionId: found.id, deliveryId })) };
    },
  );

  app.post(
    '/webhook-subscriptions/:id/deliveries/:delivery_id/replay',
    {
      schema: {
        tags,
        summary: 'Send the event of a delivery again, as a new delivery',
        params: DeliveryParams,
        response: { 200: DeliveryWrapped.extend(Message.shape) },
      },
    },
    async (request) => {
      const { ctx, found } = await subscriptionFor(services, request, request.params.id);
      const deliveryId = request.params.delivery_id;
      const replay = await replayDelivery(ctx, { subscriptionId: found.id, deliveryId });
      return { delivery: deliveryOut(replay), message: 'Delivery replayed successfully.' };
    },
  );

  app.post(
    '/webhook-subscriptions/:id/replay',
    {
      schema: {
        tags,
        summary: 'Send again what did not arrive since an instant',
        description:
          'Asking twice sends nothing twice: what was sent again since is left alone until that failed too.',
        params: IdParams,
        body: ReplayFailedBody,
        response: { 200: ReplayFailedOut },
      },
    },
    async (request) => {
      const { ctx, found } = await subscriptionFor(services, request, request.params.id);
      const { replayed } = await replayFailed(ctx, { subscriptionId: found.id, since: request.body.since });
      return { replayed, message: 'Failed deliveries replayed successfully.' };
    },
  );
}
