import type { Channel } from '../../core/notification/channel.ts';
import { splitStorm } from '../../core/notification/storm.ts';
import { asEpochMs, MINUTE_MS, plusMs, SECOND_MS, type EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { ChatRef } from '../ports/sender.ts';
import type { Parcel } from './parcel.ts';

const BUNDLE_EVERY_MS = 15 * SECOND_MS;

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

type By = Parameters<Context['read']['notifications']['openBundle']>[1];

/** The bundle that takes these; null where they have been put back, because none does right now. */
async function bundleFor(
  ctx: Context,
  memberId: string,
  by: By,
  parcels: Parcels,
): Promise<Message['bundle']> {
  if (by.channel !== 'CHAT') return bundleElsewhere(ctx, memberId, by, parcels);
  const open = await ctx.read.notifications.openBundle(memberId, by);
  if (open === 'on its way') return putBack(ctx, parcels, plusMs(ctx.now, SECOND_MS));
  const [channel, ts] = (open?.externalId ?? '').split('/');
  const joins = channel !== undefined && ts !== undefined ? { channel, ts } : null;
  return assigned(ctx, by, parcels, { id: open?.bundleId ?? ctx.ids.next('bdl'), joins });
}

/** A message that cannot be added to: one goes every quarter of a minute, with all that have come by then. */
async function bundleElsewhere(ctx: Context, memberId: string, by: By, parcels: Parcels) {
  const quarter = asEpochMs(Math.floor(ctx.now / BUNDLE_EVERY_MS) * BUNDLE_EVERY_MS);
  const sent = await ctx.read.notifications.openBundle(memberId, { ...by, since: quarter });
  if (sent !== null) return putBack(ctx, parcels, plusMs(quarter, BUNDLE_EVERY_MS));
  return assigned(ctx, by, parcels, { id: ctx.ids.next('bdl'), joins: null });
}

async function assigned(
  ctx: Context,
  { leaseToken }: By,
  parcels: Parcels,
  bundle: NonNullable<Message['bundle']>,
): Promise<Message['bundle']> {
  const ids = parcels.map(({ notification }) => notification.id);
  await ctx.read.notifications.assignBundle(ids, leaseToken, bundle.id);
  return bundle;
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
