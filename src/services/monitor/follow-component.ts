import type { Impact } from '../../core/incident/types.ts';
import type { MonitorStatus } from '../../core/monitor/status.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { UNTRANSLATED } from '../../core/translations.ts';
import type { IdGenerator } from '../../platform/ids.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { Store } from '../ports/store.ts';

/** What a component that follows a monitor shows; an unknown monitor raises no alarm. */
export const COMPONENT_STATUS: Record<MonitorStatus, Impact> = {
  UP: 'OPERATIONAL',
  DEGRADED: 'DEGRADEDPERFORMANCE',
  DOWN: 'MAJOROUTAGE',
  UNKNOWN: 'OPERATIONAL',
};

/** The component that is to follow the monitor: the one it has, else a new one of its name, last on the page. */
export async function followingComponent(
  store: Store,
  monitor: Pick<Monitor, 'pageId' | 'name' | 'status' | 'componentId'>,
  { ids, now }: { ids: IdGenerator; now: EpochMs },
): Promise<string> {
  const { pageId, name, status, componentId } = monitor;
  if (componentId !== null) {
    await store.components.setStatus([componentId], COMPONENT_STATUS[status], now);
    return componentId;
  }
  const orders = (await store.components.list(pageId)).map((component) => component.order);
  const id = ids.next('comp');
  await store.components.insertMany([
    {
      id,
      pageId,
      name,
      description: '',
      status: COMPONENT_STATUS[status],
      order: Math.max(0, ...orders) + 1,
      showUptime: true,
      groupId: null,
      archivedAt: null,
      translations: UNTRANSLATED,
      createdAt: now,
      updatedAt: now,
    },
  ]);
  return id;
}
