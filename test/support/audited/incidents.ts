import { aPolicy, aTemplate, anIncident, anIntegration, type Audited, type World } from './world.ts';

const incidentPath = async (w: World): Promise<string> => `/v1/${w.pageId}/incidents/${await anIncident(w)}`;
const update = async (w: World): Promise<string> => {
  const path = `${await incidentPath(w)}/incident-updates`;
  const made = await w.ok('post', path, { message: 'Looking', status: 'INVESTIGATING' });
  return `${path}/${made.id}`;
};
const respond =
  (verb: string, body: object = {}, before: readonly string[] = []) =>
  async (w: World) => {
    const path = `/incidents/${await anIncident(w)}`;
    for (const earlier of before) await w.ok('post', `${path}/${earlier}`, {});
    return [`${path}/${verb}`, body] as const;
  };

/** What is done about incidents. */
export const ON_INCIDENTS: Readonly<Record<string, Audited>> = {
  'POST /v1/{page_id}/incidents': [
    'incident',
    'created',
    async (w) => [`/v1/${w.pageId}/incidents`, { name: 'Down', status: 'INVESTIGATING' }],
  ],
  'PUT /v1/{page_id}/incidents/{incident_id}': [
    'incident',
    'updated',
    async (w) => [await incidentPath(w), { name: 'Slow' }],
  ],
  'DELETE /v1/{page_id}/incidents/{incident_id}': [
    'incident',
    'deleted',
    async (w) => [await incidentPath(w)],
  ],
  'POST /v1/{page_id}/incidents/{incident_id}/incident-updates': [
    'incident_update',
    'created',
    async (w) => [`${await incidentPath(w)}/incident-updates`, { message: 'a', status: 'IDENTIFIED' }],
  ],
  'PUT /v1/{page_id}/incidents/{incident_id}/incident-updates/{incident_update_id}': [
    'incident_update',
    'updated',
    async (w) => [await update(w), { message: 'Corrected' }],
  ],
  'DELETE /v1/{page_id}/incidents/{incident_id}/incident-updates/{incident_update_id}': [
    'incident_update',
    'deleted',
    async (w) => [await update(w)],
  ],
  'POST /v1/{page_id}/incidents/{template}': [
    'incident',
    'created',
    async (w) => [`/v1/${w.pageId}/incidents/${await aTemplate(w)}`],
  ],
  'POST /v2/{page_id}/incidents/{incident_id}/incident-updates/{template}': [
    'incident_update',
    'created',
    async (w) => [`/v2/${w.pageId}/incidents/${await anIncident(w)}/incident-updates/${await aTemplate(w)}`],
  ],
  'POST /incidents/{id}/acknowledge': ['incident', 'acknowledged', respond('acknowledge')],
  'POST /incidents/{id}/unacknowledge': [
    'incident',
    'unacknowledged',
    respond('unacknowledge', {}, ['acknowledge']),
  ],
  'POST /incidents/{id}/resolve': ['incident', 'resolved', respond('resolve')],
  'POST /incidents/{id}/reopen': ['incident', 'reopened', respond('reopen', {}, ['resolve'])],
  'POST /incidents/{id}/escalate': [
    'incident',
    'escalated',
    async (w) => {
      await aPolicy(w);
      return respond('escalate')(w);
    },
  ],
  'POST /incidents/{id}/snooze': ['incident', 'snoozed', respond('snooze', { minutes: 5 })],
  'POST /incidents/{id}/reassign': [
    'incident',
    'reassigned',
    respond('reassign', { targetId: 'ann@x.test' }),
  ],
  'POST /incidents/{id}/notes': ['incident', 'noted', respond('notes', { text: 'Looking' })],
  'POST /inbound/{token}': [
    'incident',
    'created',
    async (w) => {
      const { url } = await anIntegration(w);
      return [new URL(url).pathname, { title: 'Disk full', status: 'firing' }];
    },
  ],
};
