import type { TargetRepository, Use } from '../services/ports/targets.ts';
import type { Db } from './client.ts';

export function targetRepository(db: Db): TargetRepository {
  const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
  return {
    // A key share is the least that makes a delete wait; edits of other fields do not wait for it.
    holdTeams: async (pageId, ids) =>
      idsOf(
        await db.$queryRaw`
          select id from team where page_id = ${pageId} and id = any(${[...ids]}::text[]) for key share`,
      ),
    holdSchedules: async (pageId, ids) =>
      idsOf(
        await db.$queryRaw`
          select id from schedule where page_id = ${pageId} and id = any(${[...ids]}::text[]) for key share`,
      ),
    holdPolicies: async (pageId, ids) =>
      idsOf(
        await db.$queryRaw`
          select id from escalation_policy
          where page_id = ${pageId} and id = any(${[...ids]}::text[]) for key share`,
      ),
    holdMembers: (pageId, idsOrEmails) => {
      const emails = idsOrEmails.map((email) => email.toLowerCase());
      return db.$queryRaw`
        select id, email from member
        where page_id = ${pageId} and (id = any(${[...idsOrEmails]}::text[]) or email = any(${emails}::text[]))
        for key share`;
    },

    async lockMember(id) {
      await db.$queryRaw`select 1 from member where id = ${id} for update`;
    },

    async usesOf({ pageId, id }, limit) {
      // Ids are never those of two kinds of things, so that the type of an action need not be asked for.
      const rows = await db.$queryRaw<(Use & { total: number })[]>`
        select kind, id, name, (count(*) over ())::int as total
        from (
          select 1 as rank, r."order" as place, 'routing rule' as kind, r.id, 'number ' || r."order" as name
          from routing_rule r
          where r.page_id = ${pageId} and (
            r.escalation_policy_id = ${id}
            or exists (select from routing_action a where a.rule_id = r.id and a.target_id = ${id}))
          union all
          select 2, 0, 'escalation policy', p.id, p.name
          from escalation_policy p
          where p.page_id = ${pageId} and exists (
            select from escalation_rule r join escalation_action a on a.rule_id = r.id
            where r.policy_id = p.id and a.target_id = ${id})
        ) places
        order by rank, place, name, id
        limit ${limit}`;
      return {
        uses: rows.map(({ kind, id: at, name }) => ({ kind, id: at, name })),
        total: rows[0]?.total ?? 0,
      };
    },
  };
}
