import type { IncidentTemplate } from '../../core/incident/template.ts';
import type { Store } from '../ports/store.ts';

/** The templates without the components that were deleted after they were written: those are nothing to tell of. */
export async function withoutDeleted(
  store: Store,
  templates: readonly IncidentTemplate[],
): Promise<IncidentTemplate[]> {
  const ids = [...new Set(templates.flatMap(({ components }) => components.map(({ id }) => id)))];
  const found = ids.length === 0 ? [] : await store.components.findStored(ids);
  const there = new Set(found.map(({ id }) => id));
  return templates.map((template) => ({
    ...template,
    components: template.components.filter(({ id }) => there.has(id)),
  }));
}
