import type { components } from '../../client/index.ts';
import type { Command } from '../command.ts';
import { textOf } from '../values.ts';
import { scheduleOf, schedulesOf, targetIdOf } from '../find.ts';
import type { Session } from '../session.ts';
import { oneLine } from '../text/printable.ts';
import { instantOf, local, localZone } from '../text/time.ts';
import { UsageError } from '../usage-error.ts';

type Schedule = components['schemas']['OnCallSchedule'];
type Timeline = components['schemas']['OnCallTimeline'];

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 14;
const MOST_DAYS = 366;

export const SCHEDULE_COMMANDS: readonly Command[] = [
  {
    name: 'schedules list',
    usage: '',
    summary: 'The on-call schedules',
    words: [0, 0],
    run: async (session) => {
      session.show.list(await schedulesOf(session), {
        heads: [
          { title: 'SCHEDULE', isFlexible: true },
          { title: 'STATUS' },
          { title: 'ZONE' },
          { title: 'MEMBERS', isFlexible: true },
        ],
        row: (schedule) => [
          schedule.name,
          schedule.status,
          schedule.timeZone,
          [...namesIn(schedule).values()].join(', '),
        ],
        empty: 'There is no schedule yet.',
      });
    },
  },
  {
    name: 'schedules show',
    usage: '<schedule> [--days <n>]',
    summary: 'Who is on call over the next days (14)',
    options: { days: { type: 'string' } },
    words: [1, 1],
    run: async (session, [word = ''], values) => {
      const { client, show, now } = session;
      const days = daysOf(textOf(values, 'days'));
      const schedule = await scheduleOf(session, word);
      const params = {
        path: { id: schedule.id },
        query: { from: new Date(now).toISOString(), to: new Date(now + days * DAY_MS).toISOString() },
      };
      const timeline = await client.get('/on-call-schedules/{id}/timeline', { params });
      const names = show.isJson ? new Map<string, string>() : await namesOf(session, schedule, timeline);
      show.one({ ...schedule, timeline }, () => scheduleText(session, schedule, timeline, names));
      show.aside(`Times are in ${localZone()}.`);
    },
  },
  {
    name: 'schedules override',
    usage: '<schedule> <member> <from> <to> [--replaces <member>]',
    summary: 'Somebody stands in; <to> may be a length, such as 8h',
    options: { replaces: { type: 'string' } },
    words: [4, 4],
    run: async (session, [word = '', member = '', from = '', to = ''], values) => {
      const { client, show, now } = session;
      const start = instantOf(from, now);
      const end = instantOf(to, Date.parse(start));
      const replaced = textOf(values, 'replaces');
      const schedule = await scheduleOf(session, word);
      const override = await client.post('/on-call-schedules/{id}/overrides', {
        params: { path: { id: schedule.id } },
        body: {
          memberId: await targetIdOf(session, member),
          start,
          end,
          ...(replaced === undefined ? {} : { replacesMemberId: await targetIdOf(session, replaced) }),
        },
      });
      const [first, last] = [local(override.start, now), local(override.end, now)];
      show.one(
        override,
        () => `${oneLine(member)} stands in for ${oneLine(schedule.name)} from ${first} to ${last}.\n`,
      );
    },
  },
];

function daysOf(text: string | undefined): number {
  const days = text === undefined ? DEFAULT_DAYS : Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS) return days;
  throw new UsageError(`--days must be a whole number from 1 to ${MOST_DAYS}`);
}

function namesIn({ onCallShifts }: Schedule): Map<string, string> {
  const members = onCallShifts.flatMap((shift) =>
    shift.members.map(({ workspaceMember }) => workspaceMember),
  );
  return new Map(members.map(({ id, user }) => [id, user.name ?? user.email]));
}

/** Of the members in the shifts, and of those who stand in. */
async function namesOf(
  session: Session,
  schedule: Schedule,
  { stretches }: Timeline,
): Promise<Map<string, string>> {
  const names = namesIn(schedule);
  const others = [...new Set(stretches.map(({ memberId }) => memberId))].filter((id) => !names.has(id));
  if (others.length === 0) return names;
  const params = { path: { page_id: schedule.pageId }, query: { per_page: 100 } };
  for await (const team of session.client.pages('/v1/{page_id}/team', { params })) {
    for (const { id, name, email } of team) names.set(id, name ?? email);
  }
  return names;
}

function scheduleText(
  { show, now }: Session,
  schedule: Schedule,
  { stretches, gaps }: Timeline,
  names: ReadonlyMap<string, string>,
): string {
  const rows = [
    ...stretches.map(({ start, end, memberId, overrideId }) => ({
      start,
      end,
      who: {
        text: `${names.get(memberId) ?? memberId}${overrideId === null ? '' : ' (stands in)'}`,
        color: null,
      },
    })),
    ...gaps.map(({ start, end }) => ({ start, end, who: { text: 'nobody', color: 'red' as const } })),
  ].toSorted((a, b) => a.start.localeCompare(b.start));
  const heads = [{ title: 'FROM' }, { title: 'TO' }, { title: 'ON CALL', isFlexible: true }];
  const title = show.paint(`${oneLine(schedule.name)} (${schedule.status}, ${schedule.timeZone})\n`, 'bold');
  return `${title}${show.table(
    heads,
    rows.map(({ start, end, who }) => [local(start, now), local(end, now), who]),
  )}`;
}
