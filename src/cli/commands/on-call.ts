import type { components } from '../../client/index.ts';
import type { Command } from '../command.ts';
import { textOf } from '../values.ts';
import { pageIdOf } from '../find.ts';
import { both, instantOf, local, localZone } from '../text/time.ts';

type Schedule = components['schemas']['OnCall']['schedules'][number];

export const ON_CALL_COMMANDS: readonly Command[] = [
  {
    name: 'oncall',
    usage: '[--at <time>]',
    summary: 'Who is on call, until when, and who is next',
    options: { at: { type: 'string' } },
    words: [0, 0],
    run: async (session, _words, values) => {
      const { client, show, now } = session;
      const at = textOf(values, 'at');
      const asked = at === undefined ? {} : { at: instantOf(at, now) };
      const page_id = await pageIdOf(session);
      const onCall = await client.get('/{page_id}/on-call', { params: { path: { page_id }, query: asked } });
      show.list(onCall.schedules, {
        heads: [
          { title: 'SCHEDULE', isFlexible: true },
          { title: 'ON CALL', isFlexible: true },
          { title: 'UNTIL' },
          { title: 'NEXT', isFlexible: true },
        ],
        row: (schedule) => [
          schedule.name,
          current(schedule),
          at === undefined ? both(until(schedule), now) : local(until(schedule), now),
          schedule.next.map(nameOf).join(', ') || '-',
        ],
        empty: 'There is no schedule yet.',
      });
      if (onCall.schedules.length > 0) show.aside(`Times are in ${localZone()}.`);
    },
  },
];

function current({ status, current: members }: Schedule) {
  if (status === 'PAUSED') return { text: 'paused', color: 'dim' } as const;
  if (members.length === 0) return { text: 'nobody', color: 'red' } as const;
  return members.map(nameOf).join(', ');
}

/** When the first of them ends; null: never, as far as one can see. */
function until({ current: members }: Schedule): string | null {
  return members.flatMap((member) => member.until ?? []).toSorted()[0] ?? null;
}

function nameOf({ name, email }: { name: string | null; email: string }): string {
  return name ?? email;
}
