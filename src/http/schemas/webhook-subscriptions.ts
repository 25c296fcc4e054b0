import { z } from 'zod';
import { DELIVERY_STATES, type WebhookDelivery } from '../../services/ports/webhook-deliveries.ts';
import type { WebhookSubscription } from '../../services/ports/webhook-subscriptions.ts';
import {
  HttpUrl,
  Id,
  IdParams,
  InstantIn,
  InstantOut,
  isoOf,
  isoOrNull,
  paging,
  pagingOut,
  Text,
} from './common.ts';
import { PublishedType } from './events.ts';

const MAX_TYPES = 100;

const Url = HttpUrl.meta({
  description:
    'Where events are sent to, by POST; a user and password in it are sent as basic authentication, redirects are not followed',
  example: 'https://hooks.example.com/tocsin',
});
const Description = Text.meta({ description: 'What it is for', example: 'The data warehouse' });
const Types = z
  .array(PublishedType)
  .max(MAX_TYPES)
  .meta({
    description: 'The types of events that it gets; empty: all',
    example: ['incident.opened', 'incident.resolved'],
  });

export const SubscriptionCreate = z.object({
  pageId: Id.meta({ description: 'The page whose events it gets' }),
  url: Url,
  description: Description.default(''),
  types: Types.default([]),
});

export const SubscriptionChange = z
  .object({
    pageId: Id.meta({ description: 'The page that it belongs to; it cannot be changed' }),
    url: Url,
    description: Description,
    types: Types,
    active: z.boolean().meta({
      description:
        'False: it gets nothing more, and what waits for it is given up. True: it gets what happens from now on',
    }),
  })
  .partial();

export const SubscriptionOut = z
  .object({
    id: Id,
    pageId: Id.meta({ description: 'The page whose events it gets' }),
    url: z.string().meta({ format: 'uri', description: 'Where events are sent to' }),
    description: z.string().meta({ description: 'What it is for' }),
    types: z.array(z.string()).meta({ description: 'The types of events that it gets; empty: all' }),
    active: z.boolean().meta({
      description:
        'False: it was turned off, by somebody, by the answer 410, or because nothing got through for 5 days',
    }),
    failingAt: InstantOut.nullable().meta({
      description: 'Since when every delivery fails; null: the last one arrived, or none was tried',
    }),
    createdAt: InstantOut.meta({ description: 'When it was made' }),
    updatedAt: InstantOut.meta({ description: 'When it was last changed' }),
  })
  .meta({ id: 'WebhookSubscription' });

export const SubscriptionWrapped = z.object({ webhookSubscription: SubscriptionOut });
export const SubscriptionWithSecret = SubscriptionWrapped.extend({
  secret: z.string().meta({
    description:
      'Signs what is sent, as the Standard Webhooks specification says (`whsec_` and base64); shown this once',
  }),
  message: z.string(),
});
export const SubscriptionList = z.object({ webhookSubscriptions: z.array(SubscriptionOut), ...pagingOut });

export const DeliveryParams = IdParams.extend({ delivery_id: Id.meta({ description: 'The delivery' }) });
export const DeliveryQuery = z.object({
  ...paging,
  state: z.enum(DELIVERY_STATES).optional().meta({ description: 'Only deliveries in this state' }),
});

export const DeliveryOut = z
  .object({
    id: Id,
    webhookSubscriptionId: Id.meta({ description: 'The subscription that it goes to' }),
    eventId: Id.meta({ description: 'The event; the `webhook-id` of every try and every replay' }),
    type: z.string().meta({ description: "The event's type" }),
    state: z.enum(DELIVERY_STATES).meta({
      description:
        'PENDING: it waits for its first or its next try. DELIVERED: the receiver answered 2xx. FAILED: it was given up, after 8 tries in about 90 minutes, or because the subscription was turned off',
    }),
    attempts: z.number().int().meta({ description: 'Tries so far, one that is under way included: 0 to 8' }),
    nextAttemptAt: InstantOut.nullable().meta({ description: 'When it is tried next, about; null: never' }),
    firstFailedAt: InstantOut.nullable().meta({ description: 'When it first failed; null: it did not' }),
    responseStatus: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the last answer; null: none came' }),
    detail: z.string().nullable().meta({
      description: 'The first 1,024 bytes of the last answer, or what went wrong; null: not tried yet',
    }),
    durationMs: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'How long the last try took, in milliseconds' }),
    replayOf: Id.nullable().meta({ description: 'The delivery that it repeats; null: none' }),
    createdAt: InstantOut.meta({ description: 'When it was made' }),
    deliveredAt: InstantOut.nullable().meta({ description: 'When it arrived; null: it did not' }),
  })
  .meta({ id: 'WebhookDelivery' });

export const DeliveryWrapped = z.object({ delivery: DeliveryOut });
export const DeliveryList = z.object({ deliveries: z.array(DeliveryOut), ...pagingOut });

export const ReplayFailedBody = z.object({
  since: InstantIn.meta({
    description: 'Deliveries are sent again that failed for the first time at this instant or later',
    example: '2026-01-31T09:00:00.000Z',
  }),
});
export const ReplayFailedOut = z.object({
  replayed: z
    .number()
    .int()
    .meta({ description: 'How many are sent again: at most 10,000; ask again for the rest' }),
  message: z.string(),
});

export function subscriptionOut(subscription: WebhookSubscription): z.input<typeof SubscriptionOut> {
  const { secret: _secret, types, failingAt, createdAt, updatedAt, ...rest } = subscription;
  return {
    ...rest,
    types: [...types],
    failingAt: isoOrNull(failingAt),
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}

export function deliveryOut(delivery: WebhookDelivery): z.input<typeof DeliveryOut> {
  const { subscriptionId, nextAttemptAt, firstFailedAt, createdAt, deliveredAt, ...rest } = delivery;
  return {
    ...rest,
    webhookSubscriptionId: subscriptionId,
    nextAttemptAt: isoOrNull(nextAttemptAt),
    firstFailedAt: isoOrNull(firstFailedAt),
    createdAt: isoOf(createdAt),
    deliveredAt: isoOrNull(deliveredAt),
  };
}
