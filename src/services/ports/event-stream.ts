import type { EpochMs } from '../../core/time/instant.ts';
import type { EventType, NewEvent } from './events.ts';

/** An event with its place: the order in which everybody can see events, over all pages, with gaps. */
export type PlacedEvent = NewEvent & { readonly position: bigint };

export interface EventStreamRepository {
  /** Whether an event waits for its place. Cheap where none does. */
  isAnyWaiting(): Promise<boolean>;
  /**
   * Gives up to `limit` waiting events their places, in the order in which they were recorded, and stores a delivery for
   * each active subscription that wants one. Only within a transaction that holds the publisher's lock: whoever sees a
   * place then sees every lower one. A place is never given twice, whatever was deleted since.
   */
  publish(options: { limit: number; now: EpochMs }): Promise<{ published: number; deliveries: number }>;
  /** The highest place of an event that is there. 0: none has one. */
  head(): Promise<bigint>;
  /** No place above this one was ever given. */
  lastGiven(): Promise<bigint>;
  /** The head, and which of these keys and pages are still good at `now`, in one statement. */
  look(options: {
    keyIds: readonly string[];
    pageIds: readonly string[];
    now: EpochMs;
  }): Promise<{ head: bigint; keyIds: ReadonlySet<string>; pageIds: ReadonlySet<string> }>;
  /** In the order of their places: those above `after` and not above `upTo`, of these types (empty: all). */
  read(options: {
    pageIds: readonly string[];
    types: readonly EventType[];
    after: bigint;
    upTo: bigint;
    limit: number;
  }): Promise<PlacedEvent[]>;
}
