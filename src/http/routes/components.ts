import { z } from 'zod';
import { createComponent } from '../../services/component/create.ts';
import { getComponent, listComponents } from '../../services/component/list.ts';
import { removeComponent } from '../../services/component/remove.ts';
import { updateComponent } from '../../services/component/update.ts';
import type { GroupedComponent } from '../../services/component/group-rules.ts';
import type { Context, Services } from '../../services/context.ts';
import { listOutages } from '../../services/outage/list.ts';
import { uptimesOf } from '../../services/outage/uptimes-of.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { familyPaging, familyWindowOf, Id, PageParams } from '../schemas/common.ts';
import {
  ComponentChange,
  componentChangesOf,
  ComponentCreate,
  ComponentOut,
  componentOut,
  newComponentOf,
  OutageOut,
  outageOut,
} from '../schemas/components.ts';

const tags = ['Components'];
const ComponentParams = PageParams.extend({ component_id: Id });

/** Components as answers show them, each with its uptime. */
async function shown(ctx: Context, components: readonly GroupedComponent[]) {
  const uptimes = await uptimesOf(
    ctx,
    components.map(({ component }) => component.id),
  );
  return components.map((grouped) => componentOut(grouped, uptimes));
}

async function shownOne(ctx: Context, grouped: GroupedComponent) {
  return componentOut(grouped, await uptimesOf(ctx, [grouped.component.id]));
}

/** The parts that a page reports on. */
export function componentRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/v1/:page_id/components',
    {
      schema: {
        tags,
        summary: "A page's components, in order",
        params: PageParams,
        querystring: z.object(familyPaging),
        response: { 200: z.array(ComponentOut) },
      },
    },
    async (request) => {
      const { offset, limit } = familyWindowOf(request.query);
      const pageId = request.params.page_id;
      const ctx = requestContext(services, request);
      return shown(ctx, (await listComponents(ctx, { pageId })).slice(offset, offset + limit));
    },
  );

  app.post(
    '/v1/:page_id/components',
    {
      schema: {
        tags,
        summary: 'Add a component',
        params: PageParams,
        body: ComponentCreate,
        response: { 200: ComponentOut },
      },
    },
    async (request) => {
      const input = newComponentOf(request.params.page_id, request.body);
      const ctx = requestContext(services, request);
      return shownOne(ctx, await createComponent(ctx, input));
    },
  );

  app.get(
    '/v1/:page_id/components/:component_id',
    {
      schema: {
        tags,
        summary: 'A component',
        params: ComponentParams,
        response: { 200: ComponentOut },
      },
    },
    async (request) => {
      const { page_id: pageId, component_id: componentId } = request.params;
      const ctx = requestContext(services, request);
      return shownOne(ctx, await getComponent(ctx, { pageId, componentId }));
    },
  );

  app.put(
    '/v1/:page_id/components/:component_id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a component',
        params: ComponentParams,
        body: ComponentChange,
        response: { 200: ComponentOut },
      },
    },
    async (request) => {
      const { page_id: pageId, component_id: componentId } = request.params;
      const changes = componentChangesOf(request.body);
      const input = { pageId, componentId, changes };
      const ctx = requestContext(services, request);
      return shownOne(ctx, await updateComponent(ctx, input));
    },
  );

  app.delete(
    '/v1/:page_id/components/:component_id',
    {
      schema: {
        tags,
        summary: 'Delete a component; monitors that it follows are checked on',
        params: ComponentParams,
        response: { 200: z.object({ id: Id }) },
      },
    },
    async (request) => {
      const { page_id: pageId, component_id: componentId } = request.params;
      await removeComponent(requestContext(services, request), { pageId, componentId });
      return { id: componentId };
    },
  );

  app.get(
    '/v1/:page_id/components/:component_id/outages',
    {
      schema: {
        tags,
        summary: 'The outages of a component that monitors found, newest first',
        params: ComponentParams,
        querystring: z.object(familyPaging),
        response: { 200: z.array(OutageOut) },
      },
    },
    async (request) => {
      const { offset, limit } = familyWindowOf(request.query);
      const { page_id: pageId, component_id: componentId } = request.params;
      const input = { pageId, componentId, offset, limit };
      return (await listOutages(requestContext(services, request), input)).map(outageOut);
    },
  );
}
