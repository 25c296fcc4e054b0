import type { Maintenance, MaintenanceStatus } from '../../core/maintenance/maintenance.ts';
import { dueTurns, nextDueAt, turned, type Turn } from '../../core/maintenance/turn.ts';
import { aheadNews, endedNews, startedNews, type MaintenanceNews } from '../../core/maintenance/words.ts';
import { UNTRANSLATED } from '../../core/translations.ts';
import { actorName, SYSTEM, type Actor, type Context } from '../context.ts';
import type { Tx } from '../transact.ts';
import { settleComponents } from './settle-components.ts';

/** A maintenance that the transaction has locked or just stored, changed and not stored yet. */
export type Changed = {
  readonly maintenance: Maintenance;
  /** Its components as they are stored. */
  readonly before: Maintenance['components'];
  /** What it is turned to by hand before the clock is looked at; null: nothing. */
  readonly byHand: Turn | null;
  /** True: subscribers hear of that turn by a message of its own, so not by another one. */
  readonly isTold: boolean;
  /** What was told of it last. */
  readonly message: string;
};

/**
 * Stores a changed maintenance and makes everything hold that follows: the turn by hand, then what the clock asks for, in
 * order; what its components show; who is told. Doing it again changes nothing.
 */
export async function carryOn(ctx: Context, tx: Tx, changed: Changed): Promise<Maintenance> {
  const { byHand, before, isTold, message } = changed;
  let maintenance = changed.maintenance;
  const make = async (turn: Turn, by: Actor, tells: boolean): Promise<void> => {
    const from = maintenance.status;
    maintenance = turned(maintenance, turn, ctx.now);
    await record(ctx, tx, { maintenance, from, turn, by, tells, message });
  };
  if (byHand !== null) await make(byHand, ctx.actor, !isTold);
  for (const turn of dueTurns(maintenance, ctx.now)) await make(turn, SYSTEM, true);
  await tx.store.maintenances.update(maintenance, nextDueAt(maintenance, ctx.now));
  await settleComponents(tx.store, maintenance, { before, now: ctx.now });
  return maintenance;
}

type Made = {
  readonly maintenance: Maintenance;
  /** Its status before. */
  readonly from: MaintenanceStatus;
  readonly turn: Turn;
  readonly by: Actor;
  readonly tells: boolean;
  readonly message: string;
};

/** What is left of a turn: its event, the update that readers see where the clock made it, what subscribers are told. */
async function record(ctx: Context, tx: Tx, made: Made): Promise<void> {
  const { maintenance, from, turn, by, tells, message } = made;
  const { notifyStart, notifyEnd } = maintenance;
  switch (turn.kind) {
    case 'tellEarly':
      announce(tx, maintenance, 'early', aheadNews(maintenance, message));
      return;
    case 'start':
      happened(tx, { maintenance, by, type: 'maintenance.started', verb: 'started' });
      if (by.kind === 'system') await addTurnUpdate(ctx, tx, made, notifyStart);
      if (tells && notifyStart) announce(tx, maintenance, 'started', startedNews(maintenance, message));
      return;
    case 'end':
      happened(tx, { maintenance, by, type: 'maintenance.ended', verb: 'ended' });
      if (by.kind === 'system') await addTurnUpdate(ctx, tx, made, notifyEnd);
      if (tells && notifyEnd) announce(tx, maintenance, 'ended', endedNews(maintenance));
      return;
    case 'putBack':
      // What was over ended before.
      if (from === 'INPROGRESS')
        happened(tx, { maintenance, by, type: 'maintenance.ended', verb: 'put back' });
  }
}

async function addTurnUpdate(
  ctx: Context,
  tx: Tx,
  { maintenance, turn }: Made,
  notify: boolean,
): Promise<void> {
  await tx.store.maintenances.insertUpdate({
    id: ctx.ids.next('mupd'),
    maintenanceId: maintenance.id,
    message: '',
    status: maintenance.status,
    notify,
    translations: UNTRANSLATED,
    started: 'at' in turn ? turn.at : ctx.now,
    createdAt: ctx.now,
  });
}

function happened(
  tx: Tx,
  {
    maintenance,
    by,
    type,
    verb,
  }: {
    maintenance: Maintenance;
    by: Actor;
    type: 'maintenance.started' | 'maintenance.ended';
    verb: string;
  },
): void {
  const { id, name, pageId, status, components } = maintenance;
  const actor = actorName(by);
  const isByHand = by.kind !== 'system';
  tx.happened({
    type,
    pageId,
    actor,
    text: isByHand ? `${actor} ${verb} the maintenance ${name}.` : `The maintenance ${name} ${verb}.`,
    data: { maintenanceId: id, name, status, components: components.map((component) => component.id) },
  });
}

function announce(tx: Tx, maintenance: Maintenance, what: string, news: MaintenanceNews): void {
  const { id, pageId, components } = maintenance;
  tx.announce([
    {
      pageId,
      subject: `maintenance:${id}:${what}`,
      content: { kind: 'maintenance', ...news, url: null },
      componentIds: components.map((component) => component.id),
    },
  ]);
}
