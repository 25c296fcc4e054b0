import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ERROR_CODES } from '../services/errors.ts';
import { addDetails } from './document-details.ts';
import type { HttpApp } from './http-app.ts';
import { docsPage, type ApiDocument } from './docs-page.ts';
import { PAGE_HEADERS } from './html.ts';

const zodToJsonConfig = { unrepresentable: 'any' } as const;

const ErrorAnswer = z
  .object({
    error: z.object({
      code: z.enum(ERROR_CODES),
      message: z.string(),
      details: z
        .array(z.object({ path: z.string(), message: z.string() }))
        .optional()
        .meta({ description: 'Only for validation_error: the fields that are wrong' }),
    }),
  })
  .meta({ id: 'Error' });

const allModels = createJsonSchemaTransformObject({ zodToJsonConfig });

/** Models by name, each made twice (as it is sent, as it is answered), without those that nothing refers to. */
const namedModels: SwaggerTransformObject = (document) => {
  const api = allModels(document);
  const models: Record<string, unknown> = 'components' in api ? (api.components?.schemas ?? {}) : {};
  const reached = new Set(modelsIn(api.paths));
  // A set's walk also visits what is added on the way.
  for (const name of reached) for (const further of modelsIn(models[name])) reached.add(further);
  for (const name of Object.keys(models)) if (!reached.has(name)) delete models[name];
  addDetails(api);
  return api;
};

function modelsIn(part: unknown): string[] {
  const references = (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  return [...references].flatMap(([, name]) => name ?? []);
}

/** Documents every route that is registered after it, from the schemas that validate. */
export function documentRoutes(app: HttpApp): void {
  // Before the collector's own hook, so that it sees the common answers.
  app.addHook('onRoute', (route) => {
    const { schema, config } = route;
    if (schema === undefined || schema.hide === true || config?.forPeople === true) return;
    schema.response = { ...(schema.response as object | undefined), '4xx': ErrorAnswer };
    if (config?.access === 'public') schema.security = [];
  });
  void app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tocsin',
        version: '1',
        description:
          'Monitors, on-call schedules, routing, escalation and incidents. Every POST may carry an Idempotency-Key header (1 to 255 visible ASCII characters): repeated within 24 hours by the same API key, it gets the first answer again, with `idempotent-replayed: true`; with another body, 409. JSON answers to GET carry an ETag: as If-None-Match it makes the next one 304 until something changes; as If-Match of a PUT or DELETE of the same path it makes that one 409 when something did.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <api key>' },
        },
      },
      security: [{ apiKey: [] }],
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig }),
    transformObject: namedModels,
  });
}

/** `/openapi.json` and `/docs`, a page made of it that needs nothing from elsewhere. */
export function openapiRoutes(app: HttpApp): void {
  app.get(
    '/openapi.json',
    { config: { access: 'public' }, schema: { hide: true } as const },
    async (_request, reply) => reply.serializer(JSON.stringify).type('application/json').send(app.swagger()),
  );
  app.get(
    '/docs',
    { config: { access: 'public', forPeople: true }, schema: { hide: true } },
    async (_request, reply) => reply.headers(PAGE_HEADERS).send(docsPage(app.swagger() as ApiDocument)),
  );
}
