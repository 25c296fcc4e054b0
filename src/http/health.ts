import { Histogram, type Registry } from 'prom-client';
import { z } from 'zod';
import { asEpochMs, SECOND_MS, type EpochMs } from '../core/time/instant.ts';
import type { Services } from '../services/context.ts';
import type { HttpApp } from './http-app.ts';

type Health = { ok: true } | { ok: false; reason: string };

const CHECK_TIMEOUT_MS = 3_000;
/** A chat is asked at most this often, however often readiness is: its service counts the questions. */
const CHAT_FRESH_MS = 15 * SECOND_MS;

const Check = z.object({ ok: z.boolean(), reason: z.string().optional() });
const Readiness = z
  .object({
    status: z.enum(['ready', 'unavailable']),
    checks: z.object({ database: Check, queue: Check, chat: Check }),
  })
  .meta({ id: 'Readiness' });

/** `/healthz`: the process serves. `/readyz`: what it needs answers too; chat is told of but never makes it unready. */
export function healthRoutes(app: HttpApp, services: Services): void {
  const open = { access: 'public' } as const;
  app.get(
    '/healthz',
    {
      config: open,
      logLevel: 'silent',
      schema: {
        tags: ['Operation'],
        summary: 'Whether the process serves',
        response: { 200: z.object({ status: z.literal('ok') }) },
      },
    },
    async () => ({ status: 'ok' as const }),
  );
  const askChat = rarely(
    async () => (services.chat === null ? { ok: true } : services.chat.check()),
    services,
  );
  app.get(
    '/readyz',
    {
      config: open,
      schema: {
        tags: ['Operation'],
        summary: 'Whether database, queue and chat answer; 503 only for the first two',
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const [database, queue, chat] = await Promise.all([
        inTime(services.uow.ping()),
        inTime(services.wake.ping()),
        inTime(askChat()),
      ]);
      const isReady = database.ok && queue.ok;
      const status: 'ready' | 'unavailable' = isReady ? 'ready' : 'unavailable';
      return reply.code(isReady ? 200 : 503).send({ status, checks: { database, queue, chat } });
    },
  );
}

/** `/metrics` in Prometheus' text form, and how long each route takes. */
export function metricsRoutes(app: HttpApp, registry: Registry): void {
  const seconds = new Histogram({
    name: 'tocsin_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  app.get(
    '/metrics',
    { config: { access: 'read', installationWide: true }, schema: { hide: true } },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}

/** A check that hangs or throws is a check that failed. What it threw may name hosts or accounts, so it is not repeated. */
async function inTime(check: Promise<Health>): Promise<Health> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Health>((resolve) => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, { ok: false, reason: 'no answer in time' });
  });
  try {
    return await Promise.race([check, late]);
  } catch {
    return { ok: false, reason: 'the check failed' };
  } finally {
    clearTimeout(timer);
  }
}

function rarely(check: () => Promise<Health>, services: Services): () => Promise<Health> {
  let last: { at: EpochMs; answer: Promise<Health> } | null = null;
  return () => {
    const now = services.clock.now();
    if (last === null || now >= asEpochMs(last.at + CHAT_FRESH_MS)) last = { at: now, answer: check() };
    return last.answer;
  };
}
