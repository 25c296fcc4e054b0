import type { Incident } from '../../core/incident/types.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** The incident that people call by that number, of one page where `pageId` is given; 404 otherwise. */
export async function findByNumber(
  ctx: Context,
  input: { number: number; pageId?: string | undefined },
): Promise<Incident> {
  const incident = await ctx.read.incidents.findByNumber(input.number);
  if (incident === null || (input.pageId !== undefined && incident.pageId !== input.pageId)) {
    throw notFound(`incident #${input.number}`);
  }
  return incident;
}
