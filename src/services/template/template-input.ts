import {
  STATUSES_OF,
  type IncidentTemplate,
  type TemplateComponent,
  type TemplateStatus,
  type TemplateType,
} from '../../core/incident/template.ts';
import { invalid, invalidAll } from '../errors.ts';
import type { Store } from '../ports/store.ts';

/** What is said of a template when it is made, and may be when it is changed. */
export type TemplateInput = Pick<
  IncidentTemplate,
  'type' | 'name' | 'message' | 'status' | 'notify' | 'components' | 'translations'
>;

/** An incident cannot begin, nor a maintenance be identified. `path` is what the caller sent of the two. */
export function requireFitting(type: TemplateType, status: TemplateStatus, path: 'status' | 'type'): void {
  if (STATUSES_OF[type].includes(status)) return;
  if (path === 'type') throw invalid(path, `must fit the status ${status}, which another type has`);
  throw invalid(path, `must be one of ${STATUSES_OF[type].join(', ')} for the type ${type}`);
}

/** 400 naming each component that the page does not have, or that is named twice. */
export async function requireComponents(
  store: Store,
  pageId: string,
  components: readonly TemplateComponent[],
): Promise<void> {
  const ids = components.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await store.components.findStored(ids);
  const own = new Set(found.filter((component) => component.pageId === pageId).map(({ id }) => id));
  const first = new Map(ids.toReversed().map((id, index) => [id, ids.length - 1 - index]));
  const wrong = ids.flatMap((id, index) => {
    const path = `components[${index}].id`;
    if (!own.has(id)) return [{ path, message: 'no component of this page has that id' }];
    return first.get(id) === index ? [] : [{ path, message: 'is named twice' }];
  });
  if (wrong.length > 0) throw invalidAll(wrong);
}
