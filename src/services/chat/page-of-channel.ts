import type { Context } from '../context.ts';
import type { Page } from '../ports/pages.ts';

/**
 * Which page a command is about.
 * - `page`: that one.
 * - `ask`: several could be meant; `unknown` is the subdomain that was asked for and that there is not.
 * - `none`: there is no page at all.
 */
export type PageChoice =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'ask'; readonly pages: readonly Page[]; readonly unknown: string | null }
  | { readonly kind: 'none' };

const MAX_PAGES = 1_000;

/**
 * The page of a command: the one whose subdomain was named; else the one whose cards go to that channel (by id or
 * `#name`, in any case); else the only page. `channelName` comes without `#`.
 */
export async function pageOfChannel(
  ctx: Context,
  input: { channelId: string | null; channelName: string | null; subdomain: string | null },
): Promise<PageChoice> {
  const { pages } = await ctx.read.pages.list({ onlyId: null, offset: 0, limit: MAX_PAGES });
  if (pages.length === 0) return { kind: 'none' };
  if (input.subdomain !== null) {
    const wanted = input.subdomain.toLowerCase();
    return (
      choose(pages.filter((page) => page.subdomain.toLowerCase() === wanted)) ?? ask(pages, input.subdomain)
    );
  }
  const channels = new Set<string>();
  if (input.channelId !== null) channels.add(input.channelId.toLowerCase());
  if (input.channelName !== null) channels.add(`#${input.channelName.toLowerCase()}`);
  const ofChannel = pages.filter((page) => {
    const channel = page.chatChannel ?? ctx.settings.defaultChatChannel;
    return channel !== null && channels.has(channel.toLowerCase());
  });
  return choose(ofChannel) ?? choose(pages) ?? ask(ofChannel.length > 0 ? ofChannel : pages, null);
}

function choose(pages: readonly Page[]): PageChoice | null {
  const [page, ...others] = pages;
  return page === undefined || others.length > 0 ? null : { kind: 'page', page };
}

function ask(pages: readonly Page[], unknown: string | null): PageChoice {
  return { kind: 'ask', pages: pages.toSorted((a, b) => (a.subdomain < b.subdomain ? -1 : 1)), unknown };
}
