import type { Subscriber, SubscriberRepository } from '../services/ports/subscribers.ts';
import type { Db } from './client.ts';
import type { Prisma } from './generated/client.ts';
import { fromDate, toDate } from './time.ts';

/** What a subscriber chose comes with it, in the order of choice's ids. */
const WITH_CHOICE = { components: { orderBy: { componentId: 'asc' } } } as const;
type Row = Prisma.SubscriberGetPayload<{ include: typeof WITH_CHOICE }>;

export function subscriberRepository(db: Db): SubscriberRepository {
  const findOne = async (where: Prisma.SubscriberWhereInput): Promise<Subscriber | null> => {
    const row = await db.subscriber.findFirst({ where, include: WITH_CHOICE });
    return row === null ? null : toSubscriber(row);
  };
  return {
    find: (id) => findOne({ id }),
    findByConfirmToken: (confirmToken) => findOne({ confirmToken }),
    findByUnsubscribeToken: (unsubscribeToken) => findOne({ unsubscribeToken }),

    async lockByAddress(pageId, { email, phone, webhook }) {
      const rows = await db.$queryRaw<{ id: string }[]>`
        select id from subscriber
        where page_id = ${pageId} and (email = ${email} or phone = ${phone} or webhook = ${webhook})
        for update`;
      const [found] = rows;
      return found === undefined ? null : findOne({ id: found.id });
    },

    async list(pageId, { search, offset, limit }) {
      const rows = await db.subscriber.findMany({
        where: { pageId, ...(search === undefined ? {} : { OR: matching(search) }) },
        include: WITH_CHOICE,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        skip: offset,
        take: limit,
      });
      return rows.map(toSubscriber);
    },

    async insert({ components, ...subscriber }) {
      const { count } = await db.subscriber.createMany({
        data: [
          {
            ...subscriber,
            createdAt: toDate(subscriber.createdAt),
            updatedAt: toDate(subscriber.updatedAt),
          },
        ],
        skipDuplicates: true,
      });
      if (count === 0) return false;
      await choose(db, subscriber.id, components);
      return true;
    },

    async update({ id, components, confirmed, all, language, webhookEmail, updatedAt }) {
      await db.subscriber.update({
        where: { id },
        data: { confirmed, all, language, webhookEmail, updatedAt: toDate(updatedAt) },
      });
      await db.subscriberComponent.deleteMany({ where: { subscriberId: id } });
      await choose(db, id, components);
    },

    async confirm(id, now) {
      const { count } = await db.subscriber.updateMany({
        where: { id },
        data: { confirmed: true, updatedAt: toDate(now) },
      });
      return count > 0;
    },

    async remove(id) {
      const { count } = await db.subscriber.deleteMany({ where: { id } });
      return count > 0;
    },

    async deleteUnconfirmedBefore(instant, limit) {
      return db.$executeRaw`
        delete from subscriber where id in (
          select id from subscriber where not confirmed and updated_at < ${toDate(instant)} limit ${limit})
          and not confirmed`;
    },
  };
}

function matching(search: string): Prisma.SubscriberWhereInput[] {
  // `contains` takes % and _ for patterns, which nobody who looks for an address means.
  const contains = search.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
  return (['email', 'phone', 'webhook', 'name'] as const).map((field) => ({
    [field]: { contains, mode: 'insensitive' },
  }));
}

/** A component that was deleted in this very moment is passed over. */
async function choose(db: Db, subscriberId: string, componentIds: readonly string[]): Promise<void> {
  if (componentIds.length === 0) return;
  await db.$executeRaw`
    insert into subscriber_component (subscriber_id, component_id)
    select ${subscriberId}, id from component where id = any(${[...componentIds]}) order by id
    for key share of component`;
}

function toSubscriber({ components, createdAt, updatedAt, ...row }: Row): Subscriber {
  return {
    ...row,
    components: components.map(({ componentId }) => componentId),
    createdAt: fromDate(createdAt),
    updatedAt: fromDate(updatedAt),
  };
}
