import { plusMs, SECOND_MS, type EpochMs } from '../../core/time/instant.ts';
import type { Incident } from '../../core/incident/types.ts';
import type { IncidentView } from '../../core/notification/message.ts';
import type { Context } from '../context.ts';
import { EDITING, postingTo, type Slot } from './budgets.ts';
import { editBundle } from './edit-bundle.ts';
import { viewsOf } from '../notification/parcel.ts';
import type { Outcome } from '../outbox/outcome.ts';
import type { ChatMessage } from '../ports/chat-messages.ts';
import type { Again, Chat, ChatResult } from '../ports/sender.ts';

const MAX_THREAD_ENTRIES = 30;
const RETRY_PAUSE_MS = 2 * SECOND_MS;
const LONGEST_RETRY_PAUSE_MS = 60 * SECOND_MS;
/** An edit waits that long for its turn before others go first. */
const EDIT_PATIENCE_MS = 3 * SECOND_MS;

/**
 * Makes chat show an incident as it is: its one card in the page's channel, every card and direct message that shows an
 * older version, and what its thread lacks. Doing it again changes nothing; pages go first.
 */
export async function syncIncident(
  ctx: Context,
  input: { incidentId: string; attempt: number; againSince: EpochMs | null },
): Promise<Outcome> {
  const { chat } = ctx;
  const incident = await ctx.read.incidents.find(input.incidentId);
  if (chat === null || incident === null) return { kind: 'done' };
  const view = (await viewsOf(ctx, [incident])).get(incident.id);
  if (view === undefined) return { kind: 'done' };
  const again = input.againSince === null ? undefined : { since: input.againSince };
  const sync = { ctx, chat, incident, view, again, attempt: input.attempt };
  const messages = await ctx.read.chatMessages.ofIncident(incident.id);
  const card = messages.find((message) => message.kind === 'CARD') ?? (await postCard(sync));
  if (card !== null && 'at' in card) return card;
  for (const message of messages.filter((stale) => stale.shownVersion < incident.version)) {
    const put = await edit(sync, message);
    if (put !== null) return put;
  }
  return (card === null ? null : await postThread(sync, card)) ?? { kind: 'done' };
}

type Sync = {
  readonly ctx: Context;
  readonly chat: Chat;
  readonly incident: Incident;
  readonly view: IncidentView;
  readonly again: Again | undefined;
  readonly attempt: number;
};
type Later = Extract<Outcome, { kind: 'later' }>;

/** Null where the page has no channel. */
async function postCard(sync: Sync): Promise<ChatMessage | Later | null> {
  const { ctx, chat, incident, view, again } = sync;
  const page = await ctx.read.pages.find(incident.pageId);
  const channel = page?.chatChannel ?? ctx.settings.defaultChatChannel;
  if (channel === null) return null;
  const turn = await takeTurn(ctx, postingTo(ctx, channel), 0);
  if (turn !== null) return turn;
  const posted = await chat.postCard(channel, view, `card-${incident.id}`, again);
  if (posted.kind !== 'done') return posted.kind === 'gone' ? gone(sync, posted.reason) : later(sync, posted);
  const message: ChatMessage = {
    id: ctx.ids.next('chm'),
    incidentId: incident.id,
    kind: 'CARD',
    memberId: null,
    notificationId: null,
    channel: posted.value.channel,
    ts: posted.value.ts,
    shownVersion: incident.version,
    threadSeq: 0n,
    why: '',
    createdAt: ctx.clock.now(),
  };
  await ctx.read.chatMessages.insertMany([message]);
  return message;
}

async function edit(sync: Sync, message: ChatMessage): Promise<Later | null> {
  const { ctx, chat, incident, view } = sync;
  const turn = await takeTurn(ctx, EDITING, EDIT_PATIENCE_MS);
  if (turn !== null) return turn;
  const edited =
    message.kind === 'BUNDLE'
      ? await editSharedMessage(sync, message)
      : await chat.edit(message, view, { kind: message.kind, why: message.why });
  if (edited.kind === 'retry') return later(sync, edited);
  if (edited.kind === 'gone') {
    ctx.log.warn({ incidentId: incident.id, channel: message.channel }, `a card is gone: ${edited.reason}`);
    await ctx.read.chatMessages.remove(message.id);
    return null;
  }
  await ctx.read.chatMessages.markShown([message.id], incident.version);
  return null;
}

/** One that is in no bundle any more shows nothing that could be brought up to date. */
async function editSharedMessage({ ctx, chat }: Sync, message: ChatMessage): Promise<ChatResult<null>> {
  const { notificationId, memberId, why } = message;
  const bundleId = notificationId === null ? null : await ctx.read.notifications.bundleOf(notificationId);
  if (bundleId === null || memberId === null) return { kind: 'done', value: null };
  return editBundle(ctx, chat, message, { memberId, bundleId, why });
}

async function postThread(sync: Sync, card: ChatMessage): Promise<Later | null> {
  const { ctx, chat, incident, again } = sync;
  const events = await ctx.read.events.ofIncident(incident.id, {
    afterSeq: card.threadSeq,
    limit: MAX_THREAD_ENTRIES,
  });
  const last = events.at(-1);
  if (last === undefined) return null;
  const turn = await takeTurn(ctx, postingTo(ctx, card.channel), SECOND_MS);
  if (turn !== null) return turn;
  const posted = await chat.postThread(card, events, `thread-${incident.id}-${last.seq}`, again);
  if (posted.kind === 'retry') return later(sync, posted);
  if (posted.kind === 'gone') return gone(sync, posted.reason);
  await ctx.read.chatMessages.markThreaded(card.id, last.seq);
  // What the thread could not hold in one message, or what happened meanwhile, follows in the next.
  return events.length < MAX_THREAD_ENTRIES
    ? null
    : { kind: 'later', at: ctx.clock.now(), reason: 'more to tell', countsAsAttempt: false };
}

/** Null when it is this message's turn; pages that wait go first. */
async function takeTurn(ctx: Context, slots: readonly Slot[], patienceMs: number): Promise<Later | null> {
  const now = ctx.clock.now();
  const later_ = (at: EpochMs): Later => ({
    kind: 'later',
    at,
    reason: 'waits for its turn',
    countsAsAttempt: false,
  });
  if (await ctx.read.notifications.isAnyDue('CHAT', now)) return later_(plusMs(now, SECOND_MS));
  const slot = await ctx.budget.reserve(slots, now, patienceMs);
  if (slot === null) return later_(plusMs(now, SECOND_MS));
  if (slot > now) await ctx.sleep(slot - now);
  return null;
}

function later(sync: Sync, result: Extract<ChatResult<unknown>, { kind: 'retry' }>): Later {
  const grown = Math.min(LONGEST_RETRY_PAUSE_MS, RETRY_PAUSE_MS * 2 ** (sync.attempt - 1));
  const at = plusMs(sync.ctx.clock.now(), Math.max(grown, result.afterMs ?? 0));
  return { kind: 'later', at, reason: result.reason, countsAsAttempt: result.afterMs === undefined };
}

/** The channel is no more or refuses the bot: said once, and not tried again until the incident changes. */
function gone({ ctx, incident }: Sync, reason: string): null {
  ctx.log.warn(
    { incidentId: incident.id, pageId: incident.pageId },
    `no card in the page's channel: ${reason}`,
  );
  return null;
}
