import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { addMetricData } from '../../services/metric/add-data.ts';
import { createMetric } from '../../services/metric/create.ts';
import { getMetric } from '../../services/metric/get.ts';
import { listMetrics } from '../../services/metric/list.ts';
import { removeMetricData } from '../../services/metric/remove-data.ts';
import { removeMetric } from '../../services/metric/remove.ts';
import { updateMetric } from '../../services/metric/update.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { familyPaging, familyWindowOf, PageParams } from '../schemas/common.ts';
import {
  DatapointIn,
  DatapointOut,
  datapointOut,
  DatapointsDeleted,
  datapointsDeletedOut,
  DatapointsIn,
  DataQuery,
  dataWindowOf,
  MetricChange,
  MetricCreate,
  MetricDeleted,
  MetricOut,
  metricOut,
  MetricParams,
  newDataOf,
} from '../schemas/metrics.ts';

const tags = ['Metrics'];

/** Figures over time that a page reports. */
export function metricRoutes(app: HttpApp, services: Services): void {
  crudRoutes(app, services);

  app.post(
    '/v1/:page_id/metrics/:metric_id',
    {
      schema: {
        tags,
        summary: 'Add a datapoint to a metric',
        params: MetricParams,
        body: DatapointIn,
        response: { 200: DatapointOut },
      },
    },
    async (request) => {
      const { page_id: pageId, metric_id: metricId } = request.params;
      const input = { pageId, metricId, data: [newDataOf(request.body)] };
      const [added] = await addMetricData(requestContext(services, request), input);
      if (added === undefined) throw new Error('a datapoint that was added is not answered');
      return datapointOut(added);
    },
  );

  app.post(
    '/v1/:page_id/metrics/:metric_id/data',
    {
      schema: {
        tags,
        summary: 'Add many datapoints to a metric',
        params: MetricParams,
        body: DatapointsIn,
        response: { 200: z.array(DatapointOut) },
      },
    },
    async (request) => {
      const { page_id: pageId, metric_id: metricId } = request.params;
      const input = { pageId, metricId, data: request.body.data.map(newDataOf) };
      return (await addMetricData(requestContext(services, request), input)).map(datapointOut);
    },
  );

  app.delete(
    '/v1/:page_id/metrics/:metric_id/data',
    {
      schema: {
        tags,
        summary: 'Delete all datapoints of a metric, which stays',
        params: MetricParams,
        response: { 200: DatapointsDeleted },
      },
    },
    async (request) => {
      const { page_id: pageId, metric_id: metricId } = request.params;
      const ctx = requestContext(services, request);
      const { metric, page } = await removeMetricData(ctx, { pageId, metricId });
      return datapointsDeletedOut(metric, page);
    },
  );
}

function crudRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/v1/:page_id/metrics',
    {
      schema: {
        tags,
        summary: "A page's metrics, in order, each with its newest datapoints",
        params: PageParams,
        querystring: z.object(familyPaging),
        response: { 200: z.array(MetricOut) },
      },
    },
    async (request) => {
      const { offset, limit } = familyWindowOf(request.query);
      const pageId = request.params.page_id;
      return (await listMetrics(requestContext(services, request), { pageId, offset, limit })).map(metricOut);
    },
  );

  app.post(
    '/v1/:page_id/metrics',
    {
      schema: {
        tags,
        summary: 'Add a metric',
        params: PageParams,
        body: MetricCreate,
        response: { 200: MetricOut },
      },
    },
    async (request) => {
      const input = { ...request.body, order: request.body.order, pageId: request.params.page_id };
      const metric = await createMetric(requestContext(services, request), input);
      return metricOut({ metric, data: [] });
    },
  );

  app.get(
    '/v1/:page_id/metrics/:metric_id',
    {
      schema: {
        tags,
        summary: 'A metric, with the newest datapoints of a stretch of time',
        params: MetricParams,
        querystring: DataQuery,
        response: { 200: MetricOut },
      },
    },
    async (request) => {
      const { page_id: pageId, metric_id: metricId } = request.params;
      const input = { pageId, metricId, window: dataWindowOf(request.query) };
      return metricOut(await getMetric(requestContext(services, request), input));
    },
  );

  app.put(
    '/v1/:page_id/metrics/:metric_id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a metric',
        params: MetricParams,
        body: MetricChange,
        response: { 200: MetricOut },
      },
    },
    async (request) => {
      const { page_id: pageId, metric_id: metricId } = request.params;
      const input = { pageId, metricId, changes: request.body };
      return metricOut(await updateMetric(requestContext(services, request), input));
    },
  );

  app.delete(
    '/v1/:page_id/metrics/:metric_id',
    {
      schema: {
        tags,
        summary: 'Delete a metric with its datapoints; a monitor that fed it does so no more',
        params: MetricParams,
        response: { 200: MetricDeleted },
      },
    },
    async (request) => {
      const { page_id: pageId, metric_id: metricId } = request.params;
      const { id, name } = await removeMetric(requestContext(services, request), { pageId, metricId });
      return { id, name };
    },
  );
}
