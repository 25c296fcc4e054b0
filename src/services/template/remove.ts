import type { IncidentTemplate } from '../../core/incident/template.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { getTemplate } from './get.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Deletes a template; what was said by it stays said. Errors: `not_found`, for one of another page too. */
export async function removeTemplate(
  ctx: Context,
  input: { pageId: string; templateId: string },
): Promise<IncidentTemplate> {
  const template = await getTemplate(ctx, input);
  await transact(ctx, async (tx) => {
    if (!(await tx.store.templates.remove(template.id, ctx.now))) throw notFound('Template');
    tx.changed(deleted('template', template));
  });
  return template;
}
