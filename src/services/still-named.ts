import { conflict } from './errors.ts';
import type { Store } from './ports/store.ts';

/** A refusal names that many places at most, and says how many more there are. */
const NAMED_AT_MOST = 20;

type Place = { readonly kind: string; readonly id: string; readonly name: string };

/** The places, as a refusal names them. `total` counts those too that are not among `uses`. */
export function placesOf(uses: readonly Place[], total = uses.length): string {
  const named = uses.slice(0, NAMED_AT_MOST).map(({ kind, id, name }) => `${kind} ${name} (${id})`);
  const more = total - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Refuses to delete what routing rules or escalation policies name: they would tell nobody of it any more, in silence.
 * The target is locked already, so that nobody comes to name it meanwhile. `conflict` names each place.
 */
export async function requireUnnamed(
  store: Store,
  kind: string,
  target: { readonly id: string; readonly pageId: string; readonly name: string },
): Promise<void> {
  const { uses, total } = await store.targets.usesOf(target, NAMED_AT_MOST);
  if (total === 0) return;
  throw conflict(
    `${kind} ${target.name} is still named by: ${placesOf(uses, total)}. Let them name another one, or none, first`,
  );
}
