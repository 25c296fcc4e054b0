import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';

const PLACE = /^\d{1,18}$/;

/**
 * After which place a stream begins: the one that `lastEventId` names, as it came in `path`, else the last one there is.
 * Errors: `validation_error` for an id that no event was ever given. One whose event was deleted since is as good as any.
 */
export async function resumeFrom(
  ctx: Context,
  input: { lastEventId: string | null; path: string },
): Promise<bigint> {
  const { lastEventId, path } = input;
  const { eventStream } = ctx.read;
  if (lastEventId === null) return eventStream.head();
  const place = PLACE.test(lastEventId) ? BigInt(lastEventId) : null;
  if (place === null || place > (await eventStream.lastGiven())) {
    throw invalid(path, `no event has the id ${JSON.stringify(lastEventId.slice(0, 50))}`);
  }
  return place;
}
