import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Services } from '../services/context.ts';
import type { ApiKey, Scope } from '../services/ports/api-keys.ts';
import type { ReadAhead } from './read-ahead.ts';

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
    /** A token in the address opens it too: whoever brings one is let in without a key, and the route reads it. */
    orByToken?: boolean;
    /** Only for keys that are not bound to a page: what belongs to the installation. */
    installationWide?: boolean;
    /** Begins to read what the route needs while the key is looked up. */
    readAhead?: ReadAhead<unknown>['begin'];
    /** A door for people: errors are answered as HTML. */
    forPeople?: boolean;
  }
  interface FastifyRequest {
    /** Who asks; null on public routes and where a token takes a key's place. */
    apiKey: ApiKey | null;
    /** The services of the one transaction that all of the request happens in, where it does. */
    within: Services | null;
  }
}
