import { invalidAll } from '../errors.ts';
import type { Member } from '../ports/members.ts';
import type { Store } from '../ports/store.ts';
import type { Team } from '../ports/teams.ts';

/** A team with its members, in order. */
export type TeamWithMembers = { readonly team: Team; readonly members: readonly Member[] };

/** The members that ids or e-mails name, once each. Errors: `validation_error` naming every one that names nobody. */
export async function findTeamMembers(
  store: Store,
  pageId: string,
  idsOrEmails: readonly string[],
): Promise<Member[]> {
  const found = await store.members.findManyByIdOrEmail(pageId, idsOrEmails);
  const byName = new Map(
    found.flatMap((member) => [[member.id, member] as const, [member.email, member] as const]),
  );
  const named = idsOrEmails.map((name) => byName.get(name) ?? byName.get(name.toLowerCase()));
  const unknown = named.flatMap((member, index) => (member === undefined ? [index] : []));
  if (unknown.length > 0) {
    throw invalidAll(
      unknown.map((index) => ({
        path: `members[${index}]`,
        message: 'no member of this page has that id or e-mail',
      })),
    );
  }
  return [...new Set(named.filter((member) => member !== undefined))];
}

/** Each team with its members, with one query for all of them. */
export async function withMembers(store: Store, teams: readonly Team[]): Promise<TeamWithMembers[]> {
  const members = await store.members.findMany([...new Set(teams.flatMap((team) => team.memberIds))]);
  const byId = new Map(members.map((member) => [member.id, member]));
  return teams.map((team) => ({ team, members: team.memberIds.flatMap((id) => byId.get(id) ?? []) }));
}
