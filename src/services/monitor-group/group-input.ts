import { wouldCycle } from '../../core/monitor/group-tree.ts';
import { conflict, invalid, invalidAll, notFound } from '../errors.ts';
import type { MonitorGroup } from '../ports/monitor-groups.ts';
import type { Store } from '../ports/store.ts';

/** What people say of a group. */
export type GroupSettings = Pick<MonitorGroup, 'name' | 'collapsed' | 'order' | 'componentId'> & {
  /** The group above it; null: none. */
  readonly groupId: string | null;
  /** The ids of all its monitors. */
  readonly monitors: readonly string[];
};

/**
 * The groups of a page, in order; until the transaction ends nobody else moves anything in their tree. Errors:
 * `not_found` for an unknown page.
 */
export async function lockTree(store: Store, pageId: string): Promise<MonitorGroup[]> {
  if ((await store.pages.lock(pageId)) === null) throw notFound('Page');
  return store.monitorGroups.listOf(pageId);
}

/** 400 naming `path` for a parent that is none of the page's groups. */
export function requireGroup(groups: readonly MonitorGroup[], id: string | null, path: string): void {
  if (id === null || groups.some((group) => group.id === id)) return;
  throw invalid(path, 'no monitor group of this page has that id');
}

/** 409 for a parent that is the group itself or below it. */
export function requireNoCycle(
  groups: readonly MonitorGroup[],
  moved: Pick<MonitorGroup, 'id' | 'parentId'>,
): void {
  if (wouldCycle(groups, moved)) throw conflict('A monitor group cannot be below itself');
}

/** Refuses monitors that are not on the page; answers the others without doubles. */
export async function requireMonitors(
  store: Store,
  pageId: string,
  monitors: readonly string[],
): Promise<string[]> {
  const known = new Set(await store.monitorGroups.existingMonitors(pageId, monitors));
  const wrong = monitors.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `monitors[${index}]`, message: 'no monitor of this page has that id' }],
  );
  if (wrong.length > 0) throw invalidAll(wrong);
  return [...known];
}

/** 400 for a component that is not on the page. */
export async function requireComponent(store: Store, pageId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const component = await store.components.find(id);
  if (component?.pageId !== pageId) throw invalid('componentId', 'no component of this page has that id');
}
