import pg from 'pg';
import { expect, test } from 'vitest';
import { plusMs } from '../../../src/core/time/instant.ts';
import { LANES } from '../../../src/services/webhook-subscription/deliver.ts';

import { aWebhookStory } from '../../support/webhook-subscriptions.ts';

test('dead receivers of one page, however many and however long they are owed, leave another page its turn', async () => {
  const story = await aWebhookStory();
  const { product, clock } = story;
  for (let n = 0; n < 45; n += 1) await story.subscribe(`/dead-${n}`);
  const { id: otherId } = await product.ok('POST', '/v1/pages', {
    name: 'Bank',
    subdomain: 'bank',
    email: 'owner@bank.example',
  });
  const other = await story.subscribe('/recovered', { pageId: otherId });
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const now = clock.now();
  const at = `'${new Date(now).toISOString()}'::timestamptz`;
  await client.query(`update webhook_subscription set failing_at = ${at}`);
  for (const pageId of [story.pageId, otherId]) {
    await client.query(
      `insert into event (id, page_id, type, at, actor, text, position)
       values ('evt_${pageId}', '${pageId}', 'note', ${at}, 'test', 'A note', nextval('event_seq_seq'))`,
    );
    await client.query(
      `insert into webhook_delivery (id, subscription_id, event_id, next_attempt_at, created_at)
       select id || '-' || n, id, 'evt_${pageId}', ${at}, ${at} from webhook_subscription, generate_series(1, 10) n
       where page_id = '${pageId}' order by n`,
    );
  }
  await client.end();
  const claimed = await product.tocsin.services.uow.read.webhookDeliveries.claim({
    ...LANES.failing,
    now,
    leaseUntil: plusMs(now, 60_000),
    leaseToken: 'a-token-of-the-test',
  });
  expect(claimed).toHaveLength(20);
  expect(claimed.map(({ id }) => id)).toContain(`${other.id}-1`);
});
