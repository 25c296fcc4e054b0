import { z } from 'zod';
import type { Maintenance } from '../../core/maintenance/maintenance.ts';
import type { Context, Services } from '../../services/context.ts';
import { notFound } from '../../services/errors.ts';
import { createMaintenance, type NewMaintenance } from '../../services/maintenance/create.ts';
import { getMaintenance, suppressedBy } from '../../services/maintenance/get.ts';
import { listMaintenances } from '../../services/maintenance/list.ts';
import { removeMaintenance } from '../../services/maintenance/remove.ts';
import { updateMaintenance } from '../../services/maintenance/update.ts';
import { withMaintenanceDetails, type DetailedMaintenance } from '../../services/maintenance/with-details.ts';
import { withChanges } from '../../services/with-changes.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { familyPaging, familyWindowOf, Id, PageParams } from '../schemas/common.ts';
import { maintenanceOut, maintenanceWithSuppressedOut } from '../schemas/maintenance-out.ts';
import {
  MaintenanceChange,
  MaintenanceCreate,
  MaintenanceOut,
  MaintenanceParams,
  MaintenanceWithSuppressed,
} from '../schemas/maintenances.ts';

const tags = ['Maintenances'];

/** Work on a page's components, planned, under way and done. */
export function maintenanceRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/v1/:page_id/maintenances',
    {
      schema: {
        tags,
        summary: "A page's maintenances, latest start first",
        params: PageParams,
        querystring: z.object(familyPaging),
        response: { 200: z.array(MaintenanceOut) },
      },
    },
    async (request) => {
      const { offset, limit } = familyWindowOf(request.query);
      const ctx = requestContext(services, request);
      const pageId = request.params.page_id;
      const maintenances = await listMaintenances(ctx, { pageId, offset, limit });
      return (await withMaintenanceDetails(ctx, pageId, maintenances)).map(maintenanceOut);
    },
  );

  app.post(
    '/v1/:page_id/maintenances',
    {
      schema: {
        tags,
        summary: 'Plan a maintenance; one whose start is over starts at once',
        params: PageParams,
        body: MaintenanceCreate,
        response: { 200: MaintenanceOut },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const { name, start, end, duration, components, statuses, ...rest } = request.body;
      const planned = { name, start, end, duration, components, statuses, pageId: request.params.page_id };
      const maintenance = await createMaintenance(ctx, { ...planned, ...withChanges(DEFAULTS, rest) });
      return maintenanceOut(await detailed(ctx, maintenance));
    },
  );

  app.get(
    '/v1/:page_id/maintenances/:maintenance_id',
    {
      schema: {
        tags,
        summary: 'A maintenance, and what it kept from opening',
        params: MaintenanceParams,
        response: { 200: MaintenanceWithSuppressed },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const maintenance = await getMaintenance(ctx, named(request.params));
      const suppressed = await suppressedBy(ctx, maintenance);
      return maintenanceWithSuppressedOut(await detailed(ctx, maintenance), suppressed);
    },
  );

  app.put(
    '/v1/:page_id/maintenances/:maintenance_id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a maintenance: its plan, its status, its components',
        params: MaintenanceParams,
        body: MaintenanceChange,
        response: { 200: MaintenanceOut },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const { message, notify = false, ...changes } = request.body;
      const input = { ...named(request.params), changes, message, notify };
      return maintenanceOut(await detailed(ctx, await updateMaintenance(ctx, input)));
    },
  );

  app.delete(
    '/v1/:page_id/maintenances/:maintenance_id',
    {
      schema: {
        tags,
        summary: 'Delete a maintenance; one in progress ends with that',
        params: MaintenanceParams,
        response: { 200: z.object({ id: Id.meta({ description: 'The maintenance that is gone' }) }) },
      },
    },
    async (request) => {
      const input = named(request.params);
      await removeMaintenance(requestContext(services, request), input);
      return { id: input.maintenanceId };
    },
  );
}

const DEFAULTS: Omit<
  NewMaintenance,
  'pageId' | 'name' | 'start' | 'end' | 'duration' | 'components' | 'statuses'
> = {
  status: 'NOTSTARTEDYET',
  message: '',
  notify: false,
  autoStart: true,
  autoEnd: true,
  notifyStart: false,
  notifyEnd: false,
  notifyEarly: false,
  notifyMinutes: 60,
  translations: {},
};

/** The maintenance that a path names. */
export function named(params: { page_id: string; maintenance_id: string }) {
  return { pageId: params.page_id, maintenanceId: params.maintenance_id };
}

/** A maintenance with what is shown around it. */
export async function detailed(ctx: Context, maintenance: Maintenance): Promise<DetailedMaintenance> {
  const [found] = await withMaintenanceDetails(ctx, maintenance.pageId, [maintenance]);
  if (found === undefined) throw notFound('Maintenance');
  return found;
}
