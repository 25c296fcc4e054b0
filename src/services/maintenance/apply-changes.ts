import type { Maintenance, MaintenanceStatus } from '../../core/maintenance/maintenance.ts';
import { turnTo, undoneBy } from '../../core/maintenance/turn.ts';
import { updateNews } from '../../core/maintenance/words.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Translations } from '../../core/translations.ts';
import { updated } from '../audit/changes.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { MaintenanceUpdate } from '../ports/maintenances.ts';
import type { Tx } from '../transact.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { toldOf } from './audited.ts';
import { carryOn } from './carry-on.ts';
import { componentsAfter, timesAfter, type ComponentsSent, type TimesSent } from './maintenance-input.ts';

const FIELDS = [
  'name',
  'autoStart',
  'autoEnd',
  'notifyStart',
  'notifyEnd',
  'notifyEarly',
  'notifyMinutes',
  'translations',
] as const;

/** What may change of a maintenance. What is undefined stays. */
export type MaintenanceChanges = Changes<Pick<Maintenance, (typeof FIELDS)[number]>> &
  ComponentsSent &
  TimesSent & { readonly status?: MaintenanceStatus | undefined };

/** What readers are told with a change. */
export type Said = {
  readonly message: string;
  readonly notify: boolean;
  readonly translations: Translations;
  readonly started: EpochMs;
};

/**
 * Makes changes hold on a locked maintenance, with an update of it where something is `said`. Errors: `validation_error`
 * for components that the page does not have, an end that is not after the start, and a status that the clock would undo
 * at once.
 */
export async function applyMaintenanceChanges(
  ctx: Context,
  tx: Tx,
  stored: Maintenance,
  { changes, said, lastMessage }: { changes: MaintenanceChanges; said: Said | null; lastMessage: string },
): Promise<{ maintenance: Maintenance; update: MaintenanceUpdate | null }> {
  const { components, statuses, start, end, duration, status, ...plain } = changes;
  const changed: Maintenance = {
    ...withChanges(stored, plain),
    ...timesAfter(stored, { start, end, duration }),
    components: (await componentsAfter(tx.store, stored, { components, statuses })) ?? stored.components,
    updatedAt: ctx.now,
  };
  const byHand = status === undefined ? null : turnTo(stored, status, ctx.now);
  const clash = byHand === null || status === undefined ? null : undoneBy(changed, status, ctx.now);
  if (clash !== null) throw invalid(clash, `is over: send a later one with the status ${status}`);
  // What is said comes before what the clock does next.
  const update =
    said === null ? null : await tellUpdate(ctx, tx, { ...changed, status: status ?? stored.status }, said);
  const maintenance = await carryOn(ctx, tx, {
    maintenance: changed,
    before: stored.components,
    byHand,
    isTold: said?.notify === true,
    message: said === null || said.message === '' ? lastMessage : said.message,
  });
  tx.changed(updated('maintenance', stored, maintenance));
  return { maintenance, update };
}

/** Stores what is said of a maintenance, and promises it to subscribers where it is for them. */
export async function tellUpdate(
  ctx: Context,
  tx: Tx,
  maintenance: Maintenance,
  said: Said,
): Promise<MaintenanceUpdate> {
  const update: MaintenanceUpdate = {
    ...said,
    id: ctx.ids.next('mupd'),
    maintenanceId: maintenance.id,
    status: maintenance.status,
    createdAt: ctx.now,
  };
  await tx.store.maintenances.insertUpdate(update);
  tx.changed(toldOf(maintenance, null, update));
  if (said.notify) announceUpdate(tx, maintenance, update);
  return update;
}

/** Promises an update to subscribers, once. */
export function announceUpdate(tx: Tx, maintenance: Maintenance, update: MaintenanceUpdate): void {
  const { pageId, components } = maintenance;
  tx.announce([
    {
      pageId,
      subject: `update:${update.id}`,
      content: { kind: 'maintenance', ...updateNews(maintenance, update.message), url: null },
      componentIds: components.map(({ id }) => id),
    },
  ]);
}
