import type { Channel } from '../../core/notification/channel.ts';
import { splitStorm } from '../../core/notification/storm.ts';
import { asEpochMs, MINUTE_MS, plusMs, SECOND_MS, type EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { ChatRef } from '../ports/sender.ts';
import type { Store } from '../ports/store.ts';
import type { Parcel } from './parcel.ts';

const BUNDLE_EVERY_MS = 15 * SECOND_MS;

type By = Parameters<Store['notifications']['openBundle']>[1];
type Parcels = readonly [Parcel, ...Parcel[]];

/** One message as it goes out: one notification, or several of one member in a bundle. */
export type Message = {
  readonly parcels: Parcels;
  /** Null: a message of its own. */
  readonly bundle: { readonly id: string; readonly joins: ChatRef | null } | null;
};

/**
 * Groups due notifications by member. Above the limit of messages a minute further ones share one rolling message: in
 * chat it takes additions for a minute after it was posted; elsewhere a bundle goes every quarter of a minute. What may
 * have been sent already goes as it went then. Bundles come first: they name the most.
 */
export async function bundleStorm(
  ctx: Context,
  channel: Channel,
  parcels: readonly Parcel[],
): Promise<Message[]> {
  const again = parcels.filter(({ notification }) => notification.uncertainSince !== null);
  const byMember = groupBy(
    parcels.filter(({ notification }) => notification.uncertainSince === null),
    ({ member }) => member.id,
  );
  const leaseToken = parcels[0]?.notification.leaseToken ?? '';
  const by = { channel, since: plusMs(ctx.now, -MINUTE_MS), now: ctx.now, leaseToken };
  const sent = await ctx.read.notifications.countSentSince([...byMember.keys()], by);
  const alone: Message[] = [];
  const bundles: Message[] = [];
  for (const [memberId, due] of byMember) {
    const before = (sent.get(memberId) ?? 0) + again.filter(({ member }) => member.id === memberId).length;
    const split = splitStorm(due, before, ctx.settings.stormPerMinute);
    alone.push(...split.alone.map((parcel): Message => ({ parcels: [parcel], bundle: null })));
    const [first, ...rest] = split.bundled;
    if (first === undefined) continue;
    const bundle = await bundleFor(ctx, memberId, by, [first, ...rest]);
    if (bundle !== null) bundles.push({ parcels: [first, ...rest], bundle });
  }
  return [...bundles, ...sameAsBefore(again), ...alone];
}

/**
 * The bundle that takes these; null where they have been put back, because none does right now. Batches of one member
 * that are taken at the same time choose one after the other, or each would start a bundle of its own.
 */
async function bundleFor(
  ctx: Context,
  memberId: string,
  by: By,
  parcels: Parcels,
): Promise<Message['bundle']> {
  const choice = await ctx.uow.transaction(async (store) => {
    await store.locks.take(`bundle of ${memberId} by ${by.channel}`);
    const chosen = await chooseBundle(ctx, store.notifications, memberId, by);
    if ('id' in chosen) {
      const ids = parcels.map(({ notification }) => notification.id);
      await store.notifications.assignBundle(ids, by.leaseToken, chosen.id);
    }
    return chosen;
  });
  return 'id' in choice ? choice : putBack(ctx, parcels, choice.putBackUntil);
}

type Choice = NonNullable<Message['bundle']> | { readonly putBackUntil: EpochMs };

async function chooseBundle(
  ctx: Context,
  notifications: Store['notifications'],
  memberId: string,
  by: By,
): Promise<Choice> {
  if (by.channel !== 'CHAT') {
    // A message that cannot be added to: one goes every quarter of a minute, with all that have come by then.
    const quarter = asEpochMs(Math.floor(ctx.now / BUNDLE_EVERY_MS) * BUNDLE_EVERY_MS);
    const sent = await notifications.openBundle(memberId, { ...by, since: quarter });
    return sent === null
      ? { id: ctx.ids.next('bdl'), joins: null }
      : { putBackUntil: plusMs(quarter, BUNDLE_EVERY_MS) };
  }
  const open = await notifications.openBundle(memberId, by);
  if (open === 'on its way') return { putBackUntil: plusMs(ctx.now, SECOND_MS) };
  const [channel, ts] = (open?.externalId ?? '').split('/');
  const joins = channel !== undefined && ts !== undefined ? { channel, ts } : null;
  return { id: open?.bundleId ?? ctx.ids.next('bdl'), joins };
}

/** Messages of which an earlier attempt may have arrived: the bundles that they were, or alone. */
function sameAsBefore(parcels: readonly Parcel[]): Message[] {
  const groups = groupBy(parcels, ({ notification }) => notification.bundleId ?? notification.id);
  return [...groups.values()].map((group): Message => {
    const id = group[0].notification.bundleId;
    return { parcels: group, bundle: id === null ? null : { id, joins: null } };
  });
}

/** Nothing was tried. */
async function putBack(ctx: Context, parcels: Parcels, at: EpochMs): Promise<null> {
  for (const { notification } of parcels) {
    await ctx.read.notifications.release(notification, null, { kind: 'put-back', at }, ctx.now);
  }
  ctx.wake.at([{ kind: 'deliver', channel: parcels[0].notification.channel, at }]);
  return null;
}

function groupBy(parcels: readonly Parcel[], keyOf: (parcel: Parcel) => string): Map<string, Parcels> {
  const groups = new Map<string, [Parcel, ...Parcel[]]>();
  for (const parcel of parcels) {
    const group = groups.get(keyOf(parcel));
    if (group === undefined) groups.set(keyOf(parcel), [parcel]);
    else group.push(parcel);
  }
  return groups;
}
