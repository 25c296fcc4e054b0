import {
  aPolicy,
  aTemplate,
  anIntegration,
  memberOf,
  RULES,
  TEMPLATE,
  type Audited,
  type World,
} from './world.ts';

const component = async (w: World): Promise<string> =>
  `/v1/${w.pageId}/components/${(await w.ok('post', `/v1/${w.pageId}/components`, { name: 'Web' })).id}`;
const team = async (w: World): Promise<string> =>
  `/teams/${(await w.ok('post', '/teams', { pageId: w.pageId, name: 'Web', members: [] })).team.id}`;
const monitor = async (w: World): Promise<string> =>
  (await w.ok('post', '/monitors', { pageId: w.pageId, url: 'https://a.test' })).monitor.id;
const group = async (w: World): Promise<string> =>
  (await w.ok('post', '/monitors-groups', { pageId: w.pageId, name: 'Web' })).monitor.id;
const EMAIL = { type: 'EMAIL', recipient: 'ann@x.test' };
const alert = async (w: World): Promise<string> =>
  `/monitor-alerts/${(await w.ok('post', '/monitor-alerts', { pageId: w.pageId, ...EMAIL })).monitor.id}`;
const rule = async (w: World): Promise<string> => {
  const body = { routingRule: { siteId: w.pageId, actions: [] } };
  return `/routing-rules/${(await w.ok('post', '/routing-rules', body)).routingRule.id}`;
};
const integrationPath = async (w: World): Promise<string> =>
  `/v3/integrations/${(await anIntegration(w)).id}`;

/** What is configured. */
export const CONFIGURATION: Readonly<Record<string, Audited>> = {
  'POST /api-keys': [
    'api_key',
    'created',
    async (w) => ['/api-keys', { name: 'ci', scope: 'read', pageId: w.pageId }],
  ],
  'DELETE /api-keys/{id}': [
    'api_key',
    'deleted',
    async (w) => {
      const body = { name: 'ci', scope: 'read', pageId: w.pageId };
      return [`/api-keys/${(await w.ok('post', '/api-keys', body)).apiKey.id}`];
    },
  ],
  'POST /v1/pages': [
    'page',
    'created',
    async (w) => ['/v1/pages', { email: 'a@x.test', name: 'New', subdomain: `new-${w.pageId.slice(-12)}` }],
  ],
  'PUT /v2/{page_id}': ['page', 'updated', async (w) => [`/v2/${w.pageId}`, { name: 'Other' }]],
  'DELETE /v2/{page_id}': ['page', 'deleted', async (w) => [`/v2/${w.pageId}`]],
  'POST /v1/{page_id}/components': [
    'component',
    'created',
    async (w) => [`/v1/${w.pageId}/components`, { name: 'Web' }],
  ],
  'PUT /v1/{page_id}/components/{component_id}': [
    'component',
    'updated',
    async (w) => [await component(w), { name: 'Site' }],
  ],
  'DELETE /v1/{page_id}/components/{component_id}': [
    'component',
    'deleted',
    async (w) => [await component(w)],
  ],
  'POST /v1/{page_id}/team': [
    'member',
    'created',
    async (w) => [`/v1/${w.pageId}/team`, { email: 'dan@x.test', permission: 'FULL' }],
  ],
  'PUT /v1/{page_id}/team/{member_id}': [
    'member',
    'updated',
    async (w) => [`/v1/${w.pageId}/team/${await memberOf(w, 'ann@x.test')}`, { name: 'Anna' }],
  ],
  'DELETE /v1/{page_id}/team/{member_id}': [
    'member',
    'deleted',
    async (w) => [`/v1/${w.pageId}/team/${await memberOf(w, 'ann@x.test')}`],
  ],
  'POST /teams': ['team', 'created', async (w) => ['/teams', { pageId: w.pageId, name: 'Web', members: [] }]],
  'PUT /teams/{id}': ['team', 'updated', async (w) => [await team(w), { name: 'Site' }]],
  'DELETE /teams/{id}': ['team', 'deleted', async (w) => [await team(w)]],
  'POST /v1/{page_id}/templates': [
    'template',
    'created',
    async (w) => [`/v1/${w.pageId}/templates`, TEMPLATE],
  ],
  'PUT /v1/{page_id}/templates/{template_id}': [
    'template',
    'updated',
    async (w) => [`/v1/${w.pageId}/templates/${await aTemplate(w)}`, { name: 'Other' }],
  ],
  'DELETE /v1/{page_id}/templates/{template_id}': [
    'template',
    'deleted',
    async (w) => [`/v1/${w.pageId}/templates/${await aTemplate(w)}`],
  ],
  'POST /monitors': [
    'monitor',
    'created',
    async (w) => ['/monitors', { pageId: w.pageId, url: 'https://a.test' }],
  ],
  'PUT /monitors/{id}': ['monitor', 'updated', async (w) => [`/monitors/${await monitor(w)}`, { name: 'b' }]],
  'DELETE /monitors/{id}': ['monitor', 'deleted', async (w) => [`/monitors/${await monitor(w)}`]],
  'PUT /monitors/{id}/group': [
    'monitor',
    'updated',
    async (w) => [`/monitors/${await monitor(w)}/group`, { parentId: await group(w) }],
  ],
  'POST /monitors/{id}/rotate-secret': [
    'monitor',
    'secret_rotated',
    async (w) => {
      const body = { pageId: w.pageId, type: 'HEARTBEAT', name: 'Backup' };
      return [`/monitors/${(await w.ok('post', '/monitors', body)).monitor.id}/rotate-secret`];
    },
  ],
  'POST /monitor-alerts': [
    'monitor_alert',
    'created',
    async (w) => ['/monitor-alerts', { pageId: w.pageId, ...EMAIL }],
  ],
  'PUT /monitor-alerts/{id}': [
    'monitor_alert',
    'updated',
    async (w) => [await alert(w), { whenDegrades: true }],
  ],
  'DELETE /monitor-alerts/{id}': ['monitor_alert', 'deleted', async (w) => [await alert(w)]],
  'POST /monitors-groups': [
    'monitor_group',
    'created',
    async (w) => ['/monitors-groups', { pageId: w.pageId, name: 'Web' }],
  ],
  'PUT /monitors-groups/{id}': [
    'monitor_group',
    'updated',
    async (w) => [`/monitors-groups/${await group(w)}`, { monitors: [await monitor(w)] }],
  ],
  'DELETE /monitors-groups/{id}': [
    'monitor_group',
    'deleted',
    async (w) => [`/monitors-groups/${await group(w)}`],
  ],
  'POST /monitors-groups/{id}/monitors': [
    'monitor_group',
    'updated',
    async (w) => [`/monitors-groups/${await group(w)}/monitors`, { monitors: [await monitor(w)] }],
  ],
  'POST /escalation-policies': [
    'escalation_policy',
    'created',
    async (w) => ['/escalation-policies', { pageId: w.pageId, name: 'Night', rules: RULES }],
  ],
  'PUT /escalation-policies/{id}': [
    'escalation_policy',
    'updated',
    async (w) => [await aPolicy(w), { name: 'Day' }],
  ],
  'DELETE /escalation-policies/{id}': ['escalation_policy', 'deleted', async (w) => [await aPolicy(w)]],
  'POST /routing-rules': [
    'routing_rule',
    'created',
    async (w) => ['/routing-rules', { routingRule: { siteId: w.pageId, actions: [] } }],
  ],
  'PUT /routing-rules/{id}': [
    'routing_rule',
    'updated',
    async (w) => [await rule(w), { routingRule: { siteId: w.pageId, order: 7 } }],
  ],
  'DELETE /routing-rules/{id}': ['routing_rule', 'deleted', async (w) => [await rule(w)]],
  'POST /v3/integrations': [
    'integration',
    'created',
    async (w) => ['/v3/integrations', { pageId: w.pageId, integrationType: 'WEBHOOK' }],
  ],
  'PUT /v3/integrations/{integration_id}': [
    'integration',
    'updated',
    async (w) => [await integrationPath(w), { label: 'Ours' }],
  ],
  'DELETE /v3/integrations/{integration_id}': [
    'integration',
    'deleted',
    async (w) => [await integrationPath(w)],
  ],
  'POST /v3/integrations/{integration_id}/rotate-secret': [
    'integration',
    'secret_rotated',
    async (w) => [`${await integrationPath(w)}/rotate-secret`],
  ],
};
