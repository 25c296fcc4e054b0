import pg from 'pg';
import type { Services } from '../../src/services/context.ts';
import { anAlertStory } from './alerts.ts';
import type { Json } from './product.ts';

const MINUTE = 60_000;

/** A story with a monitor whose component can be maintained; it pages unless something else is said. */
export async function aMaintenanceStory(wrapServices?: (services: Services) => Services) {
  const story = await anAlertStory(wrapServices);
  const maintenances = `/v1/${story.pageId}/maintenances`;
  const inMinutes = (minutes: number) => new Date(story.clock.now() + minutes * MINUTE).toISOString();
  const watched = async (name: string, alerts: Json[] = [], more: Json = {}) => {
    const monitor = await story.monitor(name, alerts, {
      createComponent: true,
      onFail: { createIncident: true },
      ...more,
    });
    const { componentId } = (await story.product.ok('GET', `/monitors/${monitor.id}`)).monitor;
    return { ...monitor, componentId: componentId as string };
  };
  const plan = (more: Json): Promise<Json> =>
    story.product.ok('POST', maintenances, {
      name: 'Move',
      start: inMinutes(60),
      end: inMinutes(120),
      ...more,
    });
  const query = async (sql: string): Promise<Json[]> => {
    const client = new pg.Client({ connectionString: story.product.databaseUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Json[];
    } finally {
      await client.end();
    }
  };
  return {
    ...story,
    maintenances,
    inMinutes,
    watched,
    plan,
    get: (id: string): Promise<Json> => story.product.ok('GET', `${maintenances}/${id}`),
    put: (id: string, body: Json): Promise<Json> => story.product.ok('PUT', `${maintenances}/${id}`, body),
    /** Puts the clock forward, then looks as the scheduler does. */
    tick: async (minutes: number) => {
      story.clock.move(minutes * MINUTE);
      await story.product.tocsin.work.tickNow();
    },
    componentStatus: async (id: string): Promise<string> =>
      (await story.product.ok('GET', `/v1/${story.pageId}/components/${id}`)).status,
    events: async (...types: string[]): Promise<Json[]> =>
      (await query('select type, text, data, monitor_id from event order by seq')).filter(({ type }) =>
        types.includes(type),
      ),
    announced: (): Promise<Json[]> =>
      query('select subject, content, component_ids from announcement order by created_at, id'),
  };
}
export type MaintenanceStory = Awaited<ReturnType<typeof aMaintenanceStory>>;
