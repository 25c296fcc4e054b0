import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchRules } from '../../../src/core/routing/match.ts';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  pageId = await api.page();
  await api.member(pageId, 'ann@x.test');
});
afterAll(() => api.close());

const notify = { type: 'NOTIFY_WORKSPACE_MEMBER', targetId: 'ann@x.test' };
const outage = { type: 'IMPACT', comparison: 'GREATER_THAN', value: 'PARTIALOUTAGE' };
const rule = (more: object = {}) => ({
  routingRule: { siteId: pageId, assertions: [outage], actions: [notify], ...more },
});

describe('routing rules', () => {
  test('answer under routingRule what was sent, a stray message included in the request', async () => {
    const created = await api.post('/routing-rules', { ...rule(), message: 'stray' });
    expect(created.status).toBe(200);
    expect(created.body.message).toBe('Routing rule created successfully.');
    const made = created.body.routingRule;
    expect(made).toMatchObject({
      siteId: pageId,
      escalationPolicyId: null,
      assertions: [{ ...outage, routingRuleId: made.id }],
      actions: [{ ...notify, routingRuleId: made.id }],
      createdAt: '2026-01-15T12:00:00.000Z',
    });
    expect((await api.get(`/routing-rules/${made.id}`)).body).toEqual({ routingRule: made });
    expect((await api.del(`/routing-rules/${made.id}`)).body.message).toBe(
      'Routing rule deleted successfully.',
    );
    expect((await api.get(`/routing-rules/${made.id}`)).status).toBe(404);
  });

  test('go last by default and are listed in the order in which they are evaluated', async () => {
    const page = await api.page('Ordered');
    const add = async (order?: number) => {
      api.clock.move(1);
      const { body } = await api.post('/routing-rules', {
        routingRule: { siteId: page, actions: [], order },
      });
      return body.routingRule;
    };
    const [third, first, fourth, second] = [await add(7), await add(2), await add(), await add(7)];
    expect(fourth.order).toBe(8);
    const { body } = await api.get(`/${page}/routing-rules`);
    expect(body.routingRules.map((r: { id: string }) => r.id)).toEqual([
      first.id,
      third.id,
      second.id,
      fourth.id,
    ]);
    const stored = await api.store.routingRules.listForPage(page);
    const incident = { impact: 'MAJOROUTAGE', name: '', description: null, components: [], source: 'API' };
    expect(matchRules(stored, incident)).toEqual(stored);
  });

  test('change only what is sent; null clears the policy; elements keep their ids', async () => {
    const policy = await api.post('/escalation-policies', { pageId, name: 'P', rules: [{ actions: [] }] });
    const escalationPolicyId = policy.body.escalationPolicy.id;
    const before = (await api.post('/routing-rules', rule({ escalationPolicyId, order: 3 }))).body
      .routingRule;
    expect(before.escalationPolicyId).toBe(escalationPolicyId);
    api.clock.move(1_000);

    const path = `/routing-rules/${before.id}`;
    const title = { type: 'TITLE', comparison: 'NOT_EMPTY' };
    const changed = await api.put(path, { routingRule: { assertions: [title, before.assertions[0]] } });
    expect(changed.body.message).toBe('Routing rule updated successfully');
    const after = changed.body.routingRule;
    expect(after).toMatchObject({ order: 3, escalationPolicyId, actions: before.actions });
    expect(after.assertions[0]).toMatchObject({ ...title, value: '' });
    expect(after.assertions[1]).toEqual(before.assertions[0]);
    expect(after.updatedAt > before.updatedAt).toBe(true);

    const sentBack = await api.put(path, { routingRule: after });
    expect(sentBack.body.routingRule).toEqual({ ...after, updatedAt: sentBack.body.routingRule.updatedAt });
    const cleared = await api.put(path, { routingRule: { escalationPolicyId: null } });
    expect(cleared.body.routingRule).toMatchObject({ escalationPolicyId: null, order: 3 });
  });

  test.each([
    ['no rule at all', { routingRule: undefined }, 'routingRule'],
    ['no page', rule({ siteId: undefined }), 'routingRule.siteId'],
    ['no actions', rule({ actions: undefined }), 'routingRule.actions'],
    ['half an order', rule({ order: 1.5 }), 'routingRule.order'],
    [
      'an unknown field',
      rule({ assertions: [{ ...outage, type: 'MOOD' }] }),
      'routingRule.assertions[0].type',
    ],
    [
      'an unknown comparison',
      rule({ assertions: [{ ...outage, comparison: 'IS' }] }),
      'routingRule.assertions[0].comparison',
    ],
    [
      'a comparison without its value',
      rule({ assertions: [{ ...outage, value: undefined }] }),
      'routingRule.assertions[0].value',
    ],
    [
      'a value of the wrong type',
      rule({ assertions: [{ ...outage, value: 3 }] }),
      'routingRule.assertions[0].value',
    ],
    ['an unknown action', rule({ actions: [{ type: 'SHOUT' }] }), 'routingRule.actions[0].type'],
    [
      'a member who is not there',
      rule({ actions: [notify, { ...notify, targetId: 'bob@x.test' }] }),
      'routingRule.actions[1].targetId',
    ],
    ['a policy that is not there', rule({ escalationPolicyId: 'pol_x' }), 'routingRule.escalationPolicyId'],
  ])('refuse %s, naming its path', async (_what, body, path) => {
    // Bodies are built before the page exists: it is filled in here.
    const sent = JSON.parse(JSON.stringify(body)) as { routingRule?: { siteId?: string } };
    if (sent.routingRule !== undefined && path !== 'routingRule.siteId') sent.routingRule.siteId = pageId;
    const answer = await api.post('/routing-rules', sent);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual([path]);
  });

  test('belong to the page of a key that is bound to one, and do not exist for the key of another', async () => {
    const bound = await api.as('write', pageId);
    const made = await bound.post('/routing-rules', { routingRule: { actions: [] } });
    expect(made.body.routingRule.siteId).toBe(pageId);
    const path = `/routing-rules/${made.body.routingRule.id}`;
    const other = await api.page('Other');
    const stranger = await api.as('admin', other);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.put(path, { routingRule: { order: 1 } })).status).toBe(404);
    expect((await stranger.del(path)).status).toBe(404);
    expect((await stranger.get(`/${pageId}/routing-rules`)).status).toBe(404);
    expect((await stranger.post('/routing-rules', rule())).status).toBe(404);
    expect((await api.post('/routing-rules', rule({ siteId: 'page_x' }))).status).toBe(404);
    expect(pathsOf(await api.put(path, { routingRule: { siteId: other } }))).toEqual(['routingRule.siteId']);
  });
});
