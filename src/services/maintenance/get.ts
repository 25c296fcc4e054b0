import type { Maintenance } from '../../core/maintenance/maintenance.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Suppression } from '../ports/maintenances.ts';

/** What an answer holds: the newest ones. */
const MAX_SUPPRESSED = 100;

export type NamedMaintenance = { readonly pageId: string; readonly maintenanceId: string };

/** A maintenance. Errors: `not_found`, for one of another page too. */
export async function getMaintenance(ctx: Context, input: NamedMaintenance): Promise<Maintenance> {
  const found = await ctx.read.maintenances.find(input.maintenanceId);
  if (found?.pageId !== input.pageId) throw notFound('Maintenance');
  return found;
}

/** What a maintenance kept from opening, newest first, the last hundred. */
export async function suppressedBy(
  ctx: Context,
  maintenance: Pick<Maintenance, 'id' | 'pageId' | 'startedAt'>,
): Promise<Suppression[]> {
  return ctx.read.maintenances.suppressedBy(maintenance, MAX_SUPPRESSED);
}
