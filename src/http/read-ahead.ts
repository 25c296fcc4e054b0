import type { FastifyRequest } from 'fastify';

/** The thing that a path names by its `:id`, read of every request that a route lets in. */
export type ReadAhead<Thing> = {
  /** Asks for it; what goes wrong is met by whoever reads it. */
  readonly begin: (request: FastifyRequest) => void;
  /** Null where it is not there; undefined where it was not asked for. */
  readonly begun: (request: FastifyRequest) => Promise<Thing | null> | undefined;
};

/** How ids are written. What looks otherwise has not been checked yet, and would spoil what others ask together with it. */
const ID = /^\w{1,100}$/;

/** Reads while the key of a request is still being looked up: both take a way to the database and back. */
export function readAhead<Thing>(find: (id: string) => Promise<Thing | null>): ReadAhead<Thing> {
  const begun = new WeakMap<FastifyRequest, Promise<Thing | null>>();
  return {
    begin: (request) => {
      const { id } = request.params as { id: string };
      if (!ID.test(id)) return;
      const thing = find(id);
      // Of a request that is not let in nobody reads it.
      thing.catch(() => undefined);
      begun.set(request, thing);
    },
    begun: (request) => begun.get(request),
  };
}
