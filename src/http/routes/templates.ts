import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { get } from '../../services/incident/get.ts';
import { createTemplate } from '../../services/template/create.ts';
import { getTemplate } from '../../services/template/get.ts';
import { listTemplates } from '../../services/template/list.ts';
import { removeTemplate } from '../../services/template/remove.ts';
import { updateTemplate } from '../../services/template/update.ts';
import { addUpdateFromTemplate, openFromTemplate } from '../../services/template/use.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { familyPaging, familyWindowOf, PageParams } from '../schemas/common.ts';
import {
  IncidentFromTemplate,
  incidentFromTemplateOut,
  OpenFromTemplateParams,
  UpdateFromTemplate,
  updateFromTemplateOut,
  UpdateFromTemplateParams,
} from '../schemas/from-template.ts';
import {
  TemplateChange,
  TemplateCreate,
  TemplateDeleted,
  templateDeletedOut,
  TemplateOut,
  templateOut,
  TemplateParams,
} from '../schemas/templates.ts';
import { detailed, incidentInPath } from './incidents.ts';

const tags = ['Templates'];

/** What is said of incidents and maintenances, prepared, and saying it. */
export function templateRoutes(app: HttpApp, services: Services): void {
  crudRoutes(app, services);

  app.post(
    '/v1/:page_id/incidents/:template',
    {
      schema: {
        tags,
        summary: 'Open an incident as a template says: somebody is told of it',
        params: OpenFromTemplateParams,
        response: { 200: IncidentFromTemplate },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const { page_id: pageId, template: templateId } = request.params;
      const incident = await openFromTemplate(ctx, { pageId, templateId });
      return incidentFromTemplateOut(await detailed(ctx, incident));
    },
  );

  app.post(
    '/v2/:page_id/incidents/:incident_id/incident-updates/:template',
    {
      schema: {
        tags,
        summary: 'Tell of an incident what a template says',
        params: UpdateFromTemplateParams,
        response: { 200: UpdateFromTemplate },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const { id: incidentId, pageId } = await incidentInPath(ctx, request);
      const templateId = request.params.template;
      const update = await addUpdateFromTemplate(ctx, { pageId, incidentId, templateId });
      return updateFromTemplateOut(update, await detailed(ctx, await get(ctx, { incidentId })));
    },
  );
}

function crudRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/v1/:page_id/templates',
    {
      schema: {
        tags,
        summary: "A page's templates, oldest first",
        params: PageParams,
        querystring: z.object(familyPaging),
        response: { 200: z.array(TemplateOut) },
      },
    },
    async (request) => {
      const { offset, limit } = familyWindowOf(request.query);
      const pageId = request.params.page_id;
      const templates = await listTemplates(requestContext(services, request), { pageId, offset, limit });
      return templates.map(templateOut);
    },
  );

  app.post(
    '/v1/:page_id/templates',
    {
      schema: {
        tags,
        summary: 'Add a template',
        params: PageParams,
        body: TemplateCreate,
        response: { 200: TemplateOut },
      },
    },
    async (request) => {
      const { message = '', notify = false, components = [], translations = {}, ...rest } = request.body;
      const { type, name, status } = rest;
      const pageId = request.params.page_id;
      const input = { pageId, type, name, status, message, notify, components, translations };
      return templateOut(await createTemplate(requestContext(services, request), input));
    },
  );

  app.get(
    '/v1/:page_id/templates/:template_id',
    { schema: { tags, summary: 'A template', params: TemplateParams, response: { 200: TemplateOut } } },
    async (request) => {
      const { page_id: pageId, template_id: templateId } = request.params;
      return templateOut(await getTemplate(requestContext(services, request), { pageId, templateId }));
    },
  );

  app.put(
    '/v1/:page_id/templates/:template_id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a template',
        params: TemplateParams,
        body: TemplateChange,
        response: { 200: TemplateOut },
      },
    },
    async (request) => {
      const { page_id: pageId, template_id: templateId } = request.params;
      const input = { pageId, templateId, changes: request.body };
      return templateOut(await updateTemplate(requestContext(services, request), input));
    },
  );

  app.delete(
    '/v1/:page_id/templates/:template_id',
    {
      schema: {
        tags,
        summary: 'Delete a template; what was said by it stays',
        params: TemplateParams,
        response: { 200: TemplateDeleted },
      },
    },
    async (request) => {
      const { page_id: pageId, template_id: templateId } = request.params;
      const ctx = requestContext(services, request);
      return templateDeletedOut(await removeTemplate(ctx, { pageId, templateId }));
    },
  );
}
