import type { Incident } from '../../core/incident/types.ts';

/** What came of acting on an incident. Acting twice is no error: the second answer says what already holds. */
export type ActResult = {
  readonly incident: Incident;
  readonly outcome: 'changed' | 'already' | 'too_late';
  /** One sentence for whoever acted. */
  readonly said: string;
};

/** `#12 checkout is down`: how sentences call an incident. */
export function titleOf(incident: { readonly number: number; readonly name: string }): string {
  return `#${incident.number} ${incident.name}`;
}
