import { newsBetween, newsText, snapshotOf } from '../../core/schedule/health-news.ts';
import { DAY_MS, MINUTE_MS, plusMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { ClaimedPage } from '../ports/on-call-health.ts';
import { transact } from '../transact.ts';
import { lookAtHealth } from './health.ts';

const EVERY_MS = DAY_MS;
/** A look that was not finished by then, its process having died, is made by somebody else. */
const CLAIM_HOLDS_MS = 5 * MINUTE_MS;
/** What was news two days ago is not any more. */
const NEWS_FOR_MS = 2 * DAY_MS;
const MOST_PAGES = 500;

/**
 * Looks at the on-call health of every page that nobody has looked at for a day, and tells its admins what changed since
 * the last look, if anything did. Harmless beside any other process that does the same. Answers how many pages it was.
 */
export async function checkHealth(ctx: Context): Promise<{ pages: number }> {
  const lookedBefore = plusMs(ctx.now, -EVERY_MS);
  const claim = plusMs(lookedBefore, CLAIM_HOLDS_MS);
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await ctx.read.onCallHealth.claim({ lookedBefore, claim });
    if (page === null) return { pages };
    try {
      await checkPage(ctx, page);
    } catch (error) {
      ctx.log.error({ err: error, pageId: page.pageId }, 'the health of on-call could not be looked at');
    }
  }
  return { pages: MOST_PAGES };
}

async function checkPage(ctx: Context, page: ClaimedPage): Promise<void> {
  const { pageId, name, before } = page;
  const { window, findings, names } = await lookAtHealth(ctx, { pageId });
  const after = snapshotOf(findings, window, names);
  const news = newsText(name, newsBetween(before, after));
  await transact(ctx, async (tx) => {
    if (!(await tx.store.onCallHealth.finish(page, ctx.now, after)) || news === null) return;
    const admins = await tx.store.members.admins(pageId);
    tx.tell(
      admins.map(({ id: memberId }) => ({
        key: `health:${pageId}:${ctx.now}:${memberId}`,
        pageId,
        memberId,
        type: 'oncall.health' as const,
        ...news,
        url: null,
        expiresAt: plusMs(ctx.now, NEWS_FOR_MS),
      })),
    );
  });
}
