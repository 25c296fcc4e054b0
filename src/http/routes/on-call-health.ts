import type { Services } from '../../services/context.ts';
import { onCallHealth } from '../../services/oncall/health.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { PageParams } from '../schemas/common.ts';
import { HealthOut, healthOut } from '../schemas/on-call-health.ts';

const tags = ['On-call schedules'];

/** What is wrong with a page's on-call. */
export function onCallHealthRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/:page_id/on-call/health',
    {
      schema: {
        tags,
        summary: "What is wrong with a page's on-call in the next 28 days",
        params: PageParams,
        response: { 200: HealthOut },
      },
    },
    async (request) => {
      const pageId = request.params.page_id;
      return healthOut(await onCallHealth(requestContext(services, request), { pageId }));
    },
  );
}
