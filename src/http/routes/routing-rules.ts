import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { invalid } from '../../services/errors.ts';
import { createRoutingRule } from '../../services/routing-rule/create.ts';
import { getRoutingRule } from '../../services/routing-rule/get.ts';
import { listRoutingRules } from '../../services/routing-rule/list.ts';
import { removeRoutingRule } from '../../services/routing-rule/remove.ts';
import { updateRoutingRule } from '../../services/routing-rule/update.ts';
import { keyOf, requirePage, requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { requireSamePage } from '../page-stays.ts';
import { IdParams, Message, PageParams } from '../schemas/common.ts';
import {
  RoutingRuleChange,
  RoutingRuleCreate,
  RoutingRuleOut,
  routingRuleOut,
} from '../schemas/routing-rules.ts';

const WHAT = 'Routing rule';
const tags = ['Routing rules'];
const Wrapped = z.object({ routingRule: RoutingRuleOut });
const Done = Wrapped.extend(Message.shape);

/** Whom an incident is for, by what it says. */
export function routingRuleRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/:page_id/routing-rules',
    {
      schema: {
        tags,
        summary: "A page's routing rules, in the order in which they are evaluated",
        params: PageParams,
        response: { 200: z.object({ routingRules: z.array(RoutingRuleOut) }) },
      },
    },
    async (request) => {
      const rules = await listRoutingRules(requestContext(services, request), {
        pageId: request.params.page_id,
      });
      return { routingRules: rules.map(routingRuleOut) };
    },
  );

  app.get(
    '/routing-rules/:id',
    { schema: { tags, summary: 'A routing rule', params: IdParams, response: { 200: Wrapped } } },
    async (request) => {
      const rule = await getRoutingRule(requestContext(services, request), { ruleId: request.params.id });
      requireVisible(request, WHAT, rule.pageId);
      return { routingRule: routingRuleOut(rule) };
    },
  );

  app.post(
    '/routing-rules',
    { schema: { tags, summary: 'Create a routing rule', body: RoutingRuleCreate, response: { 200: Done } } },
    async (request) => {
      const { siteId, ...sent } = request.body.routingRule;
      const pageId = siteId ?? keyOf(request).pageId;
      if (pageId === null) throw invalid('routingRule.siteId', 'is required');
      await requirePage(services, request, pageId);
      const rule = await createRoutingRule(requestContext(services, request), { ...sent, pageId });
      return { routingRule: routingRuleOut(rule), message: 'Routing rule created successfully.' };
    },
  );

  app.put(
    '/routing-rules/:id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a routing rule',
        params: IdParams,
        body: RoutingRuleChange,
        response: { 200: Done },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const ruleId = request.params.id;
      const { pageId: actual } = await getRoutingRule(ctx, { ruleId });
      requireVisible(request, WHAT, actual);
      const { siteId, ...changes } = request.body.routingRule;
      await requireSamePage(services, request, { path: 'routingRule.siteId', sent: siteId, actual });
      const rule = await updateRoutingRule(ctx, { ruleId, changes });
      return { routingRule: routingRuleOut(rule), message: 'Routing rule updated successfully' };
    },
  );

  app.delete(
    '/routing-rules/:id',
    { schema: { tags, summary: 'Delete a routing rule', params: IdParams, response: { 200: Message } } },
    async (request) => {
      const ctx = requestContext(services, request);
      const ruleId = request.params.id;
      const rule = await getRoutingRule(ctx, { ruleId });
      requireVisible(request, WHAT, rule.pageId);
      await removeRoutingRule(ctx, { ruleId });
      return { message: 'Routing rule deleted successfully.' };
    },
  );
}
