import { z } from 'zod';
import { createComponent } from '../../services/component/create.ts';
import { getComponent, listComponents } from '../../services/component/list.ts';
import { removeComponent } from '../../services/component/remove.ts';
import { updateComponent } from '../../services/component/update.ts';
import type { Services } from '../../services/context.ts';
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
} from '../schemas/components.ts';

const tags = ['Components'];
const ComponentParams = PageParams.extend({ component_id: Id });

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
      const components = await listComponents(requestContext(services, request), { pageId });
      return components.slice(offset, offset + limit).map(componentOut);
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
      return componentOut(await createComponent(requestContext(services, request), input));
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
      return componentOut(await getComponent(requestContext(services, request), { pageId, componentId }));
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
      return componentOut(await updateComponent(requestContext(services, request), input));
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
}
