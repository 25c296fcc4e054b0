import { UNTRANSLATED } from '../../core/translations.ts';
import type { Context } from '../context.ts';
import type { Component } from '../ports/components.ts';
import type { Page } from '../ports/pages.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

export type NewPage = Pick<Page, 'name' | 'subdomain' | 'email' | 'chatChannel' | 'settings'> & {
  /** The names of its first components, in order. */
  readonly components: readonly string[];
};

export type PageWithComponents = { readonly page: Page; readonly components: readonly Component[] };

/** Makes a page with its components. Errors: `conflict` when the subdomain is taken. */
export async function createPage(ctx: Context, input: NewPage): Promise<PageWithComponents> {
  const { now, ids } = ctx;
  const { components: names, ...fields } = input;
  const page: Page = { ...fields, id: ids.next('page'), createdAt: now, updatedAt: now };
  const components = names.map((name, order): Component => ({
    id: ids.next('comp'),
    pageId: page.id,
    name,
    description: '',
    status: 'OPERATIONAL',
    order,
    showUptime: true,
    groupId: null,
    archivedAt: null,
    translations: UNTRANSLATED,
    createdAt: now,
    updatedAt: now,
  }));
  await transact(ctx, async (tx) => {
    const { store } = tx;
    await store.pages.insert(page);
    await store.components.insertMany(components);
    tx.changed(created('page', { ...page, pageId: page.id, components: names }));
  });
  return { page, components };
}
