import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { Registry } from 'prom-client';
import { ZodObject } from 'zod';
import type { Services } from '../services/context.ts';
import { AppError } from '../services/errors.ts';
import { admission, requirePageInPath } from './auth.ts';
import { answerClientError } from './client-error.ts';
import { createEventStreams, type EventStreams } from './event-streams.ts';
import { conditionalRequests } from './conditional.ts';
import { handleError } from './error-handler.ts';
import { healthRoutes, metricsRoutes } from './health.ts';
import type { HttpApp } from './http-app.ts';
import { repeatableWrites } from './idempotency.ts';
import { documentRoutes, openapiRoutes } from './openapi.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { acknowledgeRoutes } from './routes/acknowledge.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { auditLogRoutes } from './routes/audit-log.ts';
import { calendarRoutes } from './routes/calendars.ts';
import { componentRoutes } from './routes/components.ts';
import { eventRoutes } from './routes/events.ts';
import { fairnessRoutes } from './routes/fairness.ts';
import { heartbeatRoutes } from './routes/heartbeat.ts';
import { inboundRoutes } from './routes/inbound.ts';
import { groupedMonitorRoutes } from './routes/grouped-monitors.ts';
import { incidentResponseRoutes } from './routes/incident-response.ts';
import { incidentUpdateRoutes } from './routes/incident-updates.ts';
import { incidentRoutes } from './routes/incidents.ts';
import { integrationRoutes } from './routes/integrations.ts';
import { maintenanceUpdateRoutes } from './routes/maintenance-updates.ts';
import { maintenanceRoutes } from './routes/maintenances.ts';
import { metricRoutes } from './routes/metrics.ts';
import { monitorAlertRoutes } from './routes/monitor-alerts.ts';
import { monitorGroupRoutes } from './routes/monitor-groups.ts';
import { monitorLogRoutes } from './routes/monitor-logs.ts';
import { monitorRunRoutes } from './routes/monitor-run.ts';
import { monitorRoutes } from './routes/monitors.ts';
import { onCallHealthRoutes } from './routes/on-call-health.ts';
import { onCallOverviewRoutes } from './routes/on-call-overview.ts';
import { onCallRoutes } from './routes/on-call.ts';
import { pageRoutes } from './routes/pages.ts';
import { policyRoutes } from './routes/policies.ts';
import { publicPageRoutes } from './routes/public-page.ts';
import { routingRuleRoutes } from './routes/routing-rules.ts';
import { scheduleVersionRoutes } from './routes/schedule-versions.ts';
import { scheduleRoutes } from './routes/schedules.ts';
import { subscriberRoutes } from './routes/subscribers.ts';
import { subscriptionDoors } from './routes/subscription-doors.ts';
import { summaryRoutes } from './routes/summary.ts';
import { swapRoutes } from './routes/swaps.ts';
import { teamRoutes } from './routes/team.ts';
import { teamsRoutes } from './routes/teams.ts';
import { templateRoutes } from './routes/templates.ts';
import { timeOffRoutes } from './routes/time-off.ts';
import { timelinePictureRoutes } from './routes/timeline-picture.ts';
import { twilioRoutes } from './routes/twilio.ts';
import { userRoutes } from './routes/user.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookSubscriptionRoutes } from './routes/webhook-subscriptions.ts';
import { requireStorableText } from './text-guard.ts';
import { compressedAnswers, otherOrigins } from './transfer.ts';
import { zodValidator } from './validation.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Signed tokens stand in paths. */
const MAX_PATH_PARAMETER = 2_000;
/** From the first byte of a request to the last, and to the end of its headers; looked at that often. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
const TIMEOUT_CHECK_MS = 5_000;
/** A connection on which nothing moves; longer than the longest answer, a check run while the caller waits. */
const CONNECTION_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;

export type HttpOptions = {
  readonly services: Services;
  /** Requests a minute and key; null: no limit. */
  readonly rateLimitPerMinute?: number | null;
  /** Whose pages may call the API from a browser; default none. */
  readonly corsOrigins?: readonly string[];
  /** Addresses and networks of proxies that are believed about where a request came from; default none. */
  readonly trustedProxies?: readonly string[];
  /** Where `/metrics` reads from. */
  readonly registry?: Registry;
  /** False: only what operation needs (health, metrics) and the doors. Default true. */
  readonly servesApi?: boolean;
  /** The event streams of this process; absent: it makes its own. */
  readonly eventStreams?: EventStreams;
  /** What signs Twilio's callbacks; null: they are refused. */
  readonly twilio?: { readonly authToken: string } | null;
  /** Doors that other parts open in this server (chat, sandbox): each is registered in a scope of its own. */
  readonly doors?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
};

/** The server of the API. It listens when `listen` is called; `close` waits for the requests that are being served. */
export function createHttpApp(options: HttpOptions): HttpApp {
  const { services, trustedProxies = [] } = options;
  const log = services.log.child({ subsystem: 'http' });
  const app: HttpApp = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => services.ids.next('req'),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PATH_PARAMETER },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
  }).withTypeProvider<ZodTypeProvider>();

  app.setValidatorCompiler(zodValidator);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) =>
    handleError(
      new AppError('not_found', `There is no ${request.method} ${pathOf(request.url)}`),
      request,
      reply,
    ),
  );
  acceptJsonOnly(app);
  otherOrigins(app, options.corsOrigins ?? []);
  compressedAnswers(app);
  guardRequests(app, options);
  metricsRoutes(app, options.registry ?? new Registry());
  documentRoutes(app);
  // Behind the documentation, which sees only what is registered after it has loaded.
  void app.register(async (scope) => {
    routes(scope.withTypeProvider<ZodTypeProvider>(), options);
  });
  for (const door of options.doors ?? []) void app.register(async (scope) => door(scope));
  return app;
}

/** Every route of the API, one line a resource. */
function routes(app: HttpApp, options: HttpOptions): void {
  const { services, servesApi = true, twilio } = options;
  healthRoutes(app, services);
  if (!servesApi) return;
  openapiRoutes(app);
  apiKeyRoutes(app, services);
  auditLogRoutes(app, services);
  userRoutes(app, services);
  pageRoutes(app, services);
  summaryRoutes(app, services);
  componentRoutes(app, services);
  metricRoutes(app, services);
  teamRoutes(app, services);
  teamsRoutes(app, services);
  incidentRoutes(app, services);
  incidentUpdateRoutes(app, services);
  templateRoutes(app, services);
  maintenanceRoutes(app, services);
  maintenanceUpdateRoutes(app, services);
  incidentResponseRoutes(app, services);
  void app.register(async (scope) => acknowledgeRoutes(scope.withTypeProvider<ZodTypeProvider>(), services));
  void app.register(async (scope) =>
    twilioRoutes(scope.withTypeProvider<ZodTypeProvider>(), services, twilio?.authToken ?? null),
  );
  subscriberRoutes(app, services);
  void app.register(async (scope) => subscriptionDoors(scope.withTypeProvider<ZodTypeProvider>(), services));
  void app.register(async (scope) => publicPageRoutes(scope.withTypeProvider<ZodTypeProvider>(), services));
  monitorRoutes(app, services);
  monitorAlertRoutes(app, services);
  monitorLogRoutes(app, services);
  monitorRunRoutes(app, services);
  monitorGroupRoutes(app, services);
  groupedMonitorRoutes(app, services);
  policyRoutes(app, services);
  routingRuleRoutes(app, services);
  scheduleRoutes(app, services);
  scheduleVersionRoutes(app, services);
  onCallRoutes(app, services);
  onCallOverviewRoutes(app, services);
  swapRoutes(app, services);
  timelinePictureRoutes(app, services);
  timeOffRoutes(app, services);
  fairnessRoutes(app, services);
  onCallHealthRoutes(app, services);
  calendarRoutes(app, services);
  integrationRoutes(app, services);
  webhookSubscriptionRoutes(app, services);
  webhookDeliveryRoutes(app, services);
  eventRoutes(app, services, options.eventStreams ?? createEventStreams(services));
  void app.register(async (scope) =>
    inboundRoutes(scope.withTypeProvider<ZodTypeProvider>(), services, rateLimitOf(options)),
  );
  void app.register(async (scope) => heartbeatRoutes(scope.withTypeProvider<ZodTypeProvider>(), services));
}

/** An empty body with a JSON content type is no body: clients send it with POST and DELETE. */
function acceptJsonOnly(app: HttpApp): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, String(body), done);
  });
}

/** One that counts for itself; null: no limit. */
function rateLimitOf({ rateLimitPerMinute = null }: HttpOptions): RateLimit | null {
  return rateLimitPerMinute === null ? null : createRateLimit(rateLimitPerMinute);
}

function guardRequests(app: HttpApp, options: HttpOptions): void {
  const { services } = options;
  const rateLimit = rateLimitOf(options);
  app.decorateRequest('apiKey', null);
  app.decorateRequest('within', null);
  repeatableWrites(app, services);
  conditionalRequests(app, services);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('onRequest', admission(services, rateLimit));
  app.addHook('preValidation', async (request) => {
    for (const part of [request.params, request.query, request.body]) requireStorableText(part);
    const schema = request.routeOptions.schema?.body;
    if (!(schema instanceof ZodObject)) return;
    // No body is an empty one, so that what is missing from it is named field by field.
    if (request.body === undefined) request.body = {};
    completePageId(request.body, schema, request.method === 'POST' ? (request.apiKey?.pageId ?? null) : null);
  });
  app.addHook('preHandler', requirePageInPath(services));
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    request.log.debug(
      { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request served',
    );
  });
}

/** A key that is bound to a page means that page where a body could name one and does not. */
function completePageId(body: unknown, schema: ZodObject, pageId: string | null): void {
  if (pageId === null || !('pageId' in schema.shape) || typeof body !== 'object' || body === null) return;
  const named = body as { pageId?: unknown };
  if (named.pageId === undefined) named.pageId = pageId;
}

function pathOf(url: string): string {
  return url.split('?')[0] ?? url;
}
