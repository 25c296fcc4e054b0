import type { Command } from '../command.ts';
import { textOf, type Values } from '../values.ts';
import { incidentOf, pageIdOf } from '../find.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { INCIDENT_HEADS, incidentRow, incidentText, type Incident } from './incident-text.ts';

type Status = Incident['status'];
type Impact = Incident['impact'];
const STATUSES = [
  'INVESTIGATING',
  'IDENTIFIED',
  'MONITORING',
  'RESOLVED',
] as const satisfies readonly Status[];
const IMPACTS = [
  'OPERATIONAL',
  'UNDERMAINTENANCE',
  'DEGRADEDPERFORMANCE',
  'PARTIALOUTAGE',
  'MAJOROUTAGE',
] as const satisfies readonly Impact[];
const DEFAULT_LIMIT = 50;
const MOST_AT_ONCE = 100;

const text = { type: 'string' } as const;

export const INCIDENT_COMMANDS: readonly Command[] = [
  {
    name: 'incidents list',
    usage: '[--all] [--status <status>] [--limit <n>]',
    summary: 'The open incidents, newest first; --all: all',
    options: { all: { type: 'boolean' }, status: text, limit: text },
    words: [0, 0],
    run: async (session, _words, values) => {
      const incidents = await listed(session, values);
      session.show.list(incidents, {
        heads: INCIDENT_HEADS,
        row: (incident) => incidentRow(incident, session.now),
        empty: values['all'] === true ? 'There is no incident.' : 'There is no open incident.',
      });
    },
  },
  {
    name: 'incidents show',
    usage: '<incident>',
    summary: 'An incident and what happened to it',
    words: [1, 1],
    run: async (session, [word = '']) => {
      const { client, show } = session;
      const incident = await incidentOf(session, word);
      const params = { path: { id: incident.id } };
      const { events } = await client.get('/incidents/{id}/timeline', { params });
      show.one({ ...incident, timeline: events }, () => incidentText(incident, events, session));
    },
  },
  {
    name: 'incidents open',
    usage: '<name> [--message <text>] [--impact <impact>] [--dedup-key <key>]',
    summary: 'Open an incident: whoever is on call is told at once',
    options: { message: text, impact: text, 'dedup-key': text },
    words: [1, 1],
    run: async (session, [name = ''], values) => {
      const { client, show } = session;
      const message = textOf(values, 'message');
      const impact = oneOf(IMPACTS, 'impact', textOf(values, 'impact'));
      const dedupKey = textOf(values, 'dedup-key');
      const incident = await client.post('/v1/{page_id}/incidents', {
        params: { path: { page_id: await pageIdOf(session) } },
        body: {
          name,
          status: 'INVESTIGATING',
          ...(message === undefined ? {} : { message }),
          ...(impact === undefined ? {} : { impact }),
          ...(dedupKey === undefined ? {} : { dedupKey }),
        },
      });
      show.one(incident, () => `#${incident.number} is open.\n`);
    },
  },
  {
    name: 'incidents update',
    usage: '<incident> [--status <status>] [--message <text>]',
    summary: 'Say how an incident goes, on the public page too',
    options: { status: text, message: text },
    words: [1, 1],
    run: async (session, [word = ''], values) => {
      const { client, show } = session;
      const message = textOf(values, 'message');
      const wanted = oneOf(STATUSES, 'status', textOf(values, 'status'));
      if (message === undefined && wanted === undefined)
        throw new UsageError('say --status, --message or both');
      const { id, number, siteId, status } = await incidentOf(session, word);
      const update = await client.post('/v1/{page_id}/incidents/{incident_id}/incident-updates', {
        params: { path: { page_id: siteId, incident_id: id } },
        body: { status: wanted ?? status, ...(message === undefined ? {} : { message }) },
      });
      show.one(update, () => `#${number} is ${update.status}.\n`);
    },
  },
];

async function listed(session: Session, values: Values): Promise<Incident[]> {
  const { client } = session;
  const limit = limitOf(textOf(values, 'limit'));
  const status = oneOf(STATUSES, 'status', textOf(values, 'status'));
  const open = values['all'] === true || status !== undefined ? {} : { '!status': 'RESOLVED' as const };
  const query = {
    per_page: Math.min(limit, MOST_AT_ONCE),
    ...open,
    ...(status === undefined ? {} : { status }),
  };
  const found: Incident[] = [];
  const params = { path: { page_id: await pageIdOf(session) }, query };
  for await (const some of client.pages('/v1/{page_id}/incidents', { params })) {
    found.push(...some);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError('--limit must be a whole number from 1 to 999999');
}

/** Typed in any case. */
function oneOf<T extends string>(
  values: readonly T[],
  name: string,
  word: string | undefined,
): T | undefined {
  if (word === undefined) return undefined;
  const value = values.find((each) => each === word.toUpperCase());
  if (value !== undefined) return value;
  throw new UsageError(`--${name} must be one of ${values.join(', ').toLowerCase()}`);
}
