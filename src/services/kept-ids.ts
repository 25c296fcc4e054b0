import type { IdGenerator } from '../platform/ids.ts';

/**
 * Hands out the ids of a collection that replaces a stored one: an element that carries a stored id keeps it (the
 * first to carry it), every other gets a new one.
 */
export function keptIds(
  ids: IdGenerator,
  stored: Iterable<string>,
): (sent: string | undefined, prefix: string) => string {
  const free = new Set(stored);
  return (sent, prefix) => (sent !== undefined && free.delete(sent) ? sent : ids.next(prefix));
}
