import { SECOND_MS } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { WantedCheck } from '../ports/wake.ts';

/** Whoever asked waits that long for the logs. */
const PATIENCE_MS = 30 * SECOND_MS;
const LOOK_EVERY_MS = 50;
/** Checks asked for at once and location: fewer than its workers, so that scheduled checks never wait for all of these. */
const AT_ONCE = 3;

/**
 * Has checks made now, wherever the processes run that check from their locations, and waits until every log is stored,
 * 30 seconds at most. Answers the checks whose logs are not; those that were not yet asked for then are never made.
 */
export async function awaitChecks(ctx: Context, wanted: readonly WantedCheck[]): Promise<WantedCheck[]> {
  let waiting = [...wanted];
  let asked: WantedCheck[] = [];
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    const next = firstOfEach(waiting, asked);
    for (const check of next) await ctx.wake.checkNow(check);
    waiting = waiting.filter((check) => !next.includes(check));
    asked = await withoutLog(ctx, [...asked, ...next]);
    if (waiting.length + asked.length === 0 || ctx.clock.now() - ctx.now >= PATIENCE_MS) break;
    await ctx.sleep(LOOK_EVERY_MS);
  }
  return [...asked, ...waiting];
}

/** What may be asked for now, with `asked` under way. */
function firstOfEach(waiting: readonly WantedCheck[], asked: readonly WantedCheck[]): WantedCheck[] {
  const underWay = new Map<string, number>();
  const isFree = ({ location }: WantedCheck): boolean => {
    const count = underWay.get(location) ?? 0;
    underWay.set(location, count + 1);
    return count < AT_ONCE;
  };
  for (const check of asked) isFree(check);
  return waiting.filter(isFree);
}

async function withoutLog(ctx: Context, asked: readonly WantedCheck[]): Promise<WantedCheck[]> {
  if (asked.length === 0) return [];
  const stored = new Set(await ctx.read.monitors.storedLogs(asked.map((check) => check.logId)));
  return asked.filter((check) => !stored.has(check.logId));
}
