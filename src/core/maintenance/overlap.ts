import { IMPACTS, type Impact } from '../incident/types.ts';

/*
 * A component shows what the maintenances in progress with it say, the worst of it where they differ; what is true beneath
 * (`before`) is kept beside and comes back when the last one is over. A change of what is true beneath while one is in
 * progress (a monitor that it follows, a person) is noted there by all of them alike, so that the order in which they start
 * and end plays no part.
 *
 * What is beneath a group with one in progress shows what the group's says, without anything being stored of it: how it is
 * beneath goes on being its status, and a component that comes or leaves meanwhile is covered from then or until then.
 */

/** What one maintenance in progress does with a component. */
export type Cover = {
  /** What it shows. */
  readonly status: Impact;
  /** What is true beneath. */
  readonly before: Impact;
};

export type Settling = {
  /** What the component shows now. */
  readonly shown: Impact;
  /** What the maintenance has done with it so far; null: nothing. */
  readonly own: Cover | null;
  /** What the other ones in progress do with it. */
  readonly others: readonly Cover[];
  /** What the maintenance shows from now on; null: it leaves it. */
  readonly next: Impact | null;
};

/**
 * What a component shows after one maintenance came, changed or left, and what lies beneath for that one (null: it left).
 * Where nothing changed, what a person made it show meanwhile stays.
 */
export function settle({ shown, own, others, next }: Settling): {
  readonly shown: Impact;
  readonly before: Impact | null;
} {
  const before = own?.before ?? others[0]?.before ?? shown;
  const kept = next === null ? null : before;
  if ((own?.status ?? null) === next) return { shown, before: kept };
  const wanted = [...others.map(({ status }) => status), ...(next === null ? [] : [next])];
  return { shown: wanted.length === 0 ? before : worst(wanted), before: kept };
}

/** The worst of some statuses; of none, OPERATIONAL. */
export function worst(statuses: readonly Impact[]): Impact {
  return statuses.reduce((a, b) => (IMPACTS.indexOf(b) > IMPACTS.indexOf(a) ? b : a), IMPACTS[0]);
}
