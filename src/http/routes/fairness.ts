import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { fairness } from '../../services/oncall/fairness.ts';
import { requestContext } from '../context.ts';
import { CSV_TYPE, renderCsv } from '../csv.ts';
import type { HttpApp } from '../http-app.ts';
import { isoOf, PageParams } from '../schemas/common.ts';
import {
  FAIRNESS_COLUMNS,
  FairnessOut,
  fairnessOut,
  FairnessQuery,
  fairnessRecords,
} from '../schemas/fairness.ts';

const tags = ['On-call schedules'];

/** How on-call is shared among the members of a page. */
export function fairnessRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/:page_id/on-call/fairness',
    {
      schema: {
        tags,
        summary:
          'How much each member was on call, by night, at weekends, on holidays, and how often they were paged',
        params: PageParams,
        querystring: FairnessQuery,
        response: { 200: FairnessOut },
      },
    },
    async (request) => {
      const input = { pageId: request.params.page_id, ...request.query };
      return fairnessOut(await fairness(requestContext(services, request), input));
    },
  );

  app.get(
    '/:page_id/on-call/fairness.csv',
    {
      schema: {
        tags,
        summary: 'The same as a table for a spreadsheet, one row a member',
        params: PageParams,
        querystring: FairnessQuery,
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      const input = { pageId: request.params.page_id, ...request.query };
      const found = await fairness(requestContext(services, request), input);
      const [from, to] = [found.start, found.end].map((at) => isoOf(at).slice(0, 10));
      reply.header('content-disposition', `attachment; filename="on-call-fairness-${from}-${to}.csv"`);
      return reply.type(CSV_TYPE).send(renderCsv(fairnessRecords(found), FAIRNESS_COLUMNS));
    },
  );
}
