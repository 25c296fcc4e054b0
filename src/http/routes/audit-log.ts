import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AUDIT_KEPT_DAYS, listAuditLog } from '../../services/audit/list.ts';
import type { Services } from '../../services/context.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { AuditLog, auditEntryOut, AuditLogQuery } from '../schemas/audit-log.ts';
import { PageParams, pagingOf, windowOf } from '../schemas/common.ts';

const tags = ['Audit log'];
const description =
  `Kept ${AUDIT_KEPT_DAYS} days. What Tocsin does by itself is in the timelines of incidents and not here. Secrets show ` +
  'that they changed and nothing of what they were or are.';

/** Who changed what, and acted on what, by which way. */
export function auditLogRoutes(app: HttpApp, services: Services): void {
  const answer = async (
    request: FastifyRequest,
    pageId: string | null,
    query: z.output<typeof AuditLogQuery>,
  ) => {
    const { page, limit, ...filter } = query;
    const window = windowOf({ page, limit });
    const { entries, total } = await listAuditLog(requestContext(services, request), {
      ...filter,
      pageId,
      offset: window.offset,
      limit: window.limit,
    });
    return { auditLog: entries.map(auditEntryOut), ...pagingOf(window, total) };
  };

  app.get(
    '/:page_id/audit-log',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'What was changed and done on a page, by whom; newest first',
        description,
        params: PageParams,
        querystring: AuditLogQuery,
        response: { 200: AuditLog },
      },
    },
    (request) => answer(request, request.params.page_id, request.query),
  );

  app.get(
    '/audit-log',
    {
      config: { access: 'admin', installationWide: true },
      schema: {
        tags,
        summary: 'What was changed of what belongs to no page: keys for all pages, pages that were deleted',
        description,
        querystring: AuditLogQuery,
        response: { 200: AuditLog },
      },
    },
    (request) => answer(request, null, request.query),
  );
}
