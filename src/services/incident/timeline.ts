import type { Context } from '../context.ts';
import type { RecordedEvent } from '../ports/events.ts';
import { get } from './get.ts';

/** No incident has more worth reading; what is beyond is still stored. */
const MAX_EVENTS = 1_000;

/** What happened to an incident, in order. */
export async function timeline(ctx: Context, input: { incidentId: string }): Promise<RecordedEvent[]> {
  await get(ctx, input);
  return ctx.read.events.ofIncident(input.incidentId, { afterSeq: 0n, limit: MAX_EVENTS });
}
