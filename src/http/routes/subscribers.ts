import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { addSubscriber } from '../../services/subscriber/add.ts';
import { listSubscribers } from '../../services/subscriber/list.ts';
import { removeSubscriber } from '../../services/subscriber/remove.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { familyWindowOf, PageParams } from '../schemas/common.ts';
import {
  addressIn,
  SubscriberCreate,
  SubscriberDetailOut,
  subscriberDetailOut,
  SubscriberOut,
  subscriberOut,
  SubscriberParams,
  SubscriberRemoved,
  subscriberRemovedOut,
  SubscribersQuery,
} from '../schemas/subscribers.ts';

const tags = ['Subscribers'];

/** Who is told of a page's incidents and maintenances. */
export function subscriberRoutes(app: HttpApp, services: Services): void {
  for (const version of ['v1', 'v2']) {
    app.get(
      `/${version}/:page_id/subscribers`,
      {
        schema: {
          tags,
          summary: "A page's subscribers, oldest first",
          params: PageParams,
          querystring: SubscribersQuery,
          response: { 200: z.array(SubscriberOut) },
        },
      },
      async (request) => {
        const { offset, limit } = familyWindowOf(request.query);
        const { search } = request.query;
        const input = { pageId: request.params.page_id, search, offset, limit };
        return (await listSubscribers(requestContext(services, request), input)).map(subscriberOut);
      },
    );
  }

  app.post(
    '/v1/:page_id/subscribers',
    {
      schema: {
        tags,
        summary: 'Add a subscriber, or change the one that has this address',
        params: PageParams,
        body: SubscriberCreate,
        response: { 200: SubscriberDetailOut },
      },
    },
    async (request) => {
      const { all, components, webhookEmail, language, autoConfirm = false } = request.body;
      const subscriber = await addSubscriber(requestContext(services, request), {
        pageId: request.params.page_id,
        address: addressIn(request.body),
        autoConfirm,
        choice: {
          all,
          components: components ?? undefined,
          webhookEmail: webhookEmail?.toLowerCase() ?? undefined,
          language,
        },
      });
      return subscriberDetailOut(subscriber);
    },
  );

  app.delete(
    '/v1/:page_id/subscribers/:subscriber_id',
    {
      schema: {
        tags,
        summary: 'Delete a subscriber: it is told of nothing any more',
        params: SubscriberParams,
        response: { 200: SubscriberRemoved },
      },
    },
    async (request) => {
      const { page_id: pageId, subscriber_id: subscriberId } = request.params;
      const ctx = requestContext(services, request);
      return subscriberRemovedOut(await removeSubscriber(ctx, { pageId, subscriberId }));
    },
  );
}
