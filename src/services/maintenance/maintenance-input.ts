import { IMPACTS, type Impact } from '../../core/incident/types.ts';
import type { MaintainedComponent } from '../../core/maintenance/maintenance.ts';
import { MINUTE_MS, plusMs, type EpochMs } from '../../core/time/instant.ts';
import { invalid, invalidAll } from '../errors.ts';
import type { Store } from '../ports/store.ts';

/** The year 9999: what comes later has no date that people and the database agree about. */
const LAST_INSTANT_MS = 253_402_300_799_999;
const SHOWN: Impact = IMPACTS[1];

export type ComponentsSent = {
  /** The ids of all components; undefined: nothing is said of them. */
  readonly components?: readonly string[] | undefined;
  /** What they show while it is in progress; components that are new are added. */
  readonly statuses?: readonly MaintainedComponent[] | undefined;
};

export type TimesSent = {
  readonly start?: EpochMs | undefined;
  /** Null: open. */
  readonly end?: EpochMs | null | undefined;
  /** Minutes from the start to the end; `end` goes before it. Null: open. */
  readonly duration?: number | null | undefined;
};

/**
 * The components that a maintenance has after what was sent; undefined where nothing was said of them. Errors:
 * `validation_error` naming each that the page does not have.
 */
export async function componentsAfter(
  store: Store,
  { pageId, components: before }: { pageId: string; components: readonly MaintainedComponent[] },
  { components, statuses = [] }: ComponentsSent,
): Promise<MaintainedComponent[] | undefined> {
  if (components === undefined && statuses.length === 0) return undefined;
  const sent = [...(components ?? []), ...statuses.map(({ id }) => id)];
  const found = sent.length === 0 ? [] : await store.components.findStored(sent);
  const own = new Set(found.filter((component) => component.pageId === pageId).map(({ id }) => id));
  const unknown = sent.flatMap((id, index) => (own.has(id) ? [] : [pathOf(index, components?.length ?? 0)]));
  if (unknown.length > 0) {
    throw invalidAll(unknown.map((path) => ({ path, message: 'no component of this page has that id' })));
  }
  const stored = new Map(before.map(({ id, status }) => [id, status]));
  const wanted = new Map(statuses.map(({ id, status }) => [id, status]));
  const ids = new Set([...(components ?? stored.keys()), ...wanted.keys()]);
  // As they are stored.
  return [...ids].toSorted().map((id) => ({ id, status: wanted.get(id) ?? stored.get(id) ?? SHOWN }));
}

/**
 * The planned times after what was sent. Errors: `validation_error` naming the field, where the end is not after the start
 * or after the year 9999.
 */
export function timesAfter(
  before: { readonly start: EpochMs; readonly end: EpochMs | null },
  sent: TimesSent,
): { start: EpochMs; end: EpochMs | null } {
  const start = sent.start ?? before.start;
  const end = endAfter(before.end, start, sent);
  const path = sent.end !== undefined ? 'end' : sent.duration === undefined ? 'start' : 'duration';
  if (end !== null && end > LAST_INSTANT_MS) throw invalid(path, 'must end before the year 10000');
  if (end !== null && end <= start) {
    throw invalid(path, path === 'start' ? 'must be before the end' : 'must be after the start');
  }
  return { start, end };
}

function endAfter(before: EpochMs | null, start: EpochMs, { end, duration }: TimesSent): EpochMs | null {
  if (end !== undefined) return end;
  if (duration === undefined) return before;
  return duration === null ? null : plusMs(start, duration * MINUTE_MS);
}

function pathOf(index: number, components: number): string {
  return index < components ? `components[${index}]` : `statuses[${index - components}].id`;
}
