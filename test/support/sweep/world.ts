import type { Json } from '../product.ts';
import type { ApiDocument, Operation } from './document.ts';

export type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Json }>;

/** A page with at least one of everything that the interface knows. */
export type World = {
  readonly pageId: string;
  /** The ids that there are, by the letters before the underscore. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** A path with the page's own ids in the place of its parameters; null: no such thing is on the page. */
  readonly pathOf: (operation: { readonly path: string }) => string | null;
  /** An example with the page's own ids in the place of made-up ones. */
  readonly filledIn: (example: Json) => Json;
};

/** What reads like a read and does something. */
const DOES = /\/run$|^\/heartbeat\//;
const ID = /^([a-z]{2,6})_\w+$/;

/** Makes a page by the interface alone; what the document offers beyond what is made here is made by its examples. */
export async function makeWorld(call: Call, document: ApiDocument, name: string): Promise<World> {
  const ok = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await call(method, path, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const subdomain = name.toLowerCase();
  const page = await ok('POST', '/v1/pages', { name, subdomain, email: `owner@${subdomain}.test` });
  const tokens = await makeKnown(ok, page.id, name);
  const ids = new Map<string, string[]>();
  const paths = new Map<string, string | null>();
  const filledIn = (example: Json): Json => fillIn(example, ids);
  const resolve = async () => {
    paths.clear();
    const look = remembered(call);
    for (const { path } of document.operations) {
      if (!paths.has(path))
        paths.set(path, await resolved(look, document, path, { page: page.id, ...tokens }));
    }
    collect(ids, [...paths.values()]);
    for (const { path, method } of document.operations) {
      const own = paths.get(path);
      if (method === 'GET' && own != null && !DOES.test(own)) collect(ids, (await look('GET', own)).body);
    }
  };
  ids.set('page', [page.id]);
  await resolve();
  // What others add to the interface is made as its examples say, a thing below another one in a second round.
  for (let round = 0; round < 2 && [...paths.values()].includes(null); round += 1) {
    const missing = [...paths].flatMap(([path, own]) => (own === null ? [path] : []));
    for (const maker of document.operations.filter((op) => missing.some((path) => mayMake(op, path)))) {
      const own = paths.get(maker.path) ?? null;
      if (own !== null) await call('POST', own, filledIn(maker.example));
    }
    await resolve();
  }
  return { pageId: page.id, ids, filledIn, pathOf: ({ path }) => paths.get(path) ?? null };
}

/** Asks for the same once. */
function remembered(call: Call): Call {
  const answers = new Map<string, ReturnType<Call>>();
  return (method, path) => {
    const answer = answers.get(path) ?? call(method, path);
    answers.set(path, answer);
    return answer;
  };
}

/** Whether an operation is one that a thing at such a path may come from. */
function mayMake({ method, path, example }: Operation, wanted: string): boolean {
  if (method !== 'POST') return false;
  const collection = wanted.slice(0, wanted.lastIndexOf('/{'));
  const [above, segment] = [collection.slice(0, collection.lastIndexOf('/')), collection.split('/').at(-1)];
  if (path === collection) return true;
  if (path === `/${segment}` || path.endsWith(`}/${segment}`)) return example !== undefined;
  // Deliveries come of tests: by an act on what they belong to.
  return above.endsWith('}') && path.startsWith(`${above}/`) && !path.slice(above.length).includes('{');
}

type Known = { readonly page: string; readonly inbound: string; readonly heartbeat: string };

/** Fills in the parameters of a path from left to right, by what the lists of the page show first. */
async function resolved(
  call: Call,
  document: ApiDocument,
  path: string,
  known: Known,
): Promise<string | null> {
  let done = '';
  const segments = path.split('/').slice(1);
  for (const [i, segment] of segments.entries()) {
    const before = segments[i - 1] ?? '';
    const value = segment.startsWith('{')
      ? await idFor(call, document, { parameter: segment.slice(1, -1), before, done, known })
      : segment.replace(/^\{(.*)\}/, '$1');
    if (value === null) return null;
    done += `/${value}`;
  }
  return done;
}

type Place = {
  readonly parameter: string;
  readonly before: string;
  readonly done: string;
  readonly known: Known;
};

async function idFor(call: Call, document: ApiDocument, place: Place): Promise<string | null> {
  const { parameter, before, done, known } = place;
  if (parameter === 'page_id') return known.page;
  if (parameter === 'token') return before === 'heartbeat' ? known.heartbeat : known.inbound;
  if (parameter === 'exit_code') return '3';
  const segment = parameter === 'template' ? 'templates' : before;
  // A list of the same place first, else the page's.
  const nested = firstId((await call('GET', done)).body);
  if (nested !== null && segment === before) return nested;
  const list = document.operations.find(
    ({ method, path }) =>
      method === 'GET' &&
      path.endsWith(`/${segment}`) &&
      path.replace('{page_id}', '').split('{').length === 1,
  );
  if (list !== undefined)
    return firstId((await call('GET', list.path.replace('{page_id}', known.page))).body);
  const parent = (await call('GET', done.slice(0, done.lastIndexOf('/')))).body;
  const inner = Object.entries<Json>(parent ?? {}).find(([key, value]) => {
    return segment.endsWith(key) && Array.isArray(value);
  });
  return firstId(inner?.[1]);
}

/** The id of the first thing in a list, bare or wrapped. */
function firstId(body: Json): string | null {
  const list = Array.isArray(body)
    ? body
    : Object.values<Json>(body ?? {}).find((value) => Array.isArray(value));
  const id = list?.[0]?.id;
  return typeof id === 'string' ? id : null;
}

/** Notes every id that stands in an answer, in the order in which they are seen. */
function collect(ids: Map<string, string[]>, part: Json): void {
  if (typeof part === 'string') {
    for (const text of part.startsWith('/') ? part.split('/') : [part]) {
      const prefix = /^([a-z]{2,6})_[0-9a-v]{26}$/.exec(text)?.[1];
      if (prefix === undefined) continue;
      const seen = ids.get(prefix) ?? [];
      if (!seen.includes(text)) ids.set(prefix, [...seen, text]);
    }
  } else if (typeof part === 'object' && part !== null) {
    for (const value of Object.values(part)) collect(ids, value);
  }
}

/** Numbers at the end of made-up ids tell them apart: 1 is the first of its kind on the page. */
function fillIn(example: Json, ids: ReadonlyMap<string, readonly string[]>): Json {
  if (typeof example === 'string') {
    const known = ids.get(ID.exec(example)?.[1] ?? '') ?? [];
    const number = Number(/(\d)$/.exec(example)?.[1] ?? 1);
    return known[number - 1] ?? known[0] ?? example;
  }
  if (Array.isArray(example)) return example.map((one) => fillIn(one, ids));
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, fillIn(value, ids)]));
}

/** One of everything that is known here; answers the tokens of the addresses that there are. */
async function makeKnown(
  ok: (method: string, path: string, body?: unknown) => Promise<Json>,
  pageId: string,
  name: string,
): Promise<{ inbound: string; heartbeat: string }> {
  const member = async (person: string, permission: string) =>
    (await ok('POST', `/v1/${pageId}/team`, { email: `${person}@${name}.test`, name: person, permission }))
      .id;
  const [ann, ben] = [await member('ann', 'FULL'), await member('ben', 'MEMBER')];
  const component = (await ok('POST', `/v1/${pageId}/components`, { name: `${name} checkout` })).id;
  await ok('POST', `/v1/${pageId}/components`, { name: `${name} search` });
  await ok('POST', '/teams', { pageId, name: `${name} team`, members: [ann, ben] });
  const schedule = await ok('POST', '/on-call-schedules', {
    pageId,
    name: `${name} primary`,
    onCallShifts: [
      {
        members: [{ workspaceMemberId: ann }, { workspaceMemberId: ben }],
        rotationType: 'WEEKLY',
        startDate: '2026-01-05T09:00:00.000Z',
      },
    ],
  });
  const onCall = `/on-call-schedules/${schedule.id}`;
  const window = { start: '2026-12-24T08:00:00.000Z', end: '2026-12-24T20:00:00.000Z' };
  await ok('POST', `${onCall}/swaps`, { memberId: ann, toMemberId: ben, ...window });
  await ok('POST', `${onCall}/overrides`, {
    memberId: ben,
    start: '2026-03-02T08:00:00.000Z',
    end: '2026-03-02T20:00:00.000Z',
  });
  await ok('PUT', onCall, { description: `${name} later`, effectiveFrom: '2026-11-02T09:00:00.000Z' });
  await ok('POST', `/team/${ann}/time-off`, {
    start: '2026-05-01T08:00:00.000Z',
    end: '2026-05-02T08:00:00.000Z',
  });
  const { monitor } = await ok('POST', '/monitors', { pageId, url: `https://${name}.test/`, name });
  await ok('POST', '/monitors', { pageId, url: `https://${name}.test/other`, name: `${name} other` });
  const job = { pageId, type: 'HEARTBEAT', name: `${name} backup` };
  const { heartbeatUrl } = (await ok('POST', '/monitors', job)).monitor;
  await ok('GET', `/monitors/${monitor.id}/run`);
  await ok('POST', '/monitor-alerts', {
    pageId,
    type: 'EMAIL',
    recipient: `a@${name}.test`,
    monitors: [monitor.id],
  });
  await ok('POST', '/monitors-groups', { pageId, name: `${name} group`, monitors: [monitor.id] });
  const actions = [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: ann }];
  await ok('POST', '/escalation-policies', {
    pageId,
    name: `${name} policy`,
    rules: [{ actions }, { delayInMins: 30, actions }],
  });
  const assertions = [{ type: 'TITLE', comparison: 'NOT_EMPTY' }];
  await ok('POST', '/routing-rules', { routingRule: { siteId: pageId, assertions, actions } });
  await ok('POST', `/v1/${pageId}/templates`, {
    type: 'INCIDENT',
    name: `${name} template`,
    status: 'IDENTIFIED',
    components: [{ id: component, status: 'PARTIALOUTAGE' }],
  });
  const incident = await ok('POST', `/v1/${pageId}/incidents`, {
    name: `${name} incident`,
    status: 'INVESTIGATING',
    components: [component],
    dedupKey: `${name} key`,
  });
  await ok('POST', `/v1/${pageId}/incidents/${incident.id}/incident-updates`, { status: 'IDENTIFIED' });
  await ok('POST', '/api-keys', { name: `${name} key`, scope: 'read', pageId });
  const { integration } = await ok('POST', '/v3/integrations', { pageId, integrationType: 'WEBHOOK' });
  const tokenOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
  return { inbound: tokenOf(integration.url), heartbeat: tokenOf(heartbeatUrl) };
}

/** The operations that mean something on the page, each with its own path. */
export function reachable(document: ApiDocument, world: World): { operation: Operation; path: string }[] {
  return document.operations.flatMap((operation) => {
    const path = world.pathOf(operation);
    return path === null ? [] : [{ operation, path }];
  });
}
