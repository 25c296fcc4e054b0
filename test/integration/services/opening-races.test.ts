import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { anAlertStory, type AlertStory } from '../../support/alerts.ts';
import { ADMIN_KEY, type Json } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { whileDoing } from '../../support/while-doing.ts';

/** While somebody is about to delete something. */
const whileDeleting = <T>(story: AlertStory, sql: string, work: () => Promise<T>): Promise<T> =>
  whileDoing(story.product.databaseUrl, sql, work);

describe('whom an incident tells is read before it opens, and may be deleted in between:', () => {
  async function aStory() {
    const story = await anAlertStory();
    const member = (name: string): Promise<Json> =>
      story.product.ok('POST', `/v1/${story.pageId}/team`, {
        email: `${name}@shop.test`,
        permission: 'FULL',
      });
    const ann = (await member('ann')).id as string;
    await member('bob');
    const told = () => story.smtp.received.length;
    return { story, ann, told };
  }

  test.each(['API', 'API once', 'MONITOR'])('a member (%s)', async (source) => {
    const { story, ann, told } = await aStory();
    const shop = await story.monitor('Shop', [], { onFail: { createIncident: true } });
    await shop.finds('UP');
    await whileDeleting(story, `delete from member where id = '${ann}'`, async () => {
      if (source === 'MONITOR') return shop.finds('DOWN');
      const opened = await fetch(`${story.product.url}/v1/${story.pageId}/incidents`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ADMIN_KEY}`,
          'content-type': 'application/json',
          ...(source === 'API' ? {} : { 'idempotency-key': 'opening' }),
        },
        body: JSON.stringify({ name: 'Shop is down', status: 'INVESTIGATING' }),
      });
      expect(opened.status).toBe(200);
    });
    expect(await story.incidents()).toMatchObject([{ name: 'Shop is down' }]);
    await until('the other one is told', () => told() === 1);
  });

  test('a member, of one that is reopened', async () => {
    const { story, ann, told } = await aStory();
    const body = { name: 'Down', status: 'RESOLVED' };
    const { id } = await story.product.ok('POST', `/v1/${story.pageId}/incidents`, body);
    const { incident } = await whileDeleting(story, `delete from member where id = '${ann}'`, () =>
      story.product.ok('POST', `/incidents/${id}/reopen`, {}),
    );
    expect(incident.response.state).toBe('TRIGGERED');
    await until('the other one is told', () => told() === 1);
  });

  test('an escalation policy', async () => {
    const { story, ann, told } = await aStory();
    const { escalationPolicy } = await story.product.ok('POST', '/escalation-policies', {
      pageId: story.pageId,
      name: 'Backend',
      rules: [{ delayInMins: 0, actions: [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: ann }] }],
    });
    await whileDeleting(story, `delete from escalation_policy where id = '${escalationPolicy.id}'`, () =>
      story.product.ok('POST', `/v1/${story.pageId}/incidents`, { name: 'Down', status: 'INVESTIGATING' }),
    );
    expect(await story.incidents()).toMatchObject([{ name: 'Down' }]);
    await until('both admins are told', () => told() === 2);
  });

  test('the page: then it is not there, and what opens on other pages opens', async () => {
    const { story } = await aStory();
    const { id: other } = await story.product.ok('POST', '/v1/pages', {
      name: 'Other',
      subdomain: 'other',
      email: 'o@shop.test',
    });
    const opened = await whileDeleting(story, `delete from page where id = '${story.pageId}'`, () =>
      Promise.all(
        [story.pageId, other, story.pageId, other].map((pageId) =>
          story.product.api('POST', `/v1/${pageId}/incidents`, { name: 'Down', status: 'INVESTIGATING' }),
        ),
      ),
    );
    expect(opened.map(({ status }) => status)).toEqual([404, 200, 404, 200]);
  });

  test('the integration that says it', async () => {
    const { story, told } = await aStory();
    const { integration } = await story.product.ok('POST', '/v3/integrations', {
      pageId: story.pageId,
      integrationType: 'WEBHOOK',
    });
    const said = await whileDeleting(story, `delete from integration where id = '${integration.id}'`, () =>
      fetch(integration.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Down', status: 'firing' }),
      }),
    );
    expect(said.status).toBe(200);
    expect(await story.incidents()).toMatchObject([{ name: 'Down' }]);
    await until('both admins are told', () => told() === 2);
  });
});

test('an incident that is asked for while a monitor goes down opens', async () => {
  let overtake: (() => Promise<unknown>) | null = null;
  const story = await anAlertStory((services) => ({
    ...services,
    uow: {
      ...services.uow,
      transaction: async (work) => {
        // Behind all that is read before.
        await overtake?.();
        return services.uow.transaction(work);
      },
    },
  }));
  const shop = await story.monitor('Shop', []);
  await shop.finds('UP');
  const client = new pg.Client({ connectionString: story.product.databaseUrl });
  await client.connect();
  overtake = () =>
    client.query(`update monitor set on_fail = jsonb_set(on_fail, '{createIncident}', 'true')`);
  await shop.finds('DOWN');
  await client.end();
  overtake = null;
  expect(await story.incidents()).toMatchObject([{ name: 'Shop is down' }]);
});
