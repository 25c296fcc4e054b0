import type { components } from '../../client/index.ts';
import type { Command } from '../command.ts';
import { pageIdOf } from '../find.ts';

type Member = components['schemas']['Member'];

export const WHO_COMMANDS: readonly Command[] = [
  {
    name: 'who',
    usage: '',
    summary: 'Which API key this is, and what it may do',
    words: [0, 0],
    run: async ({ client, show, url }) => {
      const user = await client.get('/v1/user');
      show.one(user, () =>
        show.fields([
          ['server', url],
          ['key', user.name],
          ['may', user.scope],
          ['page', user.pageId ?? 'all'],
        ]),
      );
    },
  },
  {
    name: 'team list',
    usage: '',
    summary: 'The members of the page and how they are reached',
    words: [0, 0],
    run: async (session) => {
      const { client, show } = session;
      const params = { path: { page_id: await pageIdOf(session) }, query: { per_page: 100 } };
      const found: Member[] = [];
      for await (const some of client.pages('/v1/{page_id}/team', { params })) found.push(...some);
      show.list(found, {
        heads: [
          { title: 'MEMBER', isFlexible: true },
          { title: 'E-MAIL', isFlexible: true },
          { title: 'ZONE' },
          { title: 'REACHED BY', isFlexible: true },
        ],
        row: ({ name, email, timeZone, reach }) => [
          name ?? '-',
          email,
          timeZone,
          [...new Set(reach.steps.map(({ channel }) => channel))].join(', ') || {
            text: 'nothing',
            color: 'red',
          },
        ],
        empty: 'The page has no member yet.',
      });
    },
  },
];
