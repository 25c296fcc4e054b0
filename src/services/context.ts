import type { EpochMs } from '../core/time/instant.ts';
import type { IdGenerator } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { Channel } from '../core/notification/channel.ts';
import type { Clock } from '../platform/clock.ts';
import type { AlertSender } from './ports/alert-sender.ts';
import type { SendBudget } from './ports/budget.ts';
import type { EventType } from './ports/events.ts';
import type { Store, UnitOfWork } from './ports/store.ts';
import type { Chat, Sender } from './ports/sender.ts';
import type { SubscriberSender } from './ports/subscriber-sender.ts';
import type { Wake } from './ports/wake.ts';
import type { WebhookPost } from './ports/webhook-post.ts';

/** Who asks for something; what timelines, cards and logs name. */
export type Actor =
  | {
      readonly kind: 'member';
      readonly memberId: string;
      readonly name: string;
      readonly via: 'chat' | 'email' | 'sms' | 'call' | 'api';
    }
  | { readonly kind: 'key'; readonly keyId: string; readonly name: string }
  | { readonly kind: 'integration'; readonly integrationId: string; readonly name: string }
  | { readonly kind: 'system' };

/** Where a request came from that came by HTTP. */
export type Origin = {
  /** Of the other end of the connection: a proxy's, where there is one. */
  readonly address: string;
  readonly requestId: string;
  /** The key that it carried; null where it needed none. */
  readonly key: { readonly id: string; readonly name: string } | null;
};

/** What the actor is called in sentences. */
export function actorName(actor: Actor): string {
  return actor.kind === 'system' ? 'Tocsin' : actor.name;
}

/** Settings that use cases decide by; everything else of the configuration stays outside. */
export type ServiceSettings = {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly defaultChatChannel: string | null;
  readonly stormPerMinute: number;
  readonly slackPostsPerSecond: number;
  readonly logRetentionDays: number;
  readonly allowPrivateTargets: boolean;
  /** Records steps of channels without settings, so that the sandbox can show what would have been sent. */
  readonly recordLeftOut: boolean;
};

/** Counts for the metrics; never throws. */
export type Meter = {
  event(type: EventType): void;
  /** One attempt by a channel and what came of it; `lateMs` (from due to taken) where it was sent. */
  attempt(channel: Channel, outcome: 'sent' | 'retry' | 'uncertain' | 'rejected', lateMs: number): void;
};

/** What every use case needs from outside; composed once a process. */
export type Services = {
  readonly uow: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly log: Logger;
  readonly wake: Wake;
  readonly settings: ServiceSettings;
  /** The channels that have settings here; a channel that is absent is left out of every plan. */
  readonly senders: ReadonlyMap<Channel, Sender>;
  readonly chat: Chat | null;
  readonly alerts: AlertSender;
  readonly webhooks: WebhookPost;
  /** Reaches those outside who subscribed. */
  readonly subscribers: SubscriberSender;
  readonly budget: SendBudget;
  readonly meter: Meter;
  /** Waits; a test's clock need not. */
  readonly sleep: (ms: number) => Promise<void>;
  /** A number in [0, 1): jitter. */
  readonly random: () => number;
  /** Signs and reads the tokens of acknowledgement links. */
  readonly links: { sign(payload: string): string; read(token: string): string | null };
};

/** One use case: the services, who asks from where, and the one instant at which it all happens. */
export type Context = Services & {
  readonly actor: Actor;
  /** Null where nobody asked by HTTP. */
  readonly origin: Origin | null;
  readonly now: EpochMs;
  readonly read: Store;
};

/** The context of one use case; the clock is read here and nowhere later. */
export function contextOf(services: Services, actor: Actor, origin: Origin | null = null): Context {
  return { ...services, actor, origin, now: services.clock.now(), read: services.uow.read };
}

export const SYSTEM: Actor = { kind: 'system' };
