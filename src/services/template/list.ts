import type { IncidentTemplate } from '../../core/incident/template.ts';
import type { Context } from '../context.ts';
import { withoutDeleted } from './without-deleted.ts';

/** A page's templates, oldest first. */
export async function listTemplates(
  ctx: Context,
  input: { pageId: string; offset: number; limit: number },
): Promise<IncidentTemplate[]> {
  return withoutDeleted(ctx.read, await ctx.read.templates.list(input.pageId, input));
}
