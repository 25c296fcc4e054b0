import { createDrainer, type Drainer } from '../jobs/drainer.ts';
import { contextOf, SYSTEM, type Services } from '../services/context.ts';
import { publishEvents } from '../services/event/publish.ts';
import { deliverWebhooks, type Lane } from '../services/webhook-subscription/deliver.ts';

/** Between two looks, so that a storm of transactions is published by some of them, and not one by one. */
const GATHER_MS = 20;
const FAILING_PAUSE_MS = 200;
const CONCURRENCY: Record<Lane, number> = { healthy: 4, failing: 2 };

export type EventWork = {
  readonly drainers: readonly Drainer[];
  /** Events were recorded. Returns at once. */
  poke(): void;
  /** Publishes what was recorded, and, in a worker, pokes what delivers it; two small statements where there is nothing. */
  tick(): Promise<void>;
};

/** Publishes events, and delivers them to webhook subscriptions. Pages to people have drainers of their own. */
export function createEventWork(options: {
  services: Services;
  /** Events can be seen by whoever follows them. */
  onPublished: () => void;
  isWorker: boolean;
}): EventWork {
  const { services, onPublished, isWorker } = options;
  const { log } = services;
  const context = () => contextOf(services, SYSTEM);
  const lanes = (['healthy', 'failing'] as const).map((lane) =>
    createDrainer({
      name: `webhooks ${lane}`,
      concurrency: CONCURRENCY[lane],
      batch: async () => {
        const { claimed } = await deliverWebhooks(context(), { lane });
        // Receivers that refuse at once would keep the database busy with finding out that they still do.
        if (claimed > 0 && lane === 'failing') await services.sleep(FAILING_PAUSE_MS);
        return claimed;
      },
      log,
    }),
  );
  const deliver = () => {
    if (isWorker) for (const lane of lanes) lane.poke();
  };
  const publish = async (): Promise<number> => {
    const { published, deliveries } = await publishEvents(context());
    if (published > 0) onPublished();
    if (deliveries > 0) deliver();
    return published;
  };
  const publisher = createDrainer({
    name: 'publish events',
    concurrency: 1,
    batch: async () => {
      const published = await publish();
      if (published > 0) await services.sleep(GATHER_MS);
      return published;
    },
    log,
  });
  return {
    drainers: [publisher, ...lanes],
    poke: () => publisher.poke(),
    tick: async () => {
      if (isWorker && (await services.uow.read.webhookDeliveries.isAnyDue(services.clock.now()))) deliver();
      while ((await publish()) > 0);
    },
  };
}
