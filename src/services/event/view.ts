import type { NewEvent } from '../ports/events.ts';

/** An event as it leaves the product, in streams and webhooks alike. */
export function eventView(event: NewEvent) {
  const { id, type, at, pageId, incidentId, monitorId, scheduleId, actor, text, data } = event;
  const timestamp = new Date(at).toISOString();
  return { id, type, timestamp, pageId, incidentId, monitorId, scheduleId, actor, text, data };
}

/** An event as the body of a webhook: `{type, timestamp, data}`, as the Standard Webhooks specification advises. */
export function eventBody(event: NewEvent): string {
  const { type, timestamp, ...data } = eventView(event);
  return JSON.stringify({ type, timestamp, data });
}
