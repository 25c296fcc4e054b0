import type { AuditAction, AuditKind } from '../../../src/services/ports/audit-log.ts';
import type { Caller, TestApi } from '../api.ts';
import type { Json } from '../product.ts';

/** A page of its own for one operation, and what makes things on it; `ok` fails the test where it is refused. */
export type World = {
  readonly api: TestApi;
  readonly pageId: string;
  readonly ok: (method: keyof Caller, url: string, body?: unknown) => Promise<Json>;
};

/** What to send for an operation, and what the audit log is to say of it. */
export type Audited = readonly [
  kind: AuditKind,
  action: AuditAction,
  send: (world: World) => Promise<readonly [url: string, body?: object]>,
];

export async function newWorld(api: TestApi): Promise<World> {
  const pageId = await api.page();
  for (const name of ['ann', 'ben', 'cem']) await api.member(pageId, `${name}@x.test`);
  return {
    api,
    pageId,
    ok: async (method, url, body) => {
      const answer = await api[method](url, body);
      if (answer.status !== 200) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
}

export async function memberOf({ api, pageId }: World, email: string): Promise<string> {
  return (await api.store.members.findByIdOrEmail(pageId, email))?.id ?? '';
}

export async function anIncident(w: World): Promise<string> {
  return (await w.ok('post', `/v1/${w.pageId}/incidents`, { name: 'Down', status: 'INVESTIGATING' })).id;
}

export const RULES = [{ delayInMins: 5, condition: 'NOT_ACKNOWLEDGED', actions: [] }];

export async function aPolicy(w: World): Promise<string> {
  const body = { pageId: w.pageId, name: 'Night', rules: RULES };
  return `/escalation-policies/${(await w.ok('post', '/escalation-policies', body)).escalationPolicy.id}`;
}

export const TEMPLATE = { type: 'INCIDENT', name: 'Outage', status: 'IDENTIFIED' };

export async function aTemplate(w: World): Promise<string> {
  return (await w.ok('post', `/v1/${w.pageId}/templates`, TEMPLATE)).id;
}

export async function anIntegration(w: World): Promise<Json> {
  const body = { pageId: w.pageId, integrationType: 'WEBHOOK' };
  return (await w.ok('post', '/v3/integrations', body)).integration;
}
