import { allParents } from '../../core/monitor/group-tree.ts';
import type { MonitorGroup } from '../ports/monitor-groups.ts';
import type { Store } from '../ports/store.ts';

/** A group with what stands around it in its page's tree. */
export type GroupView = {
  readonly group: MonitorGroup;
  /** Oldest first. */
  readonly monitorIds: readonly string[];
  readonly children: readonly { readonly id: string; readonly name: string }[];
  /** From the nearest up. */
  readonly parents: readonly string[];
};

/** `shown` of a page whose groups are `all`, with one query for the monitors of all of them. */
export async function groupViews(
  store: Store,
  shown: readonly MonitorGroup[],
  all: readonly MonitorGroup[],
): Promise<GroupView[]> {
  const parents = allParents(all);
  const monitors = byGroup(await store.monitorGroups.monitorsIn(shown.map((group) => group.id)));
  const children = byGroup(all.map(({ id, name, parentId }) => ({ id, name, groupId: parentId })));
  return shown.map((group) => ({
    group,
    monitorIds: (monitors.get(group.id) ?? []).map(({ id }) => id),
    children: (children.get(group.id) ?? []).map(({ id, name }) => ({ id, name })),
    parents: parents.get(group.id) ?? [],
  }));
}

function byGroup<T extends { readonly groupId: string | null }>(
  items: readonly T[],
): Map<string | null, T[]> {
  const groups = new Map<string | null, T[]>();
  for (const item of items) {
    const others = groups.get(item.groupId);
    if (others === undefined) groups.set(item.groupId, [item]);
    else others.push(item);
  }
  return groups;
}
