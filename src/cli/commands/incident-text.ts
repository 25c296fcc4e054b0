import type { components } from '../../client/index.ts';
import type { Session } from '../session.ts';
import { colorOfState } from '../text/paint.ts';
import { oneLine, printable } from '../text/printable.ts';
import type { Cell, Column } from '../text/table.ts';
import { both, lengthOf, local, relative } from '../text/time.ts';

export type Incident = components['schemas']['Incident'];
export type TimelineEvent = { readonly at: string; readonly text: string };

export const INCIDENT_HEADS: readonly Column[] = [
  { title: 'NUMBER' },
  { title: 'STATE' },
  { title: 'STARTED' },
  { title: 'BY', isFlexible: true },
  { title: 'INCIDENT', isFlexible: true },
];

export function incidentRow({ number, name, started, response }: Incident, now: number): Cell[] {
  return [
    `#${number}`,
    stateOf(response.state),
    relative(started, now),
    response.acknowledgedBy ?? '-',
    name,
  ];
}

export function stateOf(state: string): Cell {
  return { text: state, color: colorOfState(state) };
}

/** All that there is to know of one, and what happened to it. */
export function incidentText(incident: Incident, events: readonly TimelineEvent[], session: Session): string {
  const { show, now } = session;
  const { response, components: affected, description } = incident;
  const facts = show.fields([
    ['state', stateOf(response.state)],
    ['status', `${incident.status}, ${incident.impact}`],
    ['started', both(incident.started, now)],
    ...(incident.resolved === null ? [] : [['resolved', endOf(incident, now)] as const]),
    ...(response.acknowledgedBy === null ? [] : [['taken by', takenBy(incident, now)] as const]),
    ...(response.snoozedUntil === null
      ? []
      : [['snoozed', `until ${both(response.snoozedUntil, now)}`] as const]),
    ['level', String(response.escalationLevel)],
    ...(affected.length === 0 ? [] : [['affects', affected.map(({ name }) => name).join(', ')] as const]),
    ['source', incident.source],
    ['id', incident.id],
  ]);
  const happened = events.map(({ at, text }) => `${show.paint(local(at, now), 'dim')}  ${oneLine(text)}\n`);
  return [
    show.paint(`#${incident.number} ${printable(incident.name)}\n`, 'bold'),
    facts,
    description === '' ? '' : `\n${printable(description).trimEnd()}\n`,
    happened.length === 0 ? '' : `\n${happened.join('')}`,
  ].join('');
}

function endOf({ resolved, duration }: Incident, now: number): string {
  return `${local(resolved, now)}${duration === null ? '' : `, after ${lengthOf(duration * 1_000)}`}`;
}

function takenBy({ response }: Incident, now: number): string {
  return `${response.acknowledgedBy ?? 'somebody'}, ${both(response.acknowledgedAt, now)}`;
}
