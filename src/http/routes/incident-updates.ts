import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { addIncidentUpdate, getIncidentUpdate } from '../../services/incident/add-update.ts';
import { changeIncidentUpdate } from '../../services/incident/change-update.ts';
import { get } from '../../services/incident/get.ts';
import { removeIncidentUpdate } from '../../services/incident/remove-update.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { Id } from '../schemas/common.ts';
import { updateDetailedOut } from '../schemas/incident-out.ts';
import { UpdateChange } from '../schemas/incident-updates.ts';
import { IncidentParams, UpdateCreate, UpdateDetailed, UpdateParams } from '../schemas/incidents.ts';
import { detailed, incidentInPath } from './incidents.ts';

const tags = ['Incidents'];

/** What is told of an incident, and corrections of it. */
export function incidentUpdateRoutes(app: HttpApp, services: Services): void {
  app.post(
    '/v1/:page_id/incidents/:incident_id/incident-updates',
    {
      schema: {
        tags,
        summary: 'Tell what is new about an incident',
        params: IncidentParams,
        body: UpdateCreate,
        response: { 200: UpdateDetailed },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const { id: incidentId } = await incidentInPath(ctx, request);
      const { message = '', notify = false, started, ...rest } = request.body;
      const update = await addIncidentUpdate(ctx, { ...rest, incidentId, message, notify, started });
      return updateDetailedOut(update, await detailed(ctx, await get(ctx, { incidentId })));
    },
  );

  app.get(
    '/v1/:page_id/incidents/:incident_id/incident-updates/:incident_update_id',
    {
      schema: {
        tags,
        summary: 'An update of an incident',
        params: UpdateParams,
        response: { 200: UpdateDetailed },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const incident = await incidentInPath(ctx, request);
      const updateId = request.params.incident_update_id;
      const update = await getIncidentUpdate(ctx, { incidentId: incident.id, updateId });
      return updateDetailedOut(update, await detailed(ctx, incident));
    },
  );

  app.put(
    '/v1/:page_id/incidents/:incident_id/incident-updates/:incident_update_id',
    {
      schema: {
        tags,
        summary: 'Correct what is sent of an update; the incident follows its last one, short of RESOLVED',
        params: UpdateParams,
        body: UpdateChange,
        response: { 200: UpdateDetailed },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const { id: incidentId } = await incidentInPath(ctx, request);
      const updateId = request.params.incident_update_id;
      const update = await changeIncidentUpdate(ctx, { incidentId, updateId, changes: request.body });
      return updateDetailedOut(update, await detailed(ctx, await get(ctx, { incidentId })));
    },
  );

  app.delete(
    '/v1/:page_id/incidents/:incident_id/incident-updates/:incident_update_id',
    {
      schema: {
        tags,
        summary: 'Take back an update; the incident goes back to the one before, short of RESOLVED',
        params: UpdateParams,
        response: { 200: z.object({ id: Id.meta({ description: 'The update that is gone' }) }) },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const { id: incidentId } = await incidentInPath(ctx, request);
      const updateId = request.params.incident_update_id;
      await removeIncidentUpdate(ctx, { incidentId, updateId });
      return { id: updateId };
    },
  );
}
