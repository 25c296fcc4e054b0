import type { IncidentTemplate } from '../../core/incident/template.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { withoutDeleted } from './without-deleted.ts';

/** A template of a page. Errors: `not_found`, for one of another page and a deleted one too. */
export async function getTemplate(
  ctx: Context,
  input: { pageId: string; templateId: string },
): Promise<IncidentTemplate> {
  const found = await ctx.read.templates.find(input.templateId);
  if (found?.pageId !== input.pageId) throw notFound('Template');
  const [template = found] = await withoutDeleted(ctx.read, [found]);
  return template;
}
