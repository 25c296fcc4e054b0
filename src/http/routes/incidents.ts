import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Incident } from '../../core/incident/types.ts';
import type { Context, Services } from '../../services/context.ts';
import { notFound } from '../../services/errors.ts';
import { get } from '../../services/incident/get.ts';
import { list } from '../../services/incident/list.ts';
import { open } from '../../services/incident/open.ts';
import { removeIncident } from '../../services/incident/remove.ts';
import { updateIncident } from '../../services/incident/update.ts';
import { withDetails, type DetailedIncident } from '../../services/incident/with-details.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { familyWindowOf, Id, PageParams } from '../schemas/common.ts';
import { incidentOut } from '../schemas/incident-out.ts';
import {
  IncidentChange,
  IncidentCreate,
  IncidentOut,
  IncidentParams,
  IncidentsQuery,
} from '../schemas/incidents.ts';

const tags = ['Incidents'];

/** A page's incidents. */
export function incidentRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/v1/:page_id/incidents',
    {
      schema: {
        tags,
        summary: "A page's incidents, newest first",
        params: PageParams,
        querystring: IncidentsQuery,
        response: { 200: z.array(IncidentOut) },
      },
    },
    async (request) => {
      const { status, '!status': notStatus, number } = request.query;
      const { offset, limit } = familyWindowOf(request.query);
      const ctx = requestContext(services, request);
      const filter = { pageId: request.params.page_id, status, notStatus, number, offset, limit };
      const { incidents } = await list(ctx, filter);
      return (await withDetails(ctx, incidents)).map(incidentOut);
    },
  );

  app.post(
    '/v1/:page_id/incidents',
    {
      schema: {
        tags,
        summary: 'Open an incident: somebody is told of it',
        params: PageParams,
        body: IncidentCreate,
        response: { 200: IncidentOut },
      },
    },
    async (request) => {
      const { message = '', description = message, started, shouldPublish = true, ...rest } = request.body;
      const ctx = requestContext(services, request);
      const { incident } = await open(ctx, {
        ...rest,
        description,
        pageId: request.params.page_id,
        startedAt: started,
        published: shouldPublish,
        source: 'API',
      });
      return incidentOut(await detailed(ctx, incident));
    },
  );

  app.get(
    '/v1/:page_id/incidents/:incident_id',
    { schema: { tags, summary: 'An incident', params: IncidentParams, response: { 200: IncidentOut } } },
    async (request) => {
      const ctx = requestContext(services, request);
      return incidentOut(await detailed(ctx, await incidentInPath(ctx, request)));
    },
  );

  app.put(
    '/v1/:page_id/incidents/:incident_id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of an incident',
        params: IncidentParams,
        body: IncidentChange,
        response: { 200: IncidentOut },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const { id: incidentId } = await incidentInPath(ctx, request);
      const { started: startedAt, notify, ...rest } = request.body;
      const changed = await updateIncident(ctx, { incidentId, notify, changes: { ...rest, startedAt } });
      return incidentOut(await detailed(ctx, changed));
    },
  );

  app.delete(
    '/v1/:page_id/incidents/:incident_id',
    {
      schema: {
        tags,
        summary: 'Delete an incident: all that is under way for it stops',
        params: IncidentParams,
        response: { 200: z.object({ id: Id }) },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const { id } = await incidentInPath(ctx, request);
      await removeIncident(ctx, { incidentId: id });
      return { id };
    },
  );
}

/** The incident that a path names; one of another page does not exist. */
export async function incidentInPath(
  ctx: Context,
  request: FastifyRequest<{ Params: { page_id: string; incident_id: string } }>,
): Promise<Incident> {
  const incident = await get(ctx, { incidentId: request.params.incident_id });
  if (incident.pageId !== request.params.page_id) throw notFound('incident');
  return incident;
}

/** An incident with what is shown around it. */
export async function detailed(ctx: Context, incident: Incident): Promise<DetailedIncident> {
  const [found] = await withDetails(ctx, [incident]);
  if (found === undefined) throw notFound('incident');
  return found;
}
