import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { createHttpApp } from '../http/app.ts';
import { createEventStreams } from '../http/event-streams.ts';
import type { HttpApp } from '../http/http-app.ts';
import { postgresBackend, QUEUE_POOL_OPTIONS, redisBackend, type QueueBackend } from '../jobs/backend.ts';
import { createHints } from '../jobs/hints.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { createIdGenerator } from '../platform/ids.ts';
import { createSignedLinks } from '../platform/links.ts';
import type { Logger } from '../platform/logger.ts';
import { createMetrics, meterOf, type Metrics } from '../platform/metrics.ts';
import { watchStalls } from '../platform/stall.ts';
import { limited } from '../probes/limit.ts';
import { pingProblem } from '../probes/ping.ts';
import { probeMonitor } from '../probes/probe.ts';
import { sendBudget } from '../repositories/budget.ts';
import { openDatabase } from '../repositories/client.ts';
import { sandboxStore } from '../repositories/sandbox.ts';
import { unitOfWork } from '../repositories/unit-of-work.ts';
import { registerSandbox } from '../sandbox/sandbox.ts';
import { ensureAdminKey } from '../services/api-key/ensure-admin-key.ts';
import { contextOf, SYSTEM, type Services, type ServiceSettings } from '../services/context.ts';
import { reclaimLost } from '../services/monitor/claim-due.ts';
import { LOCATIONS } from '../services/ports/monitor-config.ts';
import type { Probe } from '../services/ports/probe.ts';
import { createRequestLog, createSlackApp, createSlackVerbs } from '../slack/app.ts';
import { createChannels, type ChatAccess } from './channels.ts';
import { sandboxDeps } from './sandbox-deps.ts';
import { installationSecrets, type InstallationSecrets } from './secrets.ts';
import { within } from './within.ts';
import { startWork, type Work } from './work.ts';

/** What a test may put in the place of the real thing. */
export type Overrides = {
  readonly clock?: Clock;
  readonly probe?: Probe;
  /** False: nothing runs by the machine's clock; the test ticks and sweeps. */
  readonly timers?: boolean;
  /** Stands between the product and what it works with: a sender that fails, a wake-up that never comes. */
  readonly wrapServices?: (services: Services) => Services;
};

/** The running product, as one process of it. */
export type Tocsin = {
  readonly url: string;
  readonly services: Services;
  readonly http: HttpApp;
  readonly metrics: Metrics;
  readonly work: Work;
  /** The first admin key where this start made one: shown this once. */
  readonly adminKey: string | null;
  /** Ends everything but the database, in order; within about 8 s. */
  stop(): Promise<void>;
};

const POOL_SIZE = 20;
/** Probes at once: more targets than this have to hang before one that hangs delays another. */
const MOST_PROBES = 500;
const QUEUE_POOL_SIZE = 16;
/** What runs may take that long to end by itself, and that long once it was cut off: 8 s at the very most together. */
const GRACE_MS = 3_000;
const CUT_OFF_MS = 700;
const SANDBOX_DEFAULT_CHANNEL = '#incidents';

/** Puts the product together by hand: every part is made here, once, and handed to those who need it. */
export async function compose(
  config: Config,
  database: { connectionString: string; isEmbedded: boolean },
  log: Logger,
  overrides: Overrides = {},
): Promise<Tocsin> {
  const { connectionString } = database;
  const clock = overrides.clock ?? systemClock;
  const ids = createIdGenerator(clock);
  const metrics = createMetrics();
  const stalls = watchStalls(systemClock);
  const opened = openDatabase({ connectionString, poolSize: POOL_SIZE });
  const { prisma, close: closeDatabase } = opened;
  const uow = unitOfWork(opened);
  const secrets = await installationSecrets(uow.read);
  const port = await portOf(config);
  const url = urlOf(config.host, port);
  const chatAccess = chatAccessOf(config, secrets, url);
  const channels = createChannels(config, chatAccess, log);
  const queue = await openQueue(config, connectionString, log);
  let work: Work | null = null;
  const hints = createHints({
    backend: queue.backend,
    clock,
    log,
    onLost: () => work?.lookNow(),
    onLostChecks: (batches) => work?.checkHere(batches),
    doHere: (wakeUp) => work?.doHere(wakeUp) ?? false,
  });

  const own: Services = {
    uow,
    clock,
    ids,
    log,
    wake: hints,
    settings: settingsOf(config, url),
    senders: channels.senders,
    chat: channels.slack.chat,
    alerts: channels.alerts,
    webhooks: channels.webhooks,
    subscribers: channels.subscribers,
    budget: sendBudget(prisma),
    links: createSignedLinks(secrets.links),
    meter: meterOf(metrics),
    sleep: (ms) => sleep(ms),
    random: () => randomInt(2 ** 32) / 2 ** 32,
  };
  const services = overrides.wrapServices?.(own) ?? own;
  // One process is alone on an embedded database, so what is under a lease was left by one that died.
  if (database.isEmbedded) await releaseLeases(services);
  const adminKey = await ensureAdminKey(contextOf(services, SYSTEM), { configured: config.adminApiKey });

  const slack = createSlackApp({
    verbs: createSlackVerbs(services),
    requests: createRequestLog(services),
    ...chatAccess,
    clock,
    log,
  });
  const isBot = config.roles.includes('bot');
  const registerSlack = (app: FastifyInstance) => slack.register(app);
  const registerStandIn = (app: FastifyInstance) =>
    registerSandbox(app, sandboxDeps({ config, services, secrets, url, store: sandboxStore(prisma) }));
  const eventStreams = createEventStreams(services);
  const http = createHttpApp({
    services,
    eventStreams,
    registry: metrics.registry,
    rateLimitPerMinute: config.rateLimitPerMinute,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    servesApi: config.roles.includes('api'),
    twilio: config.twilio,
    doors: isBot ? [registerSlack, ...(config.slack === null ? [registerStandIn] : [])] : [],
  });
  await http.listen({ host: config.host, port });

  const working = startWork({
    config,
    services,
    checks: { probe: overrides.probe ?? limited(MOST_PROBES, watchedProbe(config, stalls, metrics)) },
    backend: queue.backend,
    metrics,
    stalls,
    onPublished: () => eventStreams.nudge(),
    replayChat: isBot ? () => slack.replayPending() : null,
    timers: overrides.timers ?? true,
  });
  work = working;
  if (isBot) slack.start();
  void warnOfNoPing(config, log);

  return {
    url,
    services,
    http,
    metrics,
    work: working,
    adminKey,
    stop: async () => {
      // Nothing new is taken, what runs ends. What hangs on a partner by then is cut off: it was sent or it was not,
      // and whoever comes next finds out.
      eventStreams.close();
      const ending = Promise.all([slack.stop(), working.stop()]);
      if (!(await within(GRACE_MS, ending))) {
        await channels.close();
        await within(CUT_OFF_MS, ending);
      }
      const serving = http.close();
      if (!(await within(CUT_OFF_MS, serving))) {
        http.server.closeAllConnections();
        await within(CUT_OFF_MS, serving);
      }
      // A press that came in while the rest was ending is still done.
      await within(CUT_OFF_MS, slack.stop());
      await within(CUT_OFF_MS, hints.close());
      await channels.close();
      await within(CUT_OFF_MS, queue.close());
      stalls.stop();
      await within(CUT_OFF_MS, closeDatabase());
    },
  };
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Slack's settings, or those of the sandbox that stands in for it. */
function chatAccessOf(config: Config, secrets: InstallationSecrets, url: string): ChatAccess {
  const elsewhere = config.slackApiUrl === null ? null : `${config.slackApiUrl}/`;
  return config.slack === null
    ? {
        botToken: secrets.sandboxToken,
        signingSecret: secrets.sandboxSigning,
        appToken: null,
        apiUrl: elsewhere ?? `${url}/sandbox/api/`,
      }
    : { ...config.slack, apiUrl: elsewhere };
}

function settingsOf(config: Config, url: string): ServiceSettings {
  const { stormPerMinute, slackPostsPerSecond, logRetentionDays, allowPrivateTargets } = config;
  const isSandbox = config.slack === null;
  return {
    stormPerMinute,
    slackPostsPerSecond,
    logRetentionDays,
    allowPrivateTargets,
    publicUrl: config.publicUrl ?? url,
    defaultChatChannel: config.slackDefaultChannel ?? (isSandbox ? SANDBOX_DEFAULT_CHANNEL : null),
    recordLeftOut: isSandbox,
  };
}

/** The configured port; for 0 a free one, known before anything needs the address. */
async function portOf(config: Config): Promise<number> {
  if (config.port !== 0) return config.port;
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, config.host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function openQueue(
  config: Config,
  connectionString: string,
  log: Logger,
): Promise<{ backend: QueueBackend; close(): Promise<void> }> {
  if (config.redisUrl !== null) {
    const backend = redisBackend(config.redisUrl, (error) =>
      log.debug({ err: error }, 'Redis connection error'),
    );
    return { backend, close: () => backend.close() };
  }
  const pool = new pg.Pool({
    connectionString,
    max: QUEUE_POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'tocsin queue',
    options: QUEUE_POOL_OPTIONS,
  });
  const said = (error: Error): void => log.debug({ err: error }, 'queue connection error');
  pool.on('error', said);
  pool.on('connect', (client) => client.on('error', said));
  return { backend: await postgresBackend(pool), close: () => pool.end() };
}

async function releaseLeases(services: Services): Promise<void> {
  const now = services.clock.now();
  await services.uow.read.notifications.releaseAll(now);
  await services.uow.read.outbox.releaseAll(now);
  await services.uow.read.webhookDeliveries.releaseAll(now);
  await services.uow.read.chatRequests.releaseAll(now);
  await reclaimLost(contextOf(services, SYSTEM), { locations: LOCATIONS, heldMs: 0 });
}

/** Said once by a process that checks, before a host that is well is taken for one that is down. */
async function warnOfNoPing({ roles }: Config, log: Logger): Promise<void> {
  const problem = roles.includes('worker') ? await pingProblem() : null;
  if (problem !== null) log.warn(`PING monitors fail here: ${problem}`);
}

/** The probes, with their own word on whether the process was there to watch. */
function watchedProbe(config: Config, stalls: ReturnType<typeof watchStalls>, metrics: Metrics): Probe {
  const { allowPrivateTargets } = config;
  return async (monitor, startedAt) => {
    const mark = stalls.mark();
    const result = await probeMonitor(monitor, { allowPrivateTargets, startedAt });
    const seconds = (result.phases.responseTime ?? 0) / 1_000;
    metrics.checkSeconds.observe({ outcome: result.kind }, seconds);
    return { result, isVoid: stalls.stalledSince(mark) };
  };
}
