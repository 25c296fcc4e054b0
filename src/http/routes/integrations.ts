import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context, Services } from '../../services/context.ts';
import { createIntegration } from '../../services/integration/create.ts';
import { getIntegration } from '../../services/integration/get.ts';
import { listUnread } from '../../services/integration/list-unread.ts';
import { listIntegrations } from '../../services/integration/list.ts';
import { removeIntegration } from '../../services/integration/remove.ts';
import { rotateSecret } from '../../services/integration/rotate-secret.ts';
import { updateIntegration } from '../../services/integration/update.ts';
import type { Integration } from '../../services/ports/integrations.ts';
import { requirePage, requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { requireSamePage } from '../page-stays.ts';
import { Message, PageParams, paging, pagingOf, windowOf } from '../schemas/common.ts';
import {
  IntegrationChange,
  integrationChangesOf,
  IntegrationCreate,
  IntegrationList,
  integrationOut,
  IntegrationParams,
  IntegrationWrapped,
  newIntegrationOf,
  UnreadList,
  unreadOut,
} from '../schemas/integrations.ts';

const tags = ['Integrations'];

/** The ways in for other monitoring tools, each with a secret address of its own. */
export function integrationRoutes(app: HttpApp, services: Services): void {
  /** The integration in the path, if the key may see it. */
  const integrationFor = async (
    request: FastifyRequest,
    integrationId: string,
  ): Promise<{ ctx: Context; found: Integration }> => {
    const ctx = requestContext(services, request);
    const found = await getIntegration(ctx, { integrationId });
    requireVisible(request, 'Integration', found.pageId);
    return { ctx, found };
  };

  app.get(
    '/:page_id/integrations',
    {
      schema: {
        tags,
        summary: "A page's integrations, oldest first",
        params: PageParams,
        querystring: z.object(paging),
        response: { 200: IntegrationList },
      },
    },
    async (request) => {
      const window = windowOf(request.query);
      const ctx = requestContext(services, request);
      const { integrations, total } = await listIntegrations(ctx, {
        pageId: request.params.page_id,
        ...window,
      });
      return {
        integrations: integrations.map((integration) => integrationOut(services, integration)),
        ...pagingOf(window, total),
      };
    },
  );

  app.post(
    '/v3/integrations',
    {
      schema: {
        tags,
        summary: 'Take the alerts of a monitoring tool',
        body: IntegrationCreate,
        response: { 200: IntegrationWrapped.extend(Message.shape) },
      },
    },
    async (request) => {
      await requirePage(services, request, request.body.pageId);
      const integration = await createIntegration(
        requestContext(services, request),
        newIntegrationOf(request.body),
      );
      return {
        integration: integrationOut(services, integration),
        message: 'Integration created successfully.',
      };
    },
  );

  app.get(
    '/v3/integrations/:integration_id',
    {
      schema: {
        tags,
        summary: 'An integration',
        params: IntegrationParams,
        response: { 200: IntegrationWrapped },
      },
    },
    async (request) => {
      const { found } = await integrationFor(request, request.params.integration_id);
      return { integration: integrationOut(services, found) };
    },
  );

  app.put(
    '/v3/integrations/:integration_id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of an integration',
        params: IntegrationParams,
        body: IntegrationChange,
        response: { 200: IntegrationWrapped },
      },
    },
    async (request) => {
      const { ctx, found } = await integrationFor(request, request.params.integration_id);
      const { pageId: sent } = request.body;
      await requireSamePage(services, request, { path: 'pageId', sent, actual: found.pageId });
      const integration = await updateIntegration(ctx, {
        integrationId: found.id,
        changes: integrationChangesOf(request.body),
      });
      return { integration: integrationOut(services, integration) };
    },
  );

  app.delete(
    '/v3/integrations/:integration_id',
    {
      schema: {
        tags,
        summary: 'Delete an integration; its incidents stay',
        params: IntegrationParams,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      const { ctx, found } = await integrationFor(request, request.params.integration_id);
      await removeIntegration(ctx, { integrationId: found.id });
      return {};
    },
  );

  app.post(
    '/v3/integrations/:integration_id/rotate-secret',
    {
      schema: {
        tags,
        summary: 'Give an integration a new address; the old one is refused at once',
        params: IntegrationParams,
        response: { 200: IntegrationWrapped },
      },
    },
    async (request) => {
      const { ctx, found } = await integrationFor(request, request.params.integration_id);
      const integration = await rotateSecret(ctx, { integrationId: found.id });
      return { integration: integrationOut(services, integration) };
    },
  );

  app.get(
    '/v3/integrations/:integration_id/unread',
    {
      schema: {
        tags,
        summary: 'What an integration was sent and could not be read, newest first',
        description: 'The last 100.',
        params: IntegrationParams,
        querystring: z.object(paging),
        response: { 200: UnreadList },
      },
    },
    async (request) => {
      const { ctx, found } = await integrationFor(request, request.params.integration_id);
      const window = windowOf(request.query);
      const { unread, total } = await listUnread(ctx, { integrationId: found.id, ...window });
      return { unread: unread.map(unreadOut), ...pagingOf(window, total) };
    },
  );
}
