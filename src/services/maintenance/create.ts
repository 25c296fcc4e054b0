import type { Maintenance } from '../../core/maintenance/maintenance.ts';
import { recorded, turnTo, undoneBy } from '../../core/maintenance/turn.ts';
import { messageTranslations } from '../../core/translations.ts';
import { created } from '../audit/changes.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { transact } from '../transact.ts';
import { tellUpdate } from './apply-changes.ts';
import { carryOn } from './carry-on.ts';
import { componentsAfter, timesAfter, type ComponentsSent, type TimesSent } from './maintenance-input.ts';

export type NewMaintenance = Pick<
  Maintenance,
  | 'pageId'
  | 'name'
  | 'status'
  | 'start'
  | 'autoStart'
  | 'autoEnd'
  | 'notifyStart'
  | 'notifyEnd'
  | 'notifyEarly'
  | 'notifyMinutes'
  | 'translations'
> &
  ComponentsSent &
  Pick<TimesSent, 'end' | 'duration'> & {
    /** What readers are told of it. */
    readonly message: string;
    /** Whether subscribers are told that now. */
    readonly notify: boolean;
  };

/**
 * Plans a maintenance. One whose start is over starts at once, if the clock may start it. Errors: `not_found` for an unknown
 * page; `validation_error` for components that the page does not have, an end that is not after the start, and one that is
 * to be in progress and would end at once.
 */
export async function createMaintenance(ctx: Context, input: NewMaintenance): Promise<Maintenance> {
  const { components, statuses, end, duration, message, notify, status, ...rest } = input;
  const times = timesAfter({ start: input.start, end: null }, { end, duration });
  return transact(ctx, async (tx) => {
    if ((await tx.store.pages.lock(input.pageId)) === null) throw notFound('Page');
    const bare = { ...rest, components: [] };
    const planned: Maintenance = {
      ...rest,
      ...times,
      id: ctx.ids.next('mnt'),
      status: 'NOTSTARTEDYET',
      earlyToldAt: null,
      startedAt: null,
      endedAt: null,
      components: (await componentsAfter(tx.store, bare, { components, statuses })) ?? [],
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    if (status === 'INPROGRESS' && undoneBy(planned, status, ctx.now) !== null) {
      throw invalid('end', 'is over: one that is in progress needs a later one');
    }
    await tx.store.maintenances.insert(planned, null);
    // One that is over turns no more: nobody is told of its start and end.
    const maintenance = status === 'COMPLETED' ? recorded(planned, ctx.now) : planned;
    const translations = messageTranslations(input.translations);
    const said = { message, notify, translations, started: ctx.now };
    await tellUpdate(ctx, tx, { ...maintenance, status }, said);
    tx.changed(created('maintenance', maintenance));
    return carryOn(ctx, tx, {
      maintenance,
      before: [],
      byHand: turnTo(maintenance, status, ctx.now),
      isTold: notify,
      message,
    });
  });
}
