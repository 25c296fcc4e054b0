import type { Member, MemberUse } from '../services/ports/members.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { Db } from './client.ts';
import { toDate } from './time.ts';

/** The action type whose target is a member. */
const NAMES_A_MEMBER = 'NOTIFY_WORKSPACE_MEMBER';

/** Every place that names a member: by a reference, or as the target of an action by id or e-mail. */
export async function usesOf(db: Db, member: Member, now: EpochMs): Promise<MemberUse[]> {
  const action = actionsNaming(member);
  const inPage = { pageId: member.pageId };
  const shown = { id: true, name: true } as const;
  const [teams, schedules, planned, overridden, rules, policies] = await Promise.all([
    db.team.findMany({ where: { members: { some: { memberId: member.id } } }, select: shown }),
    db.schedule.findMany({
      where: { shifts: { some: { OR: inShift(member.id, now) } } },
      select: shown,
    }),
    planning(db, member.id),
    db.override.findMany({
      where: { ...inEffect(now), OR: [{ memberId: member.id }, { replacesMemberId: member.id }] },
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
    ...planned.map(({ id, name }) => ({ kind: 'schedule' as const, id, name: `${name}, as it is planned` })),
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
 * Puts `replacement` wherever `member` is named from `now` on, but for the shifts in force. In a team or among the
 * actions of one rule it stands once; in a planned rotation it takes over the member's turns.
 */
export async function replaceEverywhere(
  db: Db,
  member: Member,
  replacement: Member,
  now: EpochMs,
): Promise<void> {
  const [from, to] = [member.id, replacement.id];
  await db.$executeRaw`
    delete from team_member t where t.member_id = ${from}
      and exists (select 1 from team_member o where o.team_id = t.team_id and o.member_id = ${to})`;
  await db.teamMember.updateMany({ where: { memberId: from }, data: { memberId: to } });
  await db.$executeRaw`
    update schedule_version
    set definition = replace(definition::text, to_json(${from}::text)::text, to_json(${to}::text)::text)::jsonb
    where effective_until is null and strpos(definition::text, to_json(${from}::text)::text) > 0`;
  await splitOverrides(db, from, now);
  const coming = { ...inEffect(now), start: { gte: toDate(now) } };
  await db.override.updateMany({ where: { ...coming, memberId: from }, data: { memberId: to } });
  await db.override.updateMany({
    where: { ...coming, replacesMemberId: from },
    data: { replacesMemberId: to },
  });
  // Somebody who stands in for themselves changes nothing.
  await db.override.deleteMany({ where: { ...coming, memberId: to, replacesMemberId: to } });
  await replaceInActions(db, member, replacement);
}

/** Overrides that are over name a deleted member no longer by reference. */
export async function releaseOverrides(db: Db, memberId: string, now: EpochMs): Promise<void> {
  const over = { OR: [{ end: { lte: toDate(now) } }, { cancelledAt: { not: null } }] };
  await db.override.updateMany({
    where: { ...over, memberId },
    data: { memberId: null, formerMemberId: memberId },
  });
  await db.override.updateMany({
    where: { ...over, replacesMemberId: memberId },
    data: { replacesMemberId: null, formerReplacesMemberId: memberId },
  });
}

/** Cuts the member's running overrides in two at `now`, so that what was stays as it was. */
async function splitOverrides(db: Db, memberId: string, now: EpochMs): Promise<void> {
  const at = toDate(now);
  const running = await db.override.findMany({
    where: { ...inEffect(now), start: { lt: at }, OR: [{ memberId }, { replacesMemberId: memberId }] },
  });
  const ids = running.map((override) => override.id);
  await db.override.updateMany({ where: { id: { in: ids } }, data: { cancelledAt: at } });
  // The same precedence as before: the instant of creation decides it.
  await db.override.createMany({
    data: running.map((override) => ({ ...override, id: `${override.id}-${now}`, start: at })),
  });
}

function inEffect(now: EpochMs) {
  return { cancelledAt: null, end: { gt: toDate(now) } };
}

function inShift(memberId: string, now: EpochMs) {
  return [{ members: { some: { memberId } } }, { keeperId: memberId, keptUntil: { gt: toDate(now) } }];
}

/** The schedules that a planned edit puts a member into. */
function planning(db: Db, memberId: string): Promise<{ id: string; name: string }[]> {
  return db.$queryRaw`
    select distinct s.id, s.name from schedule_version v join schedule s on s.id = v.schedule_id
    where v.effective_until is null and strpos(v.definition::text, to_json(${memberId}::text)::text) > 0`;
}

async function replaceInActions(db: Db, member: Member, replacement: Member): Promise<void> {
  const { pageId } = member;
  // First the parents: whoever changes a rule writes its actions anew, as they were when they took its lock.
  await db.$queryRaw`select 1 from routing_rule where page_id = ${pageId} order by id for no key update`;
  await db.$queryRaw`select 1 from escalation_policy where page_id = ${pageId} order by id for no key update`;
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
