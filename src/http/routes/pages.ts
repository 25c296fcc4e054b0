import { z } from 'zod';
import type { Context, Services } from '../../services/context.ts';
import { uptimesOf } from '../../services/outage/uptimes-of.ts';
import { createPage, type PageWithComponents } from '../../services/page/create.ts';
import { getPage } from '../../services/page/get.ts';
import { listPages } from '../../services/page/list.ts';
import { removePage } from '../../services/page/remove.ts';
import { updatePage } from '../../services/page/update.ts';
import { keyOf } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { familyPaging, familyWindowOf, Id, PageParams } from '../schemas/common.ts';
import { PageChange, PageCreate, PageOut, pageOut, settingsOf } from '../schemas/pages.ts';

const tags = ['Pages'];

/** Pages as answers show them, their components with their uptimes. */
async function shown(ctx: Context, pages: readonly PageWithComponents[]) {
  const ids = pages.flatMap(({ components }) => components.map(({ id }) => id));
  const uptimes = await uptimesOf(ctx, ids);
  return pages.map((page) => pageOut(page, uptimes));
}

async function shownOne(ctx: Context, page: PageWithComponents) {
  const ids = page.components.map(({ id }) => id);
  return pageOut(page, await uptimesOf(ctx, ids));
}

/** Status pages, which everything else belongs to. Only a key without a page makes one. */
export function pageRoutes(app: HttpApp, services: Services): void {
  app.post(
    '/v1/pages',
    {
      config: { access: 'admin', installationWide: true },
      schema: { tags, summary: 'Create a page', body: PageCreate, response: { 200: PageOut } },
    },
    async (request) => {
      const { name, subdomain, email, chatChannel = null, components = [], ...rest } = request.body;
      const input = { name, subdomain, email, chatChannel, components, settings: settingsOf(rest) };
      const ctx = requestContext(services, request);
      return shownOne(ctx, await createPage(ctx, input));
    },
  );

  app.get(
    '/v2/pages',
    {
      schema: {
        tags,
        summary: 'The pages that the key opens, oldest first',
        querystring: z.object(familyPaging),
        response: { 200: z.array(PageOut) },
      },
    },
    async (request) => {
      const window = familyWindowOf(request.query);
      const onlyId = keyOf(request).pageId;
      const ctx = requestContext(services, request);
      return shown(ctx, await listPages(ctx, { onlyId, ...window }));
    },
  );

  app.get(
    '/v2/:page_id',
    { schema: { tags, summary: 'A page', params: PageParams, response: { 200: PageOut } } },
    async (request) => {
      const ctx = requestContext(services, request);
      return shownOne(ctx, await getPage(ctx, { pageId: request.params.page_id }));
    },
  );

  app.put(
    '/v2/:page_id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a page',
        params: PageParams,
        body: PageChange,
        response: { 200: PageOut },
      },
    },
    async (request) => {
      const { name, subdomain, email, chatChannel, ...rest } = request.body;
      const changes = { name, subdomain, email, chatChannel, settings: settingsOf(rest) };
      const input = { pageId: request.params.page_id, changes };
      const ctx = requestContext(services, request);
      return shownOne(ctx, await updatePage(ctx, input));
    },
  );

  app.delete(
    '/v2/:page_id',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Delete a page and all that belongs to it',
        params: PageParams,
        response: { 200: z.object({ id: Id }) },
      },
    },
    async (request) => {
      const id = request.params.page_id;
      await removePage(requestContext(services, request), { pageId: id });
      return { id };
    },
  );
}
