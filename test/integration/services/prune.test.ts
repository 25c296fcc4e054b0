import { expect, test } from 'vitest';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { prune } from '../../../src/services/sweep/prune.ts';
import { anAlertStory } from '../../support/alerts.ts';
import { rowsOf } from '../../support/subscribers.ts';

test('one look forgets all that is past its time, however much it is, and nothing else', async () => {
  const story = await anAlertStory();
  const at = (daysAgo: number) =>
    `'${new Date(story.clock.now() - daysAgo * 86_400_000).toISOString()}'::timestamptz`;
  await rowsOf(
    story,
    `insert into outbox (id, kind, subject_id, due_at, done_at, created_at)
     select 'old_' || n, 'announcement.deliver', 'gone_' || n, ${at(9)}, ${at(9)}, ${at(9)} from generate_series(1, 12000) n
     union all select 'new_1', 'announcement.deliver', 'new', ${at(0)}, ${at(0)}, ${at(0)}`,
  );
  await rowsOf(
    story,
    `insert into announcement (id, page_id, subject, content, component_ids, created_at)
     select 'old_' || n, '${story.pageId}', 'old ' || n, '{}'::jsonb, '{}'::text[], ${at(99)} from generate_series(1, 120) n
     union all select 'new_1', '${story.pageId}', 'new', '{}'::jsonb, '{}'::text[], ${at(50)}`,
  );
  await prune(contextOf(story.product.tocsin.services, SYSTEM));
  expect(await rowsOf(story, 'select id from outbox')).toEqual([{ id: 'new_1' }]);
  expect(await rowsOf(story, 'select id from announcement')).toEqual([{ id: 'new_1' }]);
});
