import type { components, TocsinClient } from '../../client/index.ts';
import type { Command } from '../command.ts';
import { textOf } from '../values.ts';
import { monitorOf, pageIdOf } from '../find.ts';
import type { Session } from '../session.ts';
import { oneLine } from '../text/printable.ts';
import type { Cell } from '../text/table.ts';
import { both, lengthOf, relative } from '../text/time.ts';
import { UsageError } from '../usage-error.ts';
import { stateOf } from './incident-text.ts';

type Monitor = components['schemas']['Monitor'];
type Log = components['schemas']['MonitorLog'];

/** The server answers a check within 30 s, or says that it took too long; there is no time left then to check again. */
const RUN_TIMEOUT_MS = 34_000;
const LAST_LOGS = 5;
const LOCATIONS = ['US_EAST_1', 'EU_CENTRAL_1', 'AP_NORTHEAST_1', 'AP_SOUTHEAST_2'] as const;

export const MONITOR_COMMANDS: readonly Command[] = [
  {
    name: 'monitors list',
    usage: '',
    summary: 'The monitors and how they are',
    words: [0, 0],
    run: async (session) => {
      const { client, show, now } = session;
      const params = { path: { page_id: await pageIdOf(session) } };
      const found: Monitor[] = [];
      for await (const { monitors } of client.pages('/{page_id}/monitors', { params }))
        found.push(...monitors);
      show.list(found, {
        heads: [
          { title: 'STATUS' },
          { title: 'CHECKED' },
          { title: 'MONITOR', isFlexible: true },
          { title: 'TARGET', isFlexible: true },
        ],
        row: (monitor) => [
          statusOf(monitor),
          relative(monitor.lastCheckedAt, now),
          monitor.name,
          monitor.url ?? monitor.type,
        ],
        empty: 'There is no monitor yet.',
      });
    },
  },
  {
    name: 'monitors show',
    usage: '<monitor>',
    summary: 'A monitor and its last checks',
    words: [1, 1],
    run: async (session, [word = '']) => {
      const { client, show } = session;
      const monitor = await monitorOf(session, word);
      const params = { path: { id: monitor.id }, query: { limit: LAST_LOGS, sort: '-createdAt' } };
      const { monitorLogs } = await client.get('/monitors/{id}/logs', { params });
      show.one({ ...monitor, lastChecks: monitorLogs }, () => monitorText(session, monitor, monitorLogs));
    },
  },
  {
    name: 'monitors run',
    usage: '<monitor> [--location <location>]',
    summary: 'Check a monitor now and say what came of it',
    options: { location: { type: 'string' } },
    words: [1, 1],
    run: async (session, [word = ''], values) => {
      const { client, show } = session;
      const asked = textOf(values, 'location')?.toUpperCase();
      const location = LOCATIONS.find((each) => each === asked);
      if (asked !== location) throw new UsageError(`--location must be one of ${LOCATIONS.join(', ')}`);
      const { id, name } = await monitorOf(session, word);
      const patient: TocsinClient = session.patientClient(RUN_TIMEOUT_MS);
      const query = location === undefined ? {} : { location };
      const run = await patient.get('/monitors/{id}/run', { params: { path: { id }, query } });
      const params = { path: { id }, query: { id: run.monitorLogId, limit: 1 } };
      const [log] = (await client.get('/monitors/{id}/logs', { params })).monitorLogs;
      show.one(log ?? run, () => `${oneLine(name)}: ${log === undefined ? run.message : resultOf(log)}\n`);
    },
  },
  ...(
    [
      ['pause', true],
      ['resume', false],
    ] as const
  ).map(([verb, paused]): Command => ({
    name: `monitors ${verb}`,
    usage: '<monitor>',
    summary: paused ? 'Stop checking a monitor' : 'Check it again',
    words: [1, 1],
    run: async (session, [word = '']) => {
      const { id } = await monitorOf(session, word);
      const params = { path: { id } };
      const { monitor } = await session.client.put('/monitors/{id}', { params, body: { paused } });
      session.show.one(
        monitor,
        () => `${oneLine(monitor.name)} is ${paused ? 'paused' : 'checked again'}.\n`,
      );
    },
  })),
];

function statusOf({ paused, status }: Monitor): Cell {
  return stateOf(paused ? 'PAUSED' : status);
}

function monitorText({ show, now }: Session, monitor: Monitor, logs: readonly Log[]): string {
  const { locations, checksInterval } = monitor;
  const facts = show.fields([
    ['status', statusOf(monitor)],
    ['target', `${monitor.type} ${monitor.url ?? ''}`.trim()],
    ['checked', both(monitor.lastCheckedAt, now)],
    ['every', lengthOf(checksInterval * 1_000)],
    ['from', typeof locations === 'string' ? locations : locations.join(', ')],
    ['id', monitor.id],
  ]);
  const rows = logs.map((log) => [relative(log.createdAt, now), log.location, resultOf(log)]);
  const heads = [{ title: 'WHEN' }, { title: 'FROM' }, { title: 'RESULT', isFlexible: true }];
  const title = show.paint(`${oneLine(monitor.name)}\n`, 'bold');
  return `${title}${facts}${rows.length === 0 ? '' : `\n${show.table(heads, rows)}`}`;
}

function resultOf({ status, httpStatusCode, responseTime, error }: Log): string {
  const said = [
    httpStatusCode === null ? null : `HTTP ${httpStatusCode}`,
    responseTime === null ? null : `${Math.round(responseTime)} ms`,
    error,
  ].filter((part) => part !== null);
  return said.length === 0 ? status : `${status}, ${oneLine(said.join(', '))}`;
}
