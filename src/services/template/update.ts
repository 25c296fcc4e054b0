import type { IncidentTemplate } from '../../core/incident/template.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { requireComponents, requireFitting, type TemplateInput } from './template-input.ts';
import { withoutDeleted } from './without-deleted.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Changes what is sent of a template, the components as a whole. Errors: as when it is made, and `not_found`. */
export async function updateTemplate(
  ctx: Context,
  input: { pageId: string; templateId: string; changes: Changes<TemplateInput> },
): Promise<IncidentTemplate> {
  const { pageId, templateId, changes } = input;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.templates.lock(templateId);
    if (stored?.pageId !== pageId) throw notFound('Template');
    const template = withChanges<IncidentTemplate>(stored, changes);
    requireFitting(template.type, template.status, changes.status === undefined ? 'type' : 'status');
    if (changes.components !== undefined) await requireComponents(store, pageId, changes.components);
    await store.templates.update(template);
    tx.changed(updated('template', stored, template));
    const [shown = template] = await withoutDeleted(store, [template]);
    return shown;
  });
}
