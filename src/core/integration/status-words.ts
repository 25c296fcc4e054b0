import type { EventState } from './types.ts';

/** What tools call the states of an alert, in small letters and digits alone. */
const WORDS: Readonly<Record<EventState, readonly string[]>> = {
  FIRING: (
    'firing fired fire triggered trigger retriggered open opened reopen reopened active activated alert alerting alarm ' +
    'alarming down critical crit error failed failing failure fail problem warning warn unhealthy unavailable offline ' +
    'outage degraded breached bad nok notok nodata timeout unreachable unresolved created create raised new started red'
  ).split(' '),
  RESOLVED: (
    'resolved resolve autoresolved ok okay up closed close autoclosed recovered recovery recover cleared clear normal ' +
    'healthy success succeeded successful pass passed passing available online operational fixed ended green'
  ).split(' '),
  NEITHER: (
    'acknowledged acknowledge ack unacknowledged unacknowledge pending maintenance paused silenced suppressed muted ' +
    'snoozed assigned comment commented annotated note insufficientdata ping noop'
  ).split(' '),
};

const STATE_OF: ReadonlyMap<string, EventState> = new Map(
  (Object.keys(WORDS) as EventState[]).flatMap((state) => WORDS[state].map((word) => [word, state] as const)),
);

/**
 * The state that a word stands for, whatever its case and punctuation (`NOT_OK`), also behind the name of what it is
 * about (`incident.resolved`); null for one that is not known.
 */
export function stateOf(word: string): EventState | null {
  const name = word.slice(word.search(/[^.:/]*$/));
  return STATE_OF.get(lettersOf(word)) ?? STATE_OF.get(lettersOf(name)) ?? null;
}

function lettersOf(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
