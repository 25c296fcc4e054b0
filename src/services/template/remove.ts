import type { IncidentTemplate } from '../../core/incident/template.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { getTemplate } from './get.ts';

/** Deletes a template; what was said by it stays said. Errors: `not_found`, for one of another page too. */
export async function removeTemplate(
  ctx: Context,
  input: { pageId: string; templateId: string },
): Promise<IncidentTemplate> {
  const template = await getTemplate(ctx, input);
  if (!(await ctx.read.templates.remove(template.id, ctx.now))) throw notFound('Template');
  return template;
}
