import type { Channel } from '../../core/notification/channel.ts';
import type { IncidentView, PageView } from '../../core/notification/message.ts';
import type { NoticeView } from '../../core/notification/notice.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** A member as a sender needs to know them; an address that is null was never given. */
export type Recipient = {
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly chatUserId: string | null;
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
};

/** One page that is to reach one member. */
export type OutboundPage = {
  /** Stable over all attempts of this message; what a provider is asked for after an uncertain attempt. */
  readonly key: string;
  readonly recipient: Recipient;
  readonly view: PageView;
  /** When this attempt starts: what goes into signatures and dates. */
  readonly now: EpochMs;
};

/** One notice that is to reach one member: nothing to act on, and no answer is waited for. */
export type OutboundNotice = Omit<OutboundPage, 'view'> & { readonly notice: NoticeView };

export type OutboundMessage = OutboundPage | OutboundNotice;

/**
 * What came of one attempt.
 * - `sent`: the provider took it.
 * - `retry`: it was not sent, and may be later; `afterMs` where the provider said when; `unavailable` when the
 *   provider itself is in trouble (5xx, refused, hung) and not just this message.
 * - `uncertain`: it may or may not have been sent (a time-out after the request left); `unavailable` as above.
 * - `rejected`: it never will be (a wrong address, a refused payload, a revoked token).
 */
export type SendResult =
  | { readonly kind: 'sent'; readonly externalId: string | null; readonly chat?: ChatRef }
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly afterMs?: number;
      readonly unavailable: boolean;
    }
  | { readonly kind: 'uncertain'; readonly reason: string; readonly unavailable?: boolean }
  | { readonly kind: 'rejected'; readonly reason: string };

/** Sends pages and notices by one channel. Never throws for what the provider did; every call has a time-out. */
export interface Sender {
  readonly channel: Channel;
  send(message: OutboundMessage): Promise<SendResult>;
  /**
   * Asks the provider whether an attempt that started at `since` arrived. `sent`: it did; `absent`: it surely did
   * not; `unknown`: the provider cannot tell. Absent where a provider has no such question.
   */
  find?(
    message: OutboundMessage,
    since: EpochMs,
  ): Promise<Extract<SendResult, { kind: 'sent' }> | { kind: 'absent' } | { kind: 'unknown' }>;
}

/** Where a message of ours stands in chat. */
export type ChatRef = { readonly channel: string; readonly ts: string };

/** What came of a change in chat that is not a page. `gone`: the message or channel is no more. */
export type ChatResult<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number }
  | { readonly kind: 'gone'; readonly reason: string };

/** A timeline entry as a thread shows it. */
export type ThreadEntry = { readonly at: EpochMs; readonly text: string };

/** For every attempt but the first: when the first one started, so that what it may have left is looked for there. */
export type Again = { readonly since: EpochMs };

/** The team chat, as the services use it beside paging. */
export interface Chat {
  /**
   * Posts the one card of an incident into `channel` (an id or "#name"). With `again` the message of that `key` is
   * looked for first, and answered where it stands, so that no attempt doubles it.
   */
  postCard(channel: string, incident: IncidentView, key: string, again?: Again): Promise<ChatResult<ChatRef>>;
  /** Posts what is no incident into `channel` (an id or "#name"); `again` as for the card. */
  postNotice(channel: string, notice: NoticeView, key: string, again?: Again): Promise<ChatResult<ChatRef>>;
  /** Makes a card or a direct page show `incident` as it is now. */
  edit(
    ref: ChatRef,
    incident: IncidentView,
    how: { kind: 'CARD' | 'PAGE'; why: string },
  ): Promise<ChatResult<null>>;
  /** Adds entries to a card's thread, in one message; `again` as for the card. */
  postThread(
    ref: ChatRef,
    entries: readonly ThreadEntry[],
    key: string,
    again?: Again,
  ): Promise<ChatResult<null>>;
  /** Adds incidents to a rolling message that bundles a storm. */
  editBundle(ref: ChatRef, view: PageView): Promise<ChatResult<null>>;
  /** The chat user with that e-mail. Never by name. */
  findUserByEmail(
    email: string,
  ): Promise<
    | { kind: 'found'; userId: string }
    | { kind: 'absent' }
    | { kind: 'unavailable'; reason: string; afterMs?: number }
  >;
  /** Whether chat answers at all. */
  check(): Promise<{ ok: true } | { ok: false; reason: string }>;
}
