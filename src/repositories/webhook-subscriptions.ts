import type {
  WebhookSubscription,
  WebhookSubscriptionRepository,
} from '../services/ports/webhook-subscriptions.ts';
import type { Db } from './client.ts';
import type { WebhookSubscriptionModel } from './generated/models.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

export function webhookSubscriptionRepository(db: Db): WebhookSubscriptionRepository {
  const find = async (id: string): Promise<WebhookSubscription | null> => {
    const row = await db.webhookSubscription.findUnique({ where: { id } });
    return row === null ? null : toSubscription(row);
  };
  return {
    find,

    async lock(id) {
      await db.$queryRaw`select 1 from webhook_subscription where id = ${id} for no key update`;
      return find(id);
    },

    async list(pageId, { offset, limit }) {
      const where = { pageId };
      const [rows, total] = await Promise.all([
        db.webhookSubscription.findMany({
          where,
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          skip: offset,
          take: limit,
        }),
        db.webhookSubscription.count({ where }),
      ]);
      return { subscriptions: rows.map(toSubscription), total };
    },

    count: (pageId) => db.webhookSubscription.count({ where: { pageId } }),

    async insert(subscription) {
      const { id, pageId, createdAt } = subscription;
      await db.webhookSubscription.create({
        data: { id, pageId, createdAt: toDate(createdAt), ...changeable(subscription) },
      });
    },

    async update(subscription) {
      await db.webhookSubscription.update({
        where: { id: subscription.id },
        data: changeable(subscription),
      });
    },

    async remove(id) {
      const { count } = await db.webhookSubscription.deleteMany({ where: { id } });
      return count > 0;
    },
  };
}

function changeable(subscription: WebhookSubscription) {
  const { url, description, types, secret, active, failingAt, updatedAt } = subscription;
  return {
    url,
    description,
    types: [...types],
    secret,
    active,
    failingAt: toDateOrNull(failingAt),
    updatedAt: toDate(updatedAt),
  };
}

function toSubscription(row: WebhookSubscriptionModel): WebhookSubscription {
  return {
    ...row,
    failingAt: fromDateOrNull(row.failingAt),
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
