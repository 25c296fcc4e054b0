import { createHash } from 'node:crypto';

/** Longer ones would not fit into the index. */
const MAX_READABLE = 200;

/** The dedup key of an incident: within the page each integration has keys of its own. */
export function dedupKeyOf(integrationId: string, key: string): string {
  const own = key.length <= MAX_READABLE ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;
  return `${integrationId}:${own}`;
}
