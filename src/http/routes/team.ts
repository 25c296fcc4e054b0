import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { addMember } from '../../services/member/add.ts';
import { getMember } from '../../services/member/get.ts';
import { listMembers } from '../../services/member/list.ts';
import type { SavedMember } from '../../services/member/member-input.ts';
import { reachOf } from '../../services/member/reach.ts';
import { removeMember } from '../../services/member/remove.ts';
import { updateMember } from '../../services/member/update.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { familyPaging, familyWindowOf, Id, PageParams } from '../schemas/common.ts';
import { MemberChange, MemberCreate, MemberOut, memberOut, MemberParams } from '../schemas/members.ts';

const tags = ['Team'];

/** The people of a page: who they are and how they are reached. */
export function teamRoutes(app: HttpApp, services: Services): void {
  const saved = ({ member, newSecret }: SavedMember) =>
    memberOut(member, reachOf(services, member), newSecret);

  app.get(
    '/v1/:page_id/team',
    {
      schema: {
        tags,
        summary: "A page's members, oldest first",
        params: PageParams,
        querystring: z.object(familyPaging),
        response: { 200: z.array(MemberOut) },
      },
    },
    async (request) => {
      const window = familyWindowOf(request.query);
      const pageId = request.params.page_id;
      const members = await listMembers(requestContext(services, request), { pageId, ...window });
      return members.map((member) => memberOut(member, reachOf(services, member)));
    },
  );

  app.post(
    '/v1/:page_id/team',
    {
      schema: {
        tags,
        summary: 'Add a member, or change the one with that e-mail',
        params: PageParams,
        body: MemberCreate,
        response: { 200: MemberOut },
      },
    },
    async (request) => {
      const input = { ...request.body, pageId: request.params.page_id };
      return saved(await addMember(requestContext(services, request), input));
    },
  );

  app.get(
    '/v1/:page_id/team/:member_id',
    { schema: { tags, summary: 'A member', params: MemberParams, response: { 200: MemberOut } } },
    async (request) => {
      const { page_id: pageId, member_id: memberId } = request.params;
      const member = await getMember(requestContext(services, request), { pageId, memberId });
      return memberOut(member, reachOf(services, member));
    },
  );

  app.put(
    '/v1/:page_id/team/:member_id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a member',
        params: MemberParams,
        body: MemberChange,
        response: { 200: MemberOut },
      },
    },
    async (request) => {
      const { page_id: pageId, member_id: memberId } = request.params;
      const input = { pageId, memberId, changes: request.body };
      return saved(await updateMember(requestContext(services, request), input));
    },
  );

  app.delete(
    '/v1/:page_id/team/:member_id',
    {
      schema: {
        tags,
        summary: 'Delete a member',
        description:
          'One who is in a schedule, team, rule or policy only with `replaceWith`, who takes their place.',
        params: MemberParams,
        querystring: z.object({ replaceWith: z.string().min(1).max(255).optional() }),
        response: { 200: z.object({ memberId: Id }) },
      },
    },
    async (request) => {
      const { page_id: pageId, member_id: memberId } = request.params;
      const { replaceWith } = request.query;
      const removed = await removeMember(requestContext(services, request), {
        pageId,
        memberId,
        replaceWith,
      });
      return { memberId: removed.id };
    },
  );
}
