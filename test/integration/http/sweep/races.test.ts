import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../support/product.ts';
import { breaches } from '../../../support/sweep/consistency.ts';
import { varied } from '../../../support/sweep/grow.ts';
import { SCALE } from '../../../support/sweep/scale.ts';
import { startSweep, type SweepProduct } from '../../../support/sweep/product.ts';
import { makeWorld, reachable, type World } from '../../../support/sweep/world.ts';

/* Fifty at once: nothing breaks, nothing is lost, and what must hold holds. */

const FIFTY = Array.from({ length: 50 }, (_, i) => i);

let sweep: SweepProduct;
let world: World;
beforeAll(async () => {
  sweep = await startSweep();
  world = await makeWorld(sweep.admin, sweep.document, 'alpha');
});
afterAll(() => sweep?.close());
afterEach(expectWhole);

async function expectWhole(): Promise<void> {
  expect(await breaches(sweep.reader)).toEqual([]);
}

type Request = readonly [method: string, path: string, body?: Json];
type Answer = { readonly status: number; readonly body: Json };

const allAtOnce = (requests: readonly Request[]): Promise<Answer[]> =>
  Promise.all(requests.map(([method, path, body]) => sweep.admin(method, path, body)));

/** How often each status was answered. */
function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const statusesOf = (answers: readonly Answer[]) => new Set(answers.map(({ status }) => status));

async function made(path: string, body: object): Promise<Json> {
  const answer = await sweep.admin('POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const at = (path: string) => world.pathOf({ path }) ?? path;
const own = (name: string) => `/v1/${world.pageId}/${name}`;
const idsOf = (kind: string): [string, string] => {
  const [first = '', second = ''] = world.ids.get(kind) ?? [];
  return [first, second];
};

describe('any operation', () => {
  test(
    'that makes or changes something answers many at once by success or by a refusal',
    { timeout: 90_000 },
    async () => {
      const wrong: string[] = [];
      for (const { operation, path } of reachable(sweep.document, world)) {
        const { method, name, example, isOpen } = operation;
        if (isOpen || !['POST', 'PUT'].includes(method)) continue;
        const body = (i: number) =>
          example === undefined ? undefined : varied(world.filledIn(example), i % 3);
        const some = FIFTY.slice(0, 8 * SCALE);
        const answers = await allAtOnce(some.map((i) => [method, path, body(i)]));
        const other = answers.find(({ status }) => ![200, 400, 409].includes(status));
        if (other !== undefined)
          wrong.push(`${name}: ${JSON.stringify(tally(answers))} ${JSON.stringify(other.body)}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});

/** Of each kind of thing two fields that know nothing of each other, and what is put into them. */
const FIELDS: readonly (readonly [string, string, string, (i: number) => Json, (i: number) => Json])[] = [
  ['/v1/{page_id}/components/{component_id}', 'name', 'description', text, text],
  ['/v1/{page_id}/team/{member_id}', 'name', 'phone', text, (i) => `+491511234${1_000 + i}`],
  ['/v1/{page_id}/templates/{template_id}', 'name', 'message', text, text],
  ['/v1/{page_id}/incidents/{incident_id}', 'name', 'description', text, text],
  ['/teams/{id}', 'name', 'members', text, (i) => idsOf('mbr').slice(i % 2)],
  ['/monitors/{id}', 'name', 'checksInterval', text, (i) => 60 + i],
  ['/monitor-alerts/{id}', 'metadata', 'sslExpiresInDays', text, (i) => 40 + i],
  ['/monitors-groups/{id}', 'name', 'order', text, (i) => 10 + i],
  ['/on-call-schedules/{id}', 'name', 'description', text, text],
  ['/escalation-policies/{id}', 'name', 'repeatDelay', text, (i) => 20 + i],
  ['/v3/integrations/{integration_id}', 'label', 'components', text, (i) => idsOf('comp').slice(i % 2)],
  ['/v2/{page_id}', 'name', 'twitter', text, text],
];

function text(i: number): string {
  return `changed ${i}`;
}

describe('two fields of one thing', () => {
  test.each(FIELDS)(
    'of %s: %s and %s are both kept when they are changed at once',
    async (path, one, other, ofOne, ofOther) => {
      const answers = await allAtOnce(
        FIFTY.map((i) => ['PUT', at(path), i % 2 === 0 ? { [one]: ofOne(i) } : { [other]: ofOther(i) }]),
      );
      expect(tally(answers)).toEqual({ 200: 50 });
      const { body } = await sweep.admin('GET', at(path));
      const [wrapped] = Object.values<Json>(body);
      const now = one in body ? body : wrapped;
      const even = FIFTY.filter((i) => i % 2 === 0).map((i) => JSON.stringify(ofOne(i)));
      const odd = FIFTY.filter((i) => i % 2 === 1).map((i) => JSON.stringify(ofOther(i)));
      const plain = (value: Json) =>
        JSON.stringify(Array.isArray(value) ? value.map((member) => member.id ?? member) : value);
      expect(even).toContain(plain(now[one]));
      expect(odd).toContain(plain(now[other]));
    },
  );
});

describe('what there is to be once', () => {
  test('is there once: a member of an e-mail, an open incident of a key, a page of a subdomain', async () => {
    const member = (i: number): Request => [
      'POST',
      own('team'),
      { email: i % 2 === 0 ? 'same@alpha.test' : 'SAME@Alpha.test', permission: 'MEMBER' },
    ];
    const members = await allAtOnce(FIFTY.map(member));
    expect(tally(members)).toEqual({ 200: 50 });
    expect(new Set(members.map(({ body }) => body.id)).size).toBe(1);

    const incident = { name: 'Same', status: 'INVESTIGATING', dedupKey: 'the same', impact: 'OPERATIONAL' };
    const incidents = await allAtOnce(FIFTY.map(() => ['POST', own('incidents'), incident]));
    expect(tally(incidents)).toEqual({ 200: 50 });
    expect(new Set(incidents.map(({ body }) => body.id)).size).toBe(1);

    const page = { name: 'Same', subdomain: 'same', email: 'o@same.test' };
    const pages = await allAtOnce(FIFTY.map(() => ['POST', '/v1/pages', page]));
    expect(tally(pages)).toEqual({ 200: 1, 409: 49 });
  });
});

describe('what hangs together', () => {
  test('rules, shifts and their members keep their order while they are replaced, longer and shorter', async () => {
    const [ann, ben] = idsOf('mbr');
    const actions = [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: ann }];
    const shift = (count: number) => ({
      members: [ann, ben].slice(0, 1 + (count % 2)).map((workspaceMemberId) => ({ workspaceMemberId })),
      rotationType: 'DAILY',
      startDate: '2026-01-05T09:00:00.000Z',
    });
    const many = (i: number) => Array.from({ length: 1 + (i % 4) });
    const answers = await allAtOnce(
      FIFTY.map((i): Request => {
        const rules = many(i).map((_, number) => ({ delayInMins: number + 1, actions }));
        if (i % 3 === 0) return ['PUT', at('/escalation-policies/{id}'), { rules }];
        if (i % 3 === 1) {
          return ['PUT', at('/on-call-schedules/{id}'), { onCallShifts: many(i).map(() => shift(i)) }];
        }
        const assertions = many(i).map(() => ({ type: 'TITLE', comparison: 'NOT_EMPTY' }));
        return ['PUT', at('/routing-rules/{id}'), { routingRule: { assertions, actions, order: i } }];
      }),
    );
    expect(tally(answers)).toEqual({ 200: 50 });
  });

  test('alerts and monitors agree on their links, whichever side sets them', async () => {
    const [first, second] = idsOf('mon');
    const alert = (
      await made('/monitor-alerts', { pageId: world.pageId, type: 'EMAIL', recipient: 'a@a.test' })
    ).monitor.id;
    const answers = await allAtOnce(
      FIFTY.map((i): Request =>
        i % 2 === 0
          ? ['PUT', `/monitors/${i % 4 === 0 ? first : second}`, { alerts: i % 8 === 0 ? [] : [alert] }]
          : ['PUT', `/monitor-alerts/${alert}`, { monitors: [first, second].slice(i % 3) }],
      ),
    );
    expect(statusesOf(answers)).toEqual(new Set([200]));
    const linked = (await sweep.admin('GET', `/monitor-alerts/${alert}`)).body.monitor.monitors;
    for (const id of [first, second]) {
      const { alerts } = (await sweep.admin('GET', `/monitors/${id}`)).body.monitor;
      expect(alerts.includes(alert)).toBe(linked.some((one: Json) => one.id === id));
    }
  });

  test('components stay one level deep while each is put under the other', async () => {
    const ids = await Promise.all(FIFTY.slice(0, 6).map((i) => made(own('components'), { name: `C${i}` })));
    const id = (i: number): string => ids[i % ids.length].id;
    const answers = await allAtOnce(
      FIFTY.map((i) => ['PUT', own(`components/${id(i)}`), { groupId: id(i + 1 + (i % 4)) }]),
    );
    expect([...statusesOf(answers)].filter((status) => ![200, 400, 409].includes(status))).toEqual([]);
  });

  test('a member who is deleted while fifty ask for them is in nothing afterwards, or is not deleted', async () => {
    const { pageId } = world;
    const { id } = await made(own('team'), { email: 'gone@alpha.test', permission: 'MEMBER' });
    const actions = [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: id }];
    const shift = {
      members: [{ workspaceMemberId: id }],
      rotationType: 'DAILY',
      startDate: '2026-01-05T09:00:00.000Z',
    };
    const window = { start: '2026-12-24T08:00:00.000Z', end: '2026-12-24T09:00:00.000Z' };
    const wishes: ((i: number) => Request)[] = [
      (i) => ['POST', '/teams', { pageId, name: `T${i}`, members: [id] }],
      (i) => ['POST', '/escalation-policies', { pageId, name: `P${i}`, rules: [{ actions }] }],
      () => ['POST', '/routing-rules', { routingRule: { siteId: pageId, actions } }],
      (i) => ['POST', '/on-call-schedules', { pageId, name: `S${i}`, onCallShifts: [shift] }],
      () => ['POST', at('/on-call-schedules/{id}/overrides'), { memberId: id, ...window }],
    ];
    const [deleted, ...asked] = await allAtOnce([
      ['DELETE', own(`team/${id}`)],
      ...FIFTY.map((i): Request => wishes[i % wishes.length]?.(i) ?? ['GET', '/healthz']),
    ]);
    expect([200, 409]).toContain(deleted?.status);
    const fitting = deleted?.status === 200 ? [400] : [200, 400];
    expect([...statusesOf(asked)].filter((status) => !fitting.includes(status))).toEqual([]);
  });

  test('what rules and policies name is not deleted, or named by none of those that ask for it just then', async () => {
    const { pageId } = world;
    const [ann] = idsOf('mbr');
    const shift = {
      members: [{ workspaceMemberId: ann }],
      rotationType: 'DAILY',
      startDate: '2026-01-05T09:00:00.000Z',
    };
    const team = (await made('/teams', { pageId, name: 'Gone' })).team.id;
    const schedule = (await made('/on-call-schedules', { pageId, name: 'Gone', onCallShifts: [shift] })).id;
    const rules = [{ actions: [] }];
    const policy = (await made('/escalation-policies', { pageId, name: 'Gone', rules })).escalationPolicy.id;
    const telling = (i: number) =>
      i % 2 === 0
        ? [{ type: 'NOTIFY_TEAM', targetId: team }]
        : [{ type: 'NOTIFY_ALL_ON_CALL_MEMBERS', targetId: schedule }];
    const wishes: ((i: number) => Request)[] = [
      (i) => ['POST', '/escalation-policies', { pageId, name: `Q${i}`, rules: [{ actions: telling(i) }] }],
      (i) => ['PUT', at('/escalation-policies/{id}'), { rules: [{ actions: telling(i) }] }],
      (i) => ['POST', '/routing-rules', { routingRule: { siteId: pageId, actions: telling(i) } }],
      () => [
        'POST',
        '/routing-rules',
        { routingRule: { siteId: pageId, actions: [], escalationPolicyId: policy } },
      ],
      (i) => ['PUT', at('/routing-rules/{id}'), { routingRule: { actions: telling(i) } }],
    ];
    const asked = FIFTY.map((i): Request => wishes[i % wishes.length]?.(i) ?? ['GET', '/healthz']);
    const answers = await allAtOnce([
      ...asked.slice(0, 5),
      ['DELETE', `/teams/${team}`],
      ['DELETE', `/on-call-schedules/${schedule}`],
      ['DELETE', `/escalation-policies/${policy}`],
      ...asked.slice(5),
    ]);
    const deleted = answers.slice(5, 8).map(({ status }) => status);
    expect(deleted.filter((status) => ![200, 204, 409].includes(status))).toEqual([]);
    const others = [...answers.slice(0, 5), ...answers.slice(8)];
    expect([...statusesOf(others)].filter((status) => ![200, 400].includes(status))).toEqual([]);
  });

  test('groups of monitors stay a tree, and keep their monitors, while they are moved and deleted', async () => {
    const { pageId } = world;
    const groups = await Promise.all(
      FIFTY.slice(0, 8).map((i) => made('/monitors-groups', { pageId, name: `G${i}` })),
    );
    const id = (i: number): string => groups[i % groups.length].monitor.id;
    const [monitor] = idsOf('mon');
    const answers = await allAtOnce(
      FIFTY.map((i): Request => {
        if (i % 16 === 15) return ['DELETE', `/monitors-groups/${id(i)}`];
        if (i % 5 === 0) return ['POST', `/monitors-groups/${id(i)}/monitors`, { monitors: [monitor] }];
        return ['PUT', `/monitors-groups/${id(i)}`, { groupId: id(i + 1 + (i % 3)) }];
      }),
    );
    expect([...statusesOf(answers)].filter((status) => ![200, 400, 404, 409].includes(status))).toEqual([]);
    expect((await sweep.admin('GET', `/monitors/${monitor}`)).status).toBe(200);
  });
});
