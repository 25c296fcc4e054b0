import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { addMaintenanceUpdate, getMaintenanceUpdate } from '../../services/maintenance/add-update.ts';
import {
  changeMaintenanceUpdate,
  removeMaintenanceUpdate,
} from '../../services/maintenance/change-update.ts';
import { getMaintenance } from '../../services/maintenance/get.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { Id } from '../schemas/common.ts';
import { maintenanceUpdateOut } from '../schemas/maintenance-out.ts';
import {
  MaintenanceParams,
  MaintenanceUpdateChange,
  MaintenanceUpdateCreate,
  MaintenanceUpdateDetailed,
  MaintenanceUpdateParams,
} from '../schemas/maintenances.ts';
import { detailed, named } from './maintenances.ts';

const tags = ['Maintenances'];
const PATH = '/v1/:page_id/maintenances/:maintenance_id/maintenance-updates';

/** What is told of a maintenance, and corrections of it. */
export function maintenanceUpdateRoutes(app: HttpApp, services: Services): void {
  app.post(
    PATH,
    {
      schema: {
        tags,
        summary: 'Tell what is new about a maintenance; a status that is sent starts or ends it',
        params: MaintenanceParams,
        body: MaintenanceUpdateCreate,
        response: { 200: MaintenanceUpdateDetailed },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const { message = '', notify = false, started, ...rest } = request.body;
      const input = { ...named(request.params), ...rest, message, notify, started };
      const update = await addMaintenanceUpdate(ctx, input);
      return maintenanceUpdateOut(update, await detailed(ctx, await getMaintenance(ctx, input)));
    },
  );

  app.get(
    `${PATH}/:maintenance_update_id`,
    {
      schema: {
        tags,
        summary: 'An update of a maintenance',
        params: MaintenanceUpdateParams,
        response: { 200: MaintenanceUpdateDetailed },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const maintenance = await getMaintenance(ctx, named(request.params));
      const updateId = request.params.maintenance_update_id;
      const update = await getMaintenanceUpdate(ctx, { maintenanceId: maintenance.id, updateId });
      return maintenanceUpdateOut(update, await detailed(ctx, maintenance));
    },
  );

  app.put(
    `${PATH}/:maintenance_update_id`,
    {
      schema: {
        tags,
        summary: 'Correct what is sent of an update; that starts and ends nothing',
        params: MaintenanceUpdateParams,
        body: MaintenanceUpdateChange,
        response: { 200: MaintenanceUpdateDetailed },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const updateId = request.params.maintenance_update_id;
      const input = { ...named(request.params), updateId, changes: request.body };
      const update = await changeMaintenanceUpdate(ctx, input);
      return maintenanceUpdateOut(update, await detailed(ctx, await getMaintenance(ctx, input)));
    },
  );

  app.delete(
    `${PATH}/:maintenance_update_id`,
    {
      schema: {
        tags,
        summary: 'Take back an update; the maintenance stays as it is',
        params: MaintenanceUpdateParams,
        response: { 200: z.object({ id: Id.meta({ description: 'The update that is gone' }) }) },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const updateId = request.params.maintenance_update_id;
      await removeMaintenanceUpdate(ctx, { ...named(request.params), updateId });
      return { id: updateId };
    },
  );
}
