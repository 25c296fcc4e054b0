import type { Json } from '../product.ts';
import type { Audited, World } from './world.ts';

const PLAN = { name: 'Move', start: '2026-02-01T00:00:00.000Z', end: '2026-02-01T01:00:00.000Z' };

const maintenance = async (w: World): Promise<string> => {
  const path = `/v1/${w.pageId}/maintenances`;
  return `${path}/${(await w.ok('post', path, PLAN)).id}`;
};
const maintenanceUpdate = async (w: World): Promise<string> => {
  const path = `${await maintenance(w)}/maintenance-updates`;
  return `${path}/${(await w.ok('post', path, { message: 'Soon' })).id}`;
};
const metric = async (w: World): Promise<string> => {
  const path = `/v1/${w.pageId}/metrics`;
  return `${path}/${(await w.ok('post', path, { name: 'Latency', suffix: 'ms' })).id}`;
};
const subscriber = async (w: World): Promise<string> => {
  const path = `/v1/${w.pageId}/subscribers`;
  return `${path}/${(await w.ok('post', path, { email: 'reader@x.test' })).id}`;
};
const HOOK = { url: 'https://a.test/secret' };
const webhook = async (w: World): Promise<string> => {
  const { webhookSubscription } = await w.ok('post', '/webhook-subscriptions', { pageId: w.pageId, ...HOOK });
  return `/webhook-subscriptions/${webhookSubscription.id}`;
};

/** What readers of a page and receivers of its events see. */
export const FOR_READERS: Readonly<Record<string, Audited>> = {
  'POST /v1/{page_id}/maintenances': [
    'maintenance',
    'created',
    async (w) => [`/v1/${w.pageId}/maintenances`, PLAN],
  ],
  'PUT /v1/{page_id}/maintenances/{maintenance_id}': [
    'maintenance',
    'updated',
    async (w) => [await maintenance(w), { name: 'Later' }],
  ],
  'DELETE /v1/{page_id}/maintenances/{maintenance_id}': [
    'maintenance',
    'deleted',
    async (w) => [await maintenance(w)],
  ],
  'POST /v1/{page_id}/maintenances/{maintenance_id}/maintenance-updates': [
    'maintenance_update',
    'created',
    async (w) => [`${await maintenance(w)}/maintenance-updates`, { message: 'Soon' }],
  ],
  'PUT /v1/{page_id}/maintenances/{maintenance_id}/maintenance-updates/{maintenance_update_id}': [
    'maintenance_update',
    'updated',
    async (w) => [await maintenanceUpdate(w), { message: 'Later' }],
  ],
  'DELETE /v1/{page_id}/maintenances/{maintenance_id}/maintenance-updates/{maintenance_update_id}': [
    'maintenance_update',
    'deleted',
    async (w) => [await maintenanceUpdate(w)],
  ],
  'POST /v1/{page_id}/metrics': [
    'metric',
    'created',
    async (w) => [`/v1/${w.pageId}/metrics`, { name: 'Latency', suffix: 'ms' }],
  ],
  'PUT /v1/{page_id}/metrics/{metric_id}': [
    'metric',
    'updated',
    async (w) => [await metric(w), { name: 'Load' }],
  ],
  'DELETE /v1/{page_id}/metrics/{metric_id}': ['metric', 'deleted', async (w) => [await metric(w)]],
  'DELETE /v1/{page_id}/metrics/{metric_id}/data': [
    'metric',
    'emptied',
    async (w) => [`${await metric(w)}/data`],
  ],
  'POST /v1/{page_id}/subscribers': [
    'subscriber',
    'created',
    async (w) => [`/v1/${w.pageId}/subscribers`, { email: 'reader@x.test' }],
  ],
  'DELETE /v1/{page_id}/subscribers/{subscriber_id}': [
    'subscriber',
    'deleted',
    async (w) => [await subscriber(w)],
  ],
  'POST /webhook-subscriptions': [
    'webhook',
    'created',
    async (w) => ['/webhook-subscriptions', { pageId: w.pageId, ...HOOK }],
  ],
  'PUT /webhook-subscriptions/{id}': [
    'webhook',
    'updated',
    async (w) => [await webhook(w), { url: 'https://a.test/other' }],
  ],
  'DELETE /webhook-subscriptions/{id}': ['webhook', 'deleted', async (w) => [await webhook(w)]],
  'POST /webhook-subscriptions/{id}/rotate-secret': [
    'webhook',
    'secret_rotated',
    async (w) => [`${await webhook(w)}/rotate-secret`],
  ],
  'POST /webhook-subscriptions/{id}/test': ['webhook', 'tested', async (w) => [`${await webhook(w)}/test`]],
  'POST /webhook-subscriptions/{id}/deliveries/{delivery_id}/replay': [
    'webhook',
    'replayed',
    async (w) => {
      const path = await webhook(w);
      const tested: Json = await w.ok('post', `${path}/test`);
      return [`${path}/deliveries/${tested.delivery.id}/replay`];
    },
  ],
  'POST /webhook-subscriptions/{id}/replay': [
    'webhook',
    'replayed',
    async (w) => [`${await webhook(w)}/replay`, { since: '2026-01-01T00:00:00.000Z' }],
  ],
};
