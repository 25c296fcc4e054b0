import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { createPolicy } from '../../services/policy/create.ts';
import { getPolicy } from '../../services/policy/get.ts';
import { listPolicies } from '../../services/policy/list.ts';
import { removePolicy } from '../../services/policy/remove.ts';
import { updatePolicy } from '../../services/policy/update.ts';
import { requirePage, requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { requireSamePage } from '../page-stays.ts';
import { IdParams, Message, PageParams } from '../schemas/common.ts';
import {
  newPolicyOf,
  PolicyChange,
  policyChangesOf,
  PolicyCreate,
  PolicyOut,
  policyOut,
} from '../schemas/policies.ts';

const WHAT = 'Escalation policy';
const tags = ['Escalation policies'];
const Wrapped = z.object({ escalationPolicy: PolicyOut });
const Done = Wrapped.extend(Message.shape);

/** Who is told when an incident is not acknowledged, in which order, how often. */
export function policyRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/:page_id/escalation-policies',
    {
      schema: {
        tags,
        summary: "A page's escalation policies, oldest first",
        params: PageParams,
        response: { 200: z.object({ escalationPolicies: z.array(PolicyOut) }) },
      },
    },
    async (request) => {
      const policies = await listPolicies(requestContext(services, request), {
        pageId: request.params.page_id,
      });
      return { escalationPolicies: policies.map(policyOut) };
    },
  );

  app.get(
    '/escalation-policies/:id',
    { schema: { tags, summary: 'An escalation policy', params: IdParams, response: { 200: Wrapped } } },
    async (request) => {
      const policy = await getPolicy(requestContext(services, request), { policyId: request.params.id });
      requireVisible(request, WHAT, policy.pageId);
      return { escalationPolicy: policyOut(policy) };
    },
  );

  app.post(
    '/escalation-policies',
    { schema: { tags, summary: 'Create an escalation policy', body: PolicyCreate, response: { 200: Done } } },
    async (request) => {
      await requirePage(services, request, request.body.pageId);
      const policy = await createPolicy(requestContext(services, request), newPolicyOf(request.body));
      // The wording belongs to the interface.
      return { escalationPolicy: policyOut(policy), message: 'Routing rule created successfully.' };
    },
  );

  app.put(
    '/escalation-policies/:id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of an escalation policy',
        params: IdParams,
        body: PolicyChange,
        response: { 200: Done },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const policyId = request.params.id;
      const { pageId: actual } = await getPolicy(ctx, { policyId });
      requireVisible(request, WHAT, actual);
      const { pageId, siteId } = request.body;
      await requireSamePage(services, request, { path: 'pageId', sent: pageId, actual });
      await requireSamePage(services, request, { path: 'siteId', sent: siteId, actual });
      const policy = await updatePolicy(ctx, { policyId, changes: policyChangesOf(request.body) });
      // The wording belongs to the interface.
      return { escalationPolicy: policyOut(policy), message: 'Routing rule updated successfully.' };
    },
  );

  app.delete(
    '/escalation-policies/:id',
    {
      schema: {
        tags,
        summary: 'Delete an escalation policy',
        description:
          'One that a routing rule names only once it does not: 409 names each. Escalations that run go on with it.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const policyId = request.params.id;
      const policy = await getPolicy(ctx, { policyId });
      requireVisible(request, WHAT, policy.pageId);
      await removePolicy(ctx, { policyId });
      return { message: 'Escalation policy deleted successfully.' };
    },
  );
}
