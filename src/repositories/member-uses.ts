import type { Member, MemberUse } from '../services/ports/members.ts';
import type { Db } from './client.ts';

/** The action type whose target is a member. */
const NAMES_A_MEMBER = 'NOTIFY_WORKSPACE_MEMBER';

/** Every place that names a member: by a reference, or as the target of an action by id or e-mail. */
export async function usesOf(db: Db, member: Member): Promise<MemberUse[]> {
  const action = actionsNaming(member);
  const inPage = { pageId: member.pageId };
  const shown = { id: true, name: true } as const;
  const [teams, schedules, overridden, rules, policies] = await Promise.all([
    db.team.findMany({ where: { members: { some: { memberId: member.id } } }, select: shown }),
    db.schedule.findMany({
      where: { shifts: { some: { members: { some: { memberId: member.id } } } } },
      select: shown,
    }),
    db.override.findMany({
      where: { OR: [{ memberId: member.id }, { replacesMemberId: member.id }] },
      select: { id: true, schedule: { select: { name: true } } },
    }),
    db.routingRule.findMany({
      where: { ...inPage, actions: { some: action } },
      select: { id: true, order: true, actions: { where: action } },
    }),
    db.escalationPolicy.findMany({
      where: { ...inPage, rules: { some: { actions: { some: action } } } },
      select: { ...shown, rules: { select: { actions: { where: action } } } },
    }),
  ]);
  return [
    ...teams.map((team) => ({ kind: 'team' as const, ...team })),
    ...schedules.map((schedule) => ({ kind: 'schedule' as const, ...schedule })),
    ...overridden.map(({ id, schedule }) => ({ kind: 'override' as const, id, name: `of ${schedule.name}` })),
    ...rules
      .filter(({ actions }) => actions.some((taken) => names(taken, member)))
      .map(({ id, order }) => ({ kind: 'routing rule' as const, id, name: `number ${order}` })),
    ...policies
      .filter((policy) => policy.rules.some(({ actions }) => actions.some((taken) => names(taken, member))))
      .map(({ id, name }) => ({ kind: 'escalation policy' as const, id, name })),
  ];
}

/**
 * Puts `replacement` wherever `member` is named. In a team or among the actions of one rule it stands once; in a
 * rotation it takes over the member's turns, so that nobody else's turns move.
 */
export async function replaceEverywhere(db: Db, member: Member, replacement: Member): Promise<void> {
  const [from, to] = [member.id, replacement.id];
  await db.$executeRaw`
    delete from team_member t where t.member_id = ${from}
      and exists (select 1 from team_member o where o.team_id = t.team_id and o.member_id = ${to})`;
  await db.teamMember.updateMany({ where: { memberId: from }, data: { memberId: to } });
  await db.shiftMember.updateMany({ where: { memberId: from }, data: { memberId: to } });
  await db.override.updateMany({ where: { memberId: from }, data: { memberId: to } });
  await db.override.updateMany({ where: { replacesMemberId: from }, data: { replacesMemberId: to } });
  // Somebody who stands in for themselves changes nothing.
  await db.override.deleteMany({ where: { memberId: to, replacesMemberId: to } });
  await replaceInActions(db, member, replacement);
}

async function replaceInActions(db: Db, member: Member, replacement: Member): Promise<void> {
  const { pageId } = member;
  const [routing, escalation] = await Promise.all([
    db.routingAction.findMany({ where: { type: NAMES_A_MEMBER, rule: { pageId } } }),
    db.escalationAction.findMany({ where: { type: NAMES_A_MEMBER, rule: { policy: { pageId } } } }),
  ]);
  for (const { id, targetId, isDouble } of movedActions(routing, member, replacement)) {
    if (isDouble) await db.routingAction.delete({ where: { id } });
    else await db.routingAction.update({ where: { id }, data: { targetId } });
  }
  for (const { id, targetId, isDouble } of movedActions(escalation, member, replacement)) {
    if (isDouble) await db.escalationAction.delete({ where: { id } });
    else await db.escalationAction.update({ where: { id }, data: { targetId } });
  }
}

type Action = { readonly id: string; readonly ruleId: string; readonly targetId: string | null };

/** The actions that name `member`, each with its new target in the form that the old one had. */
function movedActions(actions: readonly Action[], member: Member, replacement: Member) {
  const rulesWithReplacement = new Set(
    actions.filter((action) => names(action, replacement)).map((action) => action.ruleId),
  );
  return actions
    .filter((action) => names(action, member))
    .map(({ id, ruleId, targetId }) => {
      const isDouble = rulesWithReplacement.has(ruleId);
      rulesWithReplacement.add(ruleId);
      return { id, isDouble, targetId: targetId === member.id ? replacement.id : replacement.email };
    });
}

function names(action: Action, member: Member): boolean {
  return action.targetId === member.id || action.targetId?.toLowerCase() === member.email;
}

/** A first, wider choice: the comparison without case takes `_` and `%` of an e-mail for wildcards. */
function actionsNaming(member: Member) {
  return {
    type: NAMES_A_MEMBER,
    OR: [{ targetId: member.id }, { targetId: { equals: member.email, mode: 'insensitive' as const } }],
  };
}
