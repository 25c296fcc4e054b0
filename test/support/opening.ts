import type { NewIncident } from '../../src/services/ports/incidents.ts';
import { API_START } from './api.ts';

/** An incident as the store opens it. */
export function anOpening(more: Pick<NewIncident, 'id' | 'pageId'> & Partial<NewIncident>): NewIncident {
  return {
    name: 'Down',
    description: '',
    status: 'INVESTIGATING',
    impact: 'MAJOROUTAGE',
    source: 'API',
    dedupKey: null,
    monitorId: null,
    integrationId: null,
    published: false,
    startedAt: API_START,
    resolvedAt: null,
    components: [],
    translations: {},
    ...more,
  };
}
