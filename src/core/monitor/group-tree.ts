/** A group as far as the tree of a page's groups goes. */
export type GroupNode = { readonly id: string; readonly parentId: string | null };

/** The ids above a group, from the nearest up; none for a group that is not there. */
export function parentsOf(groups: readonly GroupNode[], id: string): string[] {
  return above(parentById(groups), id);
}

/** As `parentsOf`, for every group at once. */
export function allParents(groups: readonly GroupNode[]): Map<string, string[]> {
  const parents = parentById(groups);
  return new Map(groups.map(({ id }) => [id, above(parents, id)]));
}

/** A group and all that is below it: each before its children, children in the order of `groups`. */
export function subtreeOf(groups: readonly GroupNode[], id: string): string[] {
  const children = new Map<string, string[]>();
  for (const group of groups) {
    if (group.parentId === null) continue;
    const siblings = children.get(group.parentId);
    if (siblings === undefined) children.set(group.parentId, [group.id]);
    else siblings.push(group.id);
  }
  const subtree = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (subtree.has(next)) continue;
    subtree.add(next);
    waiting.push(...(children.get(next) ?? []).toReversed());
  }
  return [...subtree];
}

/** Whether a group would be above itself if `parentId` (null: the top) were its parent. */
export function wouldCycle(
  groups: readonly GroupNode[],
  { id, parentId }: { readonly id: string; readonly parentId: string | null },
): boolean {
  if (parentId === null) return false;
  return parentId === id || parentsOf(groups, parentId).includes(id);
}

function parentById(groups: readonly GroupNode[]): Map<string, string | null> {
  return new Map(groups.map(({ id, parentId }) => [id, parentId]));
}

function above(parents: ReadonlyMap<string, string | null>, id: string): string[] {
  // A set, so that even a tree that is none has an end.
  const found = new Set<string>();
  for (let next = parents.get(id); next != null && !found.has(next); next = parents.get(next))
    found.add(next);
  return [...found];
}
