import { movableClock } from './movable-clock.ts';
import { startProduct, type Json, type Product } from './product.ts';
import { queryRows } from './query.ts';

const MINUTE = 60_000;

/** A page whose jobs call; nothing runs by the clock of the machine, and silence passes as the test says. */
export async function aHeartbeatStory(settings: Record<string, string> = {}) {
  const clock = movableClock();
  const product = await startProduct(settings, { clock, timers: false });
  // From here on somebody can hear.
  await product.tocsin.work.tickNow();
  const page = { name: 'Shop', subdomain: 'shop', email: 'ops@shop.test' };
  const pageId: string = (await product.ok('POST', '/v1/pages', page)).id;
  const query = (sql: string): Promise<Json[]> => queryRows(product.databaseUrl, sql);
  return {
    product,
    clock,
    pageId,
    query,
    /** A HEARTBEAT monitor: every 5 minutes, with a minute of grace. */
    job: async (more: Json = {}) => {
      const sent = { pageId, type: 'HEARTBEAT', name: 'Backup', checksInterval: 300, ...more };
      return jobOf(product, (await product.ok('POST', '/monitors', sent)).monitor);
    },
    /** Silence: minutes pass, then the scheduler looks. */
    pass: async (minutes: number) => {
      clock.move(minutes * MINUTE);
      await product.tocsin.work.tickNow();
    },
    incidents: async (): Promise<Json[]> =>
      (await product.ok('GET', `/v1/${pageId}/incidents`)).toReversed() as Json[],
    events: (monitorId: string): Promise<Json[]> =>
      query(`select type, text, data from event where monitor_id = '${monitorId}' order by seq`),
    /** Nobody has heard for so long, as far as is known. */
    wasDeafFor: (minutes: number) =>
      query(`update heartbeat_hearing set heard_at = now() - interval '${minutes} minutes'`),
    close: () => product.close(),
  };
}

/** A monitor's job, as it calls, and what is seen of it. */
export function jobOf(product: Product, { id, heartbeatUrl }: { id: string; heartbeatUrl: string }) {
  const monitor = async (): Promise<Json> => (await product.ok('GET', `/monitors/${id}`)).monitor;
  return {
    id,
    url: heartbeatUrl,
    /** Calls; answers the HTTP status. */
    ping: async (behind = '', init: RequestInit = {}): Promise<number> => {
      const answer = await fetch(`${heartbeatUrl}${behind}`, init);
      await answer.text();
      return answer.status;
    },
    monitor,
    status: async (): Promise<string> => (await monitor()).status,
    logs: async (): Promise<Json[]> =>
      (await product.ok('GET', `/monitors/${id}/logs?sort=createdAt`)).monitorLogs as Json[],
    change: async (changes: Json): Promise<Json> =>
      (await product.ok('PUT', `/monitors/${id}`, changes)).monitor,
  };
}
