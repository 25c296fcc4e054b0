import type { Command } from '../command.ts';
import { textOf, type Values } from '../values.ts';
import { incidentIdOf, incidentOf, targetIdOf } from '../find.ts';
import type { Session } from '../session.ts';
import { oneLine } from '../text/printable.ts';
import { instantOf, lengthMsOf, MINUTE_MS } from '../text/time.ts';
import type { Incident } from './incident-text.ts';

const by = { by: { type: 'string' } } as const;
const PLAIN = [
  ['ack', 'acknowledge', 'Take an incident on: nobody else is told'],
  ['unack', 'unacknowledge', 'Give it back: the escalation goes on'],
  ['resolve', 'resolve', 'End an incident'],
  ['reopen', 'reopen', 'Open a resolved incident again'],
  ['escalate', 'escalate', 'Tell the next level now'],
] as const;

/** What responders do with an incident. `--by` says who it was; else it is the API key's name. */
export const RESPONSE_COMMANDS: readonly Command[] = [
  ...PLAIN.map(([name, verb, summary]): Command => ({
    name,
    usage: '<incident> [--by <member>]',
    summary,
    options: by,
    words: [1, 1],
    run: async (session, [word = ''], values) => {
      const id = await incidentIdOf(session, word);
      const body = actor(session, values);
      tell(session, await session.client.post(`/incidents/{id}/${verb}`, { params: { path: { id } }, body }));
    },
  })),
  {
    name: 'snooze',
    usage: '<incident> <time> [--by <member>]',
    summary: 'Stop every clock of an incident for a while, or until then',
    options: by,
    words: [2, 2],
    run: async (session, [word = '', time = ''], values) => {
      // A length counts on the server's clock, whatever this machine's says.
      const length = lengthMsOf(time);
      const end = length === null ? { until: instantOf(time, session.now) } : { minutes: length / MINUTE_MS };
      const id = await incidentIdOf(session, word);
      const body = { ...actor(session, values), ...end };
      tell(session, await session.client.post('/incidents/{id}/snooze', { params: { path: { id } }, body }));
    },
  },
  {
    name: 'reassign',
    usage: '<incident> <member or team> [--by <member>]',
    summary: 'Tell a member or a team of an incident now',
    options: by,
    words: [2, 2],
    run: async (session, [word = '', target = ''], values) => {
      const { id, siteId } = await incidentOf(session, word);
      const body = { ...actor(session, values), targetId: await targetIdOf(session, target, siteId) };
      tell(
        session,
        await session.client.post('/incidents/{id}/reassign', { params: { path: { id } }, body }),
      );
    },
  },
  {
    name: 'note',
    usage: '<incident> <text> [--by <member>]',
    summary: "Write into an incident's timeline",
    options: by,
    words: [2, Infinity],
    run: async (session, [word = '', ...words], values) => {
      const id = await incidentIdOf(session, word);
      const body = { ...actor(session, values), text: words.join(' ') };
      tell(session, await session.client.post('/incidents/{id}/notes', { params: { path: { id } }, body }));
    },
  },
];

function actor({ actor: usual }: Session, values: Values): { by?: string } {
  const member = textOf(values, 'by') ?? usual;
  return member === null ? {} : { by: member };
}

function tell({ show }: Session, answer: { incident: Incident; message: string }): void {
  show.one(answer, () => `${oneLine(answer.message)}\n`);
}
