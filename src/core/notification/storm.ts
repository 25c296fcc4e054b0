/** What becomes of messages that are due to one member by one channel at once: sent alone, or named in one bundle. */
export type StormSplit<Message> = {
  readonly alone: readonly Message[];
  readonly bundled: readonly Message[];
};

/**
 * Splits due messages by what the member was sent within the last minute: up to `perMinute` go alone, in their order,
 * the rest into one bundle. A single message over the limit is a bundle too, which later ones can join.
 */
export function splitStorm<Message>(
  due: readonly Message[],
  sentLastMinute: number,
  perMinute: number,
): StormSplit<Message> {
  const room = Math.max(0, perMinute - sentLastMinute);
  return { alone: due.slice(0, room), bundled: due.slice(room) };
}
