import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { createTeam } from '../../services/team/create.ts';
import { getTeam } from '../../services/team/get.ts';
import { listTeams } from '../../services/team/list.ts';
import { removeTeam } from '../../services/team/remove.ts';
import { updateTeam } from '../../services/team/update.ts';
import { requirePage, requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { requireSamePage } from '../page-stays.ts';
import { IdParams, Message, PageParams, paging, pagingOf, windowOf } from '../schemas/common.ts';
import { TeamChange, TeamCreate, TeamDone, TeamList, teamOut, TeamWrapped } from '../schemas/teams.ts';

const WHAT = 'Team';
const tags = ['Teams'];

/** Named sets of members, which rules and policies can tell. */
export function teamsRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/:page_id/teams',
    {
      schema: {
        tags,
        summary: "A page's teams, by name",
        params: PageParams,
        querystring: z.object(paging),
        response: { 200: TeamList },
      },
    },
    async (request) => {
      const window = windowOf(request.query);
      const pageId = request.params.page_id;
      const { teams, total } = await listTeams(requestContext(services, request), { pageId, ...window });
      return { teams: teams.map(teamOut), ...pagingOf(window, total) };
    },
  );

  app.post(
    '/teams',
    { schema: { tags, summary: 'Create a team', body: TeamCreate, response: { 200: TeamDone } } },
    async (request) => {
      const { pageId, name, members = [] } = request.body;
      await requirePage(services, request, pageId);
      const team = await createTeam(requestContext(services, request), { pageId, name, members });
      return { team: teamOut(team), message: 'Team created successfully.' };
    },
  );

  app.get(
    '/teams/:id',
    { schema: { tags, summary: 'A team', params: IdParams, response: { 200: TeamWrapped } } },
    async (request) => {
      const found = await getTeam(requestContext(services, request), { teamId: request.params.id });
      requireVisible(request, WHAT, found.team.pageId);
      return { team: teamOut(found) };
    },
  );

  app.put(
    '/teams/:id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a team',
        params: IdParams,
        body: TeamChange,
        response: { 200: TeamDone },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const teamId = request.params.id;
      const { pageId: sent, name, members } = request.body;
      const { pageId: actual } = (await getTeam(ctx, { teamId })).team;
      requireVisible(request, WHAT, actual);
      await requireSamePage(services, request, { path: 'pageId', sent, actual });
      const team = await updateTeam(ctx, { teamId, name, members });
      return { team: teamOut(team), message: 'Team updated successfully.' };
    },
  );

  app.delete(
    '/teams/:id',
    {
      schema: {
        tags,
        summary: 'Delete a team',
        description:
          'One that a routing rule or an escalation policy names only once they do not: 409 names each.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const teamId = request.params.id;
      requireVisible(request, WHAT, (await getTeam(ctx, { teamId })).team.pageId);
      await removeTeam(ctx, { teamId });
      return { message: 'Team deleted successfully.' };
    },
  );
}
