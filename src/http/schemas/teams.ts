import { z } from 'zod';
import type { TeamWithMembers } from '../../services/team/team-input.ts';
import { Id, InstantOut, isoOf, Message, Name, pagingOut } from './common.ts';
import { MAX_ELEMENTS } from './elements.ts';

/** A member by id or e-mail, or as answers show them. */
const MemberRef = z
  .union([z.string().min(1).max(255), z.object({ id: Id })])
  .transform((member) => (typeof member === 'string' ? member : member.id));
const Members = z.array(MemberRef).max(MAX_ELEMENTS);

export const TeamCreate = z.object({ pageId: Id, name: Name, members: Members.optional() });
export const TeamChange = z.object({
  pageId: Id.optional(),
  name: Name.optional(),
  members: Members.optional(),
});

const TeamOut = z
  .object({
    id: Id,
    pageId: Id,
    siteId: Id,
    name: z.string(),
    members: z.array(z.object({ id: Id, name: z.string().nullable(), email: z.string() })),
    createdAt: InstantOut,
    updatedAt: InstantOut,
  })
  .meta({ id: 'Team' });

export const TeamWrapped = z.object({ team: TeamOut });
export const TeamDone = TeamWrapped.extend(Message.shape);
export const TeamList = z.object({ teams: z.array(TeamOut), ...pagingOut });

export function teamOut({ team, members }: TeamWithMembers): z.input<typeof TeamOut> {
  const { id, pageId, name, createdAt, updatedAt } = team;
  return {
    id,
    pageId,
    siteId: pageId,
    name,
    members: members.map((member) => ({ id: member.id, name: member.name, email: member.email })),
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}
