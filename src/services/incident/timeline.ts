import type { Context } from '../context.ts';
import type { RecordedEvent } from '../ports/events.ts';
import { get } from './get.ts';

/** What an answer holds; older entries are still stored. */
const MAX_EVENTS = 1_000;

/** What happened to an incident, in order: the last thousand entries. */
export async function timeline(ctx: Context, input: { incidentId: string }): Promise<RecordedEvent[]> {
  await get(ctx, input);
  return ctx.read.events.latestOfIncident(input.incidentId, MAX_EVENTS);
}
