import type { Impact } from '../../core/incident/types.ts';
import type { Maintenance } from '../../core/maintenance/maintenance.ts';
import { settle } from '../../core/maintenance/overlap.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Component } from '../ports/components.ts';
import type { Store } from '../ports/store.ts';

/**
 * Makes the components of a maintenance, which the transaction has locked, those that it has now, and all that it has or
 * had show what is true now. Components that are gone meanwhile are passed over. Five statements and one more for each
 * status that components come to, whatever their number.
 */
export async function settleComponents(
  store: Store,
  maintenance: Pick<Maintenance, 'id' | 'status' | 'components'>,
  options: { before: readonly { readonly id: string }[]; now: EpochMs },
): Promise<void> {
  const wanted = new Map(maintenance.components.map(({ id, status }) => [id, status]));
  const ids = new Set([...options.before.map(({ id }) => id), ...wanted.keys()]);
  // Their locks first: what they show, and what lies beneath, is read behind them.
  const components = await store.components.lockMany([...ids]);
  const covers = await store.maintenances.coversOf([...ids]);
  const isOn = maintenance.status === 'INPROGRESS';
  const settled = components.map((component) => {
    const on = covers.filter(({ componentId }) => componentId === component.id);
    const next = isOn ? (wanted.get(component.id) ?? null) : null;
    const own = on.find(({ maintenanceId }) => maintenanceId === maintenance.id) ?? null;
    const others = on.filter((cover) => cover !== own);
    return { component, ...settle({ shown: component.status, own, others, next }) };
  });
  await store.maintenances.saveComponents(
    maintenance.id,
    settled.flatMap(({ component: { id }, before }) => {
      const status = wanted.get(id);
      return status === undefined ? [] : [{ id, status, before }];
    }),
  );
  await show(store, settled, options.now);
}

async function show(
  store: Store,
  settled: readonly { readonly component: Component; readonly shown: Impact }[],
  now: EpochMs,
): Promise<void> {
  const changed = settled.filter(({ component, shown }) => component.status !== shown);
  for (const status of new Set(changed.map(({ shown }) => shown))) {
    const ids = changed.filter(({ shown }) => shown === status).map(({ component }) => component.id);
    await store.components.show(ids, status, now);
  }
}
