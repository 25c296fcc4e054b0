import { MINUTE_MS } from '../../src/core/time/instant.ts';
import { contextOf, SYSTEM } from '../../src/services/context.ts';
import { updateStatus } from '../../src/services/monitor/update-status.ts';
import type { TestApi } from './api.ts';

/** A page's monitors and what follows from what they see, by the API and by what a check is left with. */
export function monitorEffects(api: TestApi, pageId: string) {
  // What the tests look into is checked by what they expect of it.
  // oxlint-disable-next-line typescript/no-explicit-any
  type Json = any;
  const components = `/v1/${pageId}/components`;
  return {
    /** A monitor of one location; by itself it has no effects but its status. */
    monitor: async (more: Json = {}): Promise<Json> =>
      (
        await api.post('/monitors', {
          pageId,
          name: 'Checkout',
          url: 'https://shop.test',
          ...more,
          onFail: { createIncident: false, ...more.onFail },
          onRecover: { resolveIncident: false, ...more.onRecover },
        })
      ).body.monitor,
    /** The monitor's only location has seen that, for sure, and it has had its effects. */
    saw: async (monitorId: string, confirmedOutcome: 'OK' | 'DEGRADED' | 'FAILED') => {
      const at = api.clock.now();
      const state = { confirmedOutcome, confirmedAt: at, pendingOutcome: null, pendingCount: 0 };
      await api.store.monitors.saveOutcomes([{ monitorId, location: 'US_EAST_1', state, lastOutcomeAt: at }]);
      await updateStatus(contextOf(api.services, SYSTEM), { monitorId, cause: null });
    },
    later: (minutes = 1) => api.clock.move(minutes * MINUTE_MS),
    change: async (id: string, changes: Json): Promise<Json> =>
      (await api.put(`/monitors/${id}`, changes)).body.monitor,
    remove: async (id: string) => (await api.del(`/monitors/${id}`)).status,
    component: async (name = 'Shop', more: Json = {}): Promise<string> =>
      (await api.post(components, { name, ...more })).body.id,
    shown: async (componentId: string): Promise<Json> => (await api.get(`${components}/${componentId}`)).body,
    statusOf: async (componentId: string): Promise<string> =>
      (await api.get(`${components}/${componentId}`)).body.status,
    outages: async (componentId: string): Promise<Json[]> =>
      (await api.get(`${components}/${componentId}/outages`)).body,
    incidents: async (): Promise<Json[]> => (await api.get(`/v1/${pageId}/incidents`)).body,
  };
}
