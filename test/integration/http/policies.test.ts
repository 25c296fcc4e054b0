import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  pageId = await api.page();
  await api.member(pageId, 'ann@x.test');
});
afterAll(() => api.close());

const notify = { type: 'NOTIFY_WORKSPACE_MEMBER', targetId: 'Ann@x.test' };
const policy = (more: object = {}) => ({
  pageId,
  name: 'Default',
  rules: [{ delayInMins: 5, condition: 'NOT_ACKNOWLEDGED', actions: [notify] }],
  ...more,
});

describe('escalation policies', () => {
  test('answer what was sent, targets as they were sent, defaults filled in', async () => {
    const created = await api.post('/escalation-policies', {
      ...policy(),
      rules: [
        { delayInMins: 0.5, actions: [notify, { type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId: '' }] },
        { actions: [] },
      ],
    });
    expect(created.status).toBe(200);
    expect(created.body.message).toBe('Routing rule created successfully.');
    const made = created.body.escalationPolicy;
    expect(made).toMatchObject({
      siteId: pageId,
      pageId,
      name: 'Default',
      description: '',
      repeat: false,
      repeatCount: 0,
      repeatDelay: 0,
      revertAcknowledgement: false,
      autoResolveIncidentsAfterRepeat: false,
      createdAt: '2026-01-15T12:00:00.000Z',
    });
    expect(made.rules).toMatchObject([
      {
        order: 1,
        delayInMins: 0.5,
        condition: 'NOT_ACKNOWLEDGED',
        escalationPolicyId: made.id,
        actions: [{ targetId: 'Ann@x.test' }, { type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId: null }],
      },
      { order: 2, delayInMins: 0, actions: [] },
    ]);
    expect(made.rules[0].actions[0].ruleId).toBe(made.rules[0].id);

    const got = await api.get(`/escalation-policies/${made.id}`);
    expect(got.body).toEqual({ escalationPolicy: made });
    const list = await api.get(`/${pageId}/escalation-policies`);
    expect(list.body.escalationPolicies).toContainEqual(made);
  });

  test('change only what is sent; rules and actions that carry their id keep it', async () => {
    const { body } = await api.post('/escalation-policies', policy({ description: 'first', repeatDelay: 3 }));
    const before = body.escalationPolicy;
    api.clock.move(1_000);
    const renamed = await api.put(`/escalation-policies/${before.id}`, { name: 'Renamed' });
    expect(renamed.body.message).toBe('Routing rule updated successfully.');
    expect(renamed.body.escalationPolicy).toEqual({
      ...before,
      name: 'Renamed',
      updatedAt: renamed.body.escalationPolicy.updatedAt,
    });
    expect(renamed.body.escalationPolicy.updatedAt > before.updatedAt).toBe(true);

    const [rule] = before.rules;
    const reordered = await api.put(`/escalation-policies/${before.id}`, {
      rules: [{ delayInMins: 1, actions: [] }, rule, { id: 'erl_unknown', delayInMins: 2, actions: [] }],
    });
    const { rules } = reordered.body.escalationPolicy;
    expect(rules.map((r: { order: number }) => r.order)).toEqual([1, 2, 3]);
    expect(rules[1]).toEqual({ ...rule, order: 2 });
    expect(rules[2].id).not.toBe('erl_unknown');
    const sentBack = await api.put(`/escalation-policies/${before.id}`, reordered.body.escalationPolicy);
    expect(sentBack.body.escalationPolicy.rules).toEqual(rules);
  });

  test.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of the wrong type', { name: 7 }, 'name'],
    ['no rules', { rules: undefined }, 'rules'],
    ['empty rules', { rules: [] }, 'rules'],
    ['a negative delay', { rules: [{ delayInMins: -1, actions: [] }] }, 'rules[0].delayInMins'],
    ['a delay over a week', { rules: [{ delayInMins: 10_080.5, actions: [] }] }, 'rules[0].delayInMins'],
    ['an unknown condition', { rules: [{ condition: 'ALWAYS', actions: [] }] }, 'rules[0].condition'],
    ['an unknown action', { rules: [{ actions: [{ type: 'SHOUT' }] }] }, 'rules[0].actions[0].type'],
    ['too many repeats', { repeatCount: 21 }, 'repeatCount'],
    ['half a repeat', { repeatCount: 0.5 }, 'repeatCount'],
    ['a repeat delay over a week', { repeatDelay: 10_081 }, 'repeatDelay'],
    [
      'a repeat that never pauses',
      { repeat: true, rules: [{ actions: [] }], repeatDelay: 0.09 },
      'repeatDelay',
    ],
    [
      'a member who is not there',
      { rules: [{ actions: [{ ...notify, targetId: 'bob@x.test' }] }] },
      'rules[0].actions[0].targetId',
    ],
    [
      'a member who is not named',
      { rules: [{ actions: [{ ...notify, targetId: null }] }] },
      'rules[0].actions[0].targetId',
    ],
    [
      'a team that is not there',
      { rules: [{ actions: [] }, { actions: [{ type: 'NOTIFY_TEAM', targetId: 'team_x' }] }] },
      'rules[1].actions[0].targetId',
    ],
    [
      'a schedule that is not there',
      { rules: [{ actions: [{ type: 'NOTIFY_ALL_ON_CALL_MEMBERS', targetId: 'sch_x' }] }] },
      'rules[0].actions[0].targetId',
    ],
  ])('refuse %s, naming its path', async (_what, wrong, path) => {
    const answer = await api.post('/escalation-policies', policy(wrong));
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toContain(path);
  });

  test('accept the shortest pass, and refuse a change that makes it shorter', async () => {
    const shortest = policy({ repeat: true, rules: [{ delayInMins: 0.05, actions: [] }], repeatDelay: 0.05 });
    const { status, body } = await api.post('/escalation-policies', shortest);
    expect(status).toBe(200);
    const refused = await api.put(`/escalation-policies/${body.escalationPolicy.id}`, { repeatDelay: 0 });
    expect(pathsOf(refused)).toEqual(['repeatDelay']);
  });

  test('take a team and a member of the page only', async () => {
    const other = await api.page('Other');
    const team = await api.team(other, 'Far');
    const { id } = await api.member(other, 'far@x.test');
    const answer = await api.post('/escalation-policies', {
      ...policy(),
      rules: [
        {
          actions: [
            { type: 'NOTIFY_TEAM', targetId: team },
            { ...notify, targetId: id },
          ],
        },
      ],
    });
    expect(pathsOf(answer)).toEqual(['rules[0].actions[0].targetId', 'rules[0].actions[1].targetId']);
  });

  test('cannot be deleted while a routing rule names them, and the answer says which', async () => {
    const { body } = await api.post('/escalation-policies', policy());
    const policyId = body.escalationPolicy.id;
    const rule = await api.post('/routing-rules', {
      routingRule: { siteId: pageId, actions: [], escalationPolicyId: policyId },
    });
    const refused = await api.del(`/escalation-policies/${policyId}`);
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain(rule.body.routingRule.id);
    await api.put(`/routing-rules/${rule.body.routingRule.id}`, {
      routingRule: { escalationPolicyId: null },
    });
    const gone = await api.del(`/escalation-policies/${policyId}`);
    expect(gone).toEqual({ status: 200, body: { message: 'Escalation policy deleted successfully.' } });
    expect((await api.get(`/escalation-policies/${policyId}`)).status).toBe(404);
  });

  test('do not exist for the key of another page', async () => {
    const { body } = await api.post('/escalation-policies', policy());
    const path = `/escalation-policies/${body.escalationPolicy.id}`;
    const stranger = await api.as('admin', await api.page('Other'));
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.put(path, { name: 'x' })).status).toBe(404);
    expect((await stranger.del(path)).status).toBe(404);
    expect((await stranger.get(`/${pageId}/escalation-policies`)).status).toBe(404);
    expect((await stranger.post('/escalation-policies', policy())).status).toBe(404);
    expect((await api.put(path, { pageId: 'page_x' })).status).toBe(404);
    const reader = await api.as('read', pageId);
    expect((await reader.get(path)).status).toBe(200);
    expect((await reader.put(path, { name: 'x' })).status).toBe(403);
  });

  test('two writers of one policy leave the rules of one of them, never a mixture', async () => {
    const { body } = await api.post('/escalation-policies', policy());
    const rulesOf = (delay: number) =>
      Array.from({ length: 5 }, () => ({ delayInMins: delay, actions: [notify] }));
    const path = `/escalation-policies/${body.escalationPolicy.id}`;
    const answers = await Promise.all([1, 2, 3, 4].map((delay) => api.put(path, { rules: rulesOf(delay) })));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const { rules } = (await api.get(path)).body.escalationPolicy;
    expect(rules).toHaveLength(5);
    expect(new Set(rules.map((rule: { delayInMins: number }) => rule.delayInMins)).size).toBe(1);
  });
});
