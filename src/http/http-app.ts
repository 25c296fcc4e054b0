import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ApiKey, Scope } from '../services/ports/api-keys.ts';

/** The app as route files see it: one zod schema gives validation, types, serialisation and documentation. */
export type HttpApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that the route asks for. Default: `read` for GET and HEAD, else `write`. `public`: no key at all. */
    access?: 'public' | Scope;
    /** Only for keys that are not bound to a page: what belongs to the installation. */
    installationWide?: boolean;
    /** A door for people: errors are answered as HTML. */
    forPeople?: boolean;
  }
  interface FastifyRequest {
    /** Who asks; null on public routes only. */
    apiKey: ApiKey | null;
  }
}
