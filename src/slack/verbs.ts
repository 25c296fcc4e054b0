import type { Impact, Incident } from '../core/incident/types.ts';
import type { IncidentView } from '../core/notification/message.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { PageChoice } from '../services/chat/page-of-channel.ts';
import type { Actor } from '../services/context.ts';
import type { KnownMember, Member } from '../services/ports/members.ts';

/** What came of acting on an incident; `said` is one plain sentence. */
export type Acted = { readonly outcome: 'changed' | 'already' | 'too_late'; readonly said: string };

/** Who is on call in one schedule. */
export type OnCallNow = {
  readonly name: string;
  readonly timeZone: string;
  readonly status: 'ACTIVE' | 'PAUSED';
  /** Null: for ever. */
  readonly current: readonly { readonly member: KnownMember; readonly until: EpochMs | null }[];
  readonly next: readonly { readonly member: KnownMember; readonly from: EpochMs | null }[];
};

/** An incident with the last entries of its timeline, oldest first. */
export type Shown = {
  readonly incident: IncidentView;
  readonly timeline: readonly { readonly at: EpochMs; readonly text: string }[];
};

/** Every use case that chat calls. Refusals are `AppError`. */
export interface SlackVerbs {
  pageOfChannel(place: {
    channelId: string | null;
    channelName: string | null;
    subdomain: string | null;
  }): Promise<PageChoice>;
  memberOfChatUser(user: {
    pageId: string;
    chatUserId: string;
    emailOf: (chatUserId: string) => Promise<string | null>;
  }): Promise<Member | null>;
  find(incidentId: string): Promise<Incident>;
  findByNumber(input: { pageId: string; number: number }): Promise<Incident>;
  /** Those that are not resolved, newest first. */
  listOpen(input: { pageId: string; limit: number }): Promise<{ incidents: IncidentView[]; total: number }>;
  show(input: { incidentId: string; limit: number }): Promise<Shown>;
  onCallNow(input: { pageId: string }): Promise<OnCallNow[]>;
  acknowledge(actor: Actor, input: { incidentId: string }): Promise<Acted>;
  unacknowledge(actor: Actor, input: { incidentId: string }): Promise<Acted>;
  resolve(actor: Actor, input: { incidentId: string }): Promise<Acted>;
  reopen(actor: Actor, input: { incidentId: string }): Promise<Acted>;
  escalate(actor: Actor, input: { incidentId: string }): Promise<Acted>;
  snooze(actor: Actor, input: { incidentId: string; minutes: number }): Promise<Acted>;
  note(actor: Actor, input: { incidentId: string; text: string }): Promise<Acted>;
  open(
    actor: Actor,
    input: { pageId: string; name: string; description: string; impact: Impact; dedupKey: string },
  ): Promise<{ incident: Incident; outcome: 'opened' | 'joined' }>;
}
