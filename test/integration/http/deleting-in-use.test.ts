import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type Json, type Product } from '../../support/product.ts';
import { whileDoing } from '../../support/while-doing.ts';

let product: Product;
let pageId: string;
beforeAll(async () => {
  product = await startProduct();
  const page = { name: 'Shop', subdomain: 'shop', email: 'o@shop.test' };
  pageId = (await product.ok('POST', '/v1/pages', page)).id;
  await product.ok('POST', `/v1/${pageId}/team`, { email: 'ann@shop.test', permission: 'FULL' });
});
afterAll(() => product?.close());

let count = 0;
type Target = { readonly id: string; readonly name: string; readonly path: string };

/** Each thing that rules and policies name, and an action that names it. */
const KINDS = {
  team: {
    make: async (name: string): Promise<Target> => {
      const { team } = await product.ok('POST', '/teams', { pageId, name, members: ['ann@shop.test'] });
      return { id: team.id, name, path: `/teams/${team.id}` };
    },
    type: 'NOTIFY_TEAM',
    table: 'team',
    gone: 200,
  },
  'on-call schedule': {
    make: async (name: string): Promise<Target> => {
      const shift = {
        members: [{ workspaceMemberId: 'ann@shop.test' }],
        rotationType: 'DAILY',
        startDate: '2026-01-05T09:00:00.000Z',
      };
      const { id } = await product.ok('POST', '/on-call-schedules', { pageId, name, onCallShifts: [shift] });
      return { id, name, path: `/on-call-schedules/${id}` };
    },
    type: 'NOTIFY_NEXT_ON_CALL_USER',
    table: 'schedule',
    gone: 204,
  },
} as const;
const EACH = Object.entries(KINDS);

const policyTelling = async (actions: Json[], name = 'Nights'): Promise<Json> =>
  (await product.ok('POST', '/escalation-policies', { pageId, name, rules: [{ actions }] })).escalationPolicy;
const ruleTelling = async (actions: Json[], more: object = {}): Promise<Json> =>
  (await product.ok('POST', '/routing-rules', { routingRule: { siteId: pageId, actions, ...more } }))
    .routingRule;

describe.each(EACH)('a %s', (kind, { make, type, table, gone }) => {
  const fresh = () => make(`${kind} ${(count += 1)}`);

  test('that rules and policies name is not deleted, and the answer names each place', async () => {
    const target = await fresh();
    const action = { type, targetId: target.id };
    const [rule, policy] = [await ruleTelling([action]), await policyTelling([action, action])];
    const { status, body } = await product.api('DELETE', target.path);
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    const places = `routing rule number ${rule.order} (${rule.id}), escalation policy Nights (${policy.id})`;
    expect(body.error.message.toLowerCase()).toContain(`${kind} ${target.name} is still named by: `);
    expect(body.error.message).toContain(`: ${places}. `);
    // What is there can be sent back as it is.
    await product.ok('PUT', `/escalation-policies/${policy.id}`, policy);
    await product.ok('PUT', `/routing-rules/${rule.id}`, { routingRule: rule });

    await product.ok('PUT', `/escalation-policies/${policy.id}`, { rules: [{ actions: [] }] });
    expect((await product.api('DELETE', target.path)).body.error.message).not.toContain('escalation policy');
    await product.ok('DELETE', `/routing-rules/${rule.id}`);
    expect((await product.api('DELETE', target.path)).status).toBe(gone);
    expect((await product.api('GET', target.path)).status).toBe(404);
  });

  test('is not deleted when a rule is just being made that names it', async () => {
    const target = await fresh();
    const rule = `rul_just_${table}`;
    const refused = await whileDoing(
      product.databaseUrl,
      `select 1 from ${table} where id = '${target.id}' for key share;
       insert into routing_rule (id, page_id, "order", created_at, updated_at)
         values ('${rule}', '${pageId}', 77, now(), now());
       insert into routing_action (id, rule_id, position, type, target_id)
         values ('rac_just_${table}', '${rule}', 0, '${type}', '${target.id}')`,
      () => product.api('DELETE', target.path),
    );
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain(`routing rule number 77 (${rule})`);
  });

  test('that is just being deleted is named by nothing any more', async () => {
    const action = (target: Target) => ({ type, targetId: target.id });
    const policy = await policyTelling([]);
    const rule = await ruleTelling([]);
    const wishes: readonly ((actions: Json[]) => [string, string, Json])[] = [
      (actions) => ['POST', '/escalation-policies', { pageId, name: 'Late', rules: [{ actions }] }],
      (actions) => ['PUT', `/escalation-policies/${policy.id}`, { rules: [{ actions }] }],
      (actions) => ['POST', '/routing-rules', { routingRule: { siteId: pageId, actions } }],
      (actions) => ['PUT', `/routing-rules/${rule.id}`, { routingRule: { actions } }],
    ];
    for (const wish of wishes) {
      const target = await fresh();
      const late = await whileDoing(
        product.databaseUrl,
        `delete from ${table} where id = '${target.id}'`,
        () => product.api(...wish([action(target)])),
      );
      expect(late.status).toBe(400);
      expect(late.body.error.details[0].message).toContain(target.id);
    }
  });
});

test('a schedule goes although rules ask all schedules of the page', async () => {
  const target = await KINDS['on-call schedule'].make('One of many');
  await policyTelling([{ type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId: null }]);
  expect((await product.api('DELETE', target.path)).status).toBe(204);
});

test('a refusal names twenty places and says how many more there are', async () => {
  const target = await KINDS.team.make('Everywhere');
  const action = { type: 'NOTIFY_TEAM', targetId: target.id };
  for (let i = 0; i < 23; i += 1) await policyTelling([action], `P${i}`);
  const { status, body } = await product.api('DELETE', target.path);
  expect(status).toBe(409);
  expect(body.error.message.match(/pol_/g)).toHaveLength(20);
  expect(body.error.message).toContain(' and 3 more. ');
});

test('a member of whom twenty-three policies tell is refused as briefly', async () => {
  const { id } = await product.ok('POST', `/v1/${pageId}/team`, {
    email: 'ben@shop.test',
    permission: 'MEMBER',
  });
  const action = { type: 'NOTIFY_WORKSPACE_MEMBER', targetId: id };
  for (let i = 0; i < 23; i += 1) await policyTelling([action], `M${i}`);
  const { status, body } = await product.api('DELETE', `/v1/${pageId}/team/${id}`);
  expect(status).toBe(409);
  expect(body.error.message).toContain(' and 3 more. ');
});

test('an escalation policy that is just being deleted is named by no rule any more', async () => {
  const { id } = await policyTelling([]);
  const late = await whileDoing(product.databaseUrl, `delete from escalation_policy where id = '${id}'`, () =>
    product.api('POST', '/routing-rules', {
      routingRule: { siteId: pageId, actions: [], escalationPolicyId: id },
    }),
  );
  expect(late.status).toBe(400);
  expect(late.body.error.details[0].path).toBe('routingRule.escalationPolicyId');
});

describe('a member who is just being deleted', () => {
  const someone = async (): Promise<Json> =>
    product.ok('POST', `/v1/${pageId}/team`, {
      email: `m${(count += 1)}@shop.test`,
      permission: 'MEMBER',
    });
  const shiftOf = (id: string) => ({
    members: [{ workspaceMemberId: id }],
    rotationType: 'DAILY',
    startDate: '2026-01-05T09:00:00.000Z',
  });

  test('comes into no rule, policy, schedule or override any more', async () => {
    const { path } = await KINDS['on-call schedule'].make('Nights');
    const told = (id: string) => [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: id }];
    const wishes: readonly ((id: string) => [string, string, Json])[] = [
      (id) => ['POST', '/routing-rules', { routingRule: { siteId: pageId, actions: told(id) } }],
      (id) => ['POST', '/escalation-policies', { pageId, name: 'L', rules: [{ actions: told(id) }] }],
      (id) => ['POST', '/on-call-schedules', { pageId, name: 'L', onCallShifts: [shiftOf(id)] }],
      (id) => ['PUT', path, { onCallShifts: [shiftOf(id)] }],
      (id) => [
        'POST',
        `${path}/overrides`,
        { memberId: id, start: '2026-12-24T08:00:00.000Z', end: '2026-12-24T09:00:00.000Z' },
      ],
    ];
    for (const wish of wishes) {
      const { id } = await someone();
      const late = await whileDoing(product.databaseUrl, `delete from member where id = '${id}'`, () =>
        product.api(...wish(id)),
      );
      expect([wish(id)[1], late.status]).toEqual([wish(id)[1], 400]);
    }
  });

  test('is not deleted when a policy is just being made that names them', async () => {
    const { id } = await someone();
    const refused = await whileDoing(
      product.databaseUrl,
      `select 1 from member where id = '${id}' for key share;
       insert into routing_rule (id, page_id, "order", created_at, updated_at)
         values ('rul_just_mbr', '${pageId}', 78, now(), now());
       insert into routing_action (id, rule_id, position, type, target_id)
         values ('rac_just_mbr', 'rul_just_mbr', 0, 'NOTIFY_WORKSPACE_MEMBER', '${id}')`,
      () => product.api('DELETE', `/v1/${pageId}/team/${id}`),
    );
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain('routing rule number 78');
  });

  test('leaves their place to another one in a policy too that is just being changed', async () => {
    const { id, email } = await someone();
    const action = { type: 'NOTIFY_WORKSPACE_MEMBER', targetId: id };
    const policy = await policyTelling([action]);
    const done = await whileDoing(
      product.databaseUrl,
      `select 1 from escalation_policy where id = '${policy.id}' for update;
       update escalation_action set id = id || '_anew' where target_id = '${id}'`,
      () => product.api('DELETE', `/v1/${pageId}/team/${email}?replaceWith=ann@shop.test`),
    );
    expect(done.status).toBe(200);
    const { escalationPolicy } = await product.ok('GET', `/escalation-policies/${policy.id}`);
    const ann = await product.ok('GET', `/v1/${pageId}/team/ann@shop.test`);
    expect(escalationPolicy.rules[0].actions).toMatchObject([{ targetId: ann.id }]);
  });
});
