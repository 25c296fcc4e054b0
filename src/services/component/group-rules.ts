import { conflict, invalid } from '../errors.ts';
import type { Component } from '../ports/components.ts';

/** The group that a component is to be in, as it was sent. */
export type WantedGroup = {
  /** Null: none. */
  readonly id: string | null;
  /** The field of the body that named it. */
  readonly path: string;
};

/** A component with the group that it is in. */
export type GroupedComponent = { readonly component: Component; readonly group: Component | null };

/**
 * The component that is to be the group of `id` (null: of one that is being made). A group is a component that others
 * name as theirs; there is one level of them. Errors: `validation_error` where the page has none of that id, `conflict`
 * where there would be groups within groups.
 */
export function requireGroup(
  components: readonly Component[],
  id: string | null,
  wanted: WantedGroup,
): Component | null {
  if (wanted.id === null) return null;
  if (wanted.id === id) throw conflict('A component cannot be its own group');
  const group = components.find((component) => component.id === wanted.id);
  if (group === undefined) throw invalid(wanted.path, 'no component of this page has that id');
  if (group.groupId !== null) throw conflict(`${group.name} is in a group itself`);
  if (id !== null && components.some((component) => component.groupId === id)) {
    throw conflict('A group of components cannot be in a group');
  }
  return group;
}
