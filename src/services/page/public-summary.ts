import type { Incident } from '../../core/incident/types.ts';
import type { Maintenance } from '../../core/maintenance/maintenance.ts';
import { publicStatus, type PublicStatus } from '../../core/page/public-status.ts';
import type { Context } from '../context.ts';
import type { Page } from '../ports/pages.ts';
import { findPublicPage } from './find-public-page.ts';

/** What an answer holds: the newest ones. */
const MAX_INCIDENTS = 100;
const MAX_MAINTENANCES = 100;

export type PublicSummary = {
  readonly page: Page;
  readonly status: PublicStatus;
  /** Those that are published and not over, newest first. */
  readonly incidents: readonly Incident[];
  /** Those that are not over, earliest start first. */
  readonly maintenances: readonly Maintenance[];
};

/**
 * What anybody may know of a page. Incidents that are not published count for nothing, archived components neither.
 * Errors: `not_found` for an unknown subdomain, and for a page that is not for everybody, as if it did not exist.
 */
export async function publicSummary(ctx: Context, input: { subdomain: string }): Promise<PublicSummary> {
  const page = await findPublicPage(ctx, input);
  const [components, { incidents }, maintenances] = await Promise.all([
    ctx.read.components.list(page.id),
    ctx.read.incidents.list({
      pageId: page.id,
      open: true,
      published: true,
      offset: 0,
      limit: MAX_INCIDENTS,
    }),
    ctx.read.maintenances.listActive(page.id, MAX_MAINTENANCES),
  ]);
  const shown = components.filter(({ archivedAt }) => archivedAt === null).map(({ status }) => status);
  const status = publicStatus([...shown, ...incidents.map(({ impact }) => impact)]);
  return { page, status, incidents, maintenances };
}
