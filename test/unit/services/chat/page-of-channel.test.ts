import { describe, expect, it } from 'vitest';
import { pageOfChannel } from '../../../../src/services/chat/page-of-channel.ts';
import type { Context } from '../../../../src/services/context.ts';
import type { Page } from '../../../../src/services/ports/pages.ts';
import { aPage } from '../../../support/chat-builders.ts';

function ctx(pages: Page[], defaultChatChannel: string | null = null): Context {
  const read = { pages: { list: async () => ({ pages, total: pages.length }) } };
  return { read, settings: { defaultChatChannel } } as unknown as Context;
}
const SHOP = aPage({ chatChannel: '#Shop-Ops' });
const BLOG = aPage({ id: 'page_2', subdomain: 'blog', chatChannel: 'C0BLOG' });
const WIKI = aPage({ id: 'page_3', subdomain: 'wiki', chatChannel: null });
const somewhere = { channelId: 'C9', channelName: 'random', subdomain: null };

describe('the page of a command', () => {
  it('is the one whose cards go to its channel, by name or id', async () => {
    const all = ctx([SHOP, BLOG, WIKI]);
    expect(await pageOfChannel(all, { ...somewhere, channelName: 'shop-ops' })).toEqual({
      kind: 'page',
      page: SHOP,
    });
    expect(await pageOfChannel(all, { ...somewhere, channelId: 'C0BLOG' })).toEqual({
      kind: 'page',
      page: BLOG,
    });
  });

  it('is the one that has no channel of its own, in the default channel', async () => {
    const all = ctx([SHOP, WIKI], '#random');
    expect(await pageOfChannel(all, somewhere)).toEqual({ kind: 'page', page: WIKI });
  });

  it('is the only one, wherever the command was typed', async () => {
    expect(await pageOfChannel(ctx([SHOP]), somewhere)).toEqual({ kind: 'page', page: SHOP });
  });

  it('is the one that was named, whatever the channel says', async () => {
    const place = { channelId: 'C0BLOG', channelName: null, subdomain: 'Shop' };
    expect(await pageOfChannel(ctx([SHOP, BLOG]), place)).toEqual({ kind: 'page', page: SHOP });
  });

  it('is asked for where several could be meant', async () => {
    expect(await pageOfChannel(ctx([WIKI, SHOP, BLOG]), somewhere)).toEqual({
      kind: 'ask',
      pages: [BLOG, SHOP, WIKI],
      unknown: null,
    });
    const shared = { ...BLOG, chatChannel: '#shop-ops' };
    const place = { ...somewhere, channelName: 'shop-ops' };
    expect(await pageOfChannel(ctx([SHOP, shared, WIKI]), place)).toMatchObject({
      kind: 'ask',
      pages: [shared, SHOP],
    });
  });

  it('is asked for, never guessed, where there is none of the name', async () => {
    expect(await pageOfChannel(ctx([SHOP]), { ...somewhere, subdomain: 'nope' })).toEqual({
      kind: 'ask',
      pages: [SHOP],
      unknown: 'nope',
    });
  });

  it('is none where there is no page', async () => {
    expect(await pageOfChannel(ctx([]), { ...somewhere, subdomain: 'x' })).toEqual({ kind: 'none' });
  });
});
