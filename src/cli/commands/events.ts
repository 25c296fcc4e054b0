import type { TocsinEvent } from '../../client/index.ts';
import type { Command } from '../command.ts';
import { textOf } from '../values.ts';
import { pageIdOf } from '../find.ts';
import { oneLine } from '../text/printable.ts';

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export const EVENT_COMMANDS: readonly Command[] = [
  {
    name: 'events',
    usage: '[--types <type,…>] [--after <lastEventId>]',
    summary: 'Follow what happens, until Ctrl-C',
    options: { types: { type: 'string' }, after: { type: 'string' } },
    words: [0, 0],
    run: async (session, _words, values) => {
      const { client, show } = session;
      const types = textOf(values, 'types');
      const after = textOf(values, 'after');
      let isReopened = false;
      const followed = client.events(await pageIdOf(session), {
        signal: session.untilInterrupted(),
        // The server says which there are, where one is none of them.
        ...(types === undefined ? {} : { types: types.split(',') as TocsinEvent['type'][] }),
        ...(after === undefined ? {} : { lastEventId: after }),
        onOpen: () => {
          show.aside(isReopened ? 'Following again.' : 'Following; Ctrl-C ends it.');
          isReopened = true;
        },
        onBreak: () => show.aside('The connection broke; trying again until Ctrl-C.'),
      });
      for await (const { event, lastEventId } of followed) {
        show.one({ ...event, lastEventId }, () => {
          const at = CLOCK.format(new Date(event.timestamp));
          return `${at}  ${event.type.padEnd(23)}  ${oneLine(event.text)}\n`;
        });
      }
    },
  },
];
