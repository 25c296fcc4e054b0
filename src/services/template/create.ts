import type { IncidentTemplate } from '../../core/incident/template.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { requireComponents, requireFitting, type TemplateInput } from './template-input.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/**
 * Adds a template to a page. Errors: `not_found` for an unknown page; `validation_error` for a status of another type and
 * for components that the page does not have.
 */
export async function createTemplate(
  ctx: Context,
  input: TemplateInput & { pageId: string },
): Promise<IncidentTemplate> {
  requireFitting(input.type, input.status, 'status');
  return transact(ctx, async (tx) => {
    const { store } = tx;
    if ((await store.pages.lock(input.pageId)) === null) throw notFound('Page');
    await requireComponents(store, input.pageId, input.components);
    const template: IncidentTemplate = { ...input, id: ctx.ids.next('tmpl'), createdAt: ctx.now };
    await store.templates.insert(template);
    tx.changed(created('template', template));
    return template;
  });
}
