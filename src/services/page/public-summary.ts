import type { Incident } from '../../core/incident/types.ts';
import { publicStatus, type PublicStatus } from '../../core/page/public-status.ts';
import type { Context } from '../context.ts';
import type { Page } from '../ports/pages.ts';
import { findPublicPage } from './find-public-page.ts';

/** What an answer holds: the newest ones. */
const MAX_INCIDENTS = 100;

export type PublicSummary = {
  readonly page: Page;
  readonly status: PublicStatus;
  /** Those that are published and not over, newest first. */
  readonly incidents: readonly Incident[];
};

/**
 * What anybody may know of a page. Incidents that are not published count for nothing, archived components neither.
 * Errors: `not_found` for an unknown subdomain, and for a page that is not for everybody, as if it did not exist.
 */
export async function publicSummary(ctx: Context, input: { subdomain: string }): Promise<PublicSummary> {
  const page = await findPublicPage(ctx, input);
  const [components, { incidents }] = await Promise.all([
    ctx.read.components.list(page.id),
    ctx.read.incidents.list({
      pageId: page.id,
      open: true,
      published: true,
      offset: 0,
      limit: MAX_INCIDENTS,
    }),
  ]);
  const shown = components.filter(({ archivedAt }) => archivedAt === null).map(({ status }) => status);
  return { page, status: publicStatus([...shown, ...incidents.map(({ impact }) => impact)]), incidents };
}
