import { z } from 'zod';
import { createApiKey } from '../../services/api-key/create.ts';
import { listApiKeys } from '../../services/api-key/list.ts';
import { removeApiKey } from '../../services/api-key/remove.ts';
import type { Services } from '../../services/context.ts';
import { keyOf, requirePage } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { ApiKeyCreate, ApiKeyCreated, ApiKeyList, apiKeyOut } from '../schemas/api-keys.ts';
import { IdParams, Message, paging, pagingOf, windowOf } from '../schemas/common.ts';

const tags = ['API keys'];
const config = { access: 'admin' } as const;

/** Keys to this API. A key that is bound to a page sees and makes keys of that page only. */
export function apiKeyRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/api-keys',
    {
      config,
      schema: {
        tags,
        summary: 'The keys, newest first',
        querystring: z.object(paging),
        response: { 200: ApiKeyList },
      },
    },
    async (request) => {
      const window = windowOf(request.query);
      const { pageId } = keyOf(request);
      const { keys, total } = await listApiKeys(requestContext(services, request), { pageId, ...window });
      return { apiKeys: keys.map(apiKeyOut), ...pagingOf(window, total) };
    },
  );

  app.post(
    '/api-keys',
    { config, schema: { tags, summary: 'Make a key', body: ApiKeyCreate, response: { 200: ApiKeyCreated } } },
    async (request) => {
      const { name, scope, pageId: sent, expiresAt } = request.body;
      const pageId = sent ?? keyOf(request).pageId;
      if (pageId !== null) await requirePage(services, request, pageId);
      const ctx = requestContext(services, request);
      const { apiKey, key } = await createApiKey(ctx, { name, scope, pageId, expiresAt: expiresAt ?? null });
      return { apiKey: apiKeyOut(apiKey), key };
    },
  );

  app.delete(
    '/api-keys/:id',
    { config, schema: { tags, summary: 'Delete a key', params: IdParams, response: { 200: Message } } },
    async (request) => {
      const onlyOfPage = keyOf(request).pageId;
      await removeApiKey(requestContext(services, request), { keyId: request.params.id, onlyOfPage });
      return { message: 'API key deleted successfully.' };
    },
  );
}
