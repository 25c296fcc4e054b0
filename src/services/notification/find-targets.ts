import type { NotifyAction } from '../../core/escalation/snapshot.ts';
import type { ActionType } from '../../core/routing/action.ts';
import { membersAt } from '../../core/schedule/members.ts';
import { versionAt } from '../../core/schedule/versions.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Member } from '../ports/members.ts';
import type { LoadedSchedule } from '../ports/schedules.ts';
import type { Store } from '../ports/store.ts';

/** A member who is to be told, and why in one sentence ("You are on call for Primary."). */
export type Target = { readonly member: Member; readonly why: string };

/** Whom actions mean on a page at `at`, in the actions' order, nobody twice. What does not exist any more means nobody. */
export async function findTargets(
  store: Store,
  pageId: string,
  actions: readonly NotifyAction[],
  at: EpochMs,
): Promise<Target[]> {
  // One after the other: within a transaction there is one connection.
  const members = await namedMembers(store, pageId, actions);
  const teams = await namedTeams(store, pageId, actions);
  const schedules = await meantSchedules(store, pageId, actions, at);
  const wanted = actions.flatMap((action): { memberId: string; why: string }[] => {
    switch (action.type) {
      case 'NOTIFY_WORKSPACE_MEMBER': {
        const member = members.find((m) => m.id === action.targetId || m.email === lower(action.targetId));
        return member === undefined ? [] : [{ memberId: member.id, why: 'You are named by the rule.' }];
      }
      case 'NOTIFY_TEAM': {
        const team = teams.get(action.targetId ?? '');
        return (team?.memberIds ?? []).map((memberId) => ({
          memberId,
          why: `You are in the team ${team?.name ?? ''}.`,
        }));
      }
      case 'NOTIFY_CURRENT_ON_CALL_USER':
      case 'NOTIFY_NEXT_ON_CALL_USER':
      case 'NOTIFY_ALL_ON_CALL_MEMBERS':
        return onCallTargets(action.type, meantBy(action, schedules, at), at);
    }
  });
  return withMembers(store, wanted, members);
}

/** Everyone on call now on the page's active schedules. */
export async function everyoneOnCall(store: Store, pageId: string, at: EpochMs): Promise<Target[]> {
  return findTargets(store, pageId, [{ type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId: null }], at);
}

/** All admins of the page: the last resort. */
export async function allAdmins(store: Store, pageId: string): Promise<Target[]> {
  const admins = await store.members.admins(pageId);
  return admins.map((member) => ({ member, why: 'Nobody else could be reached, and you are an admin.' }));
}

function meantBy(action: NotifyAction, schedules: readonly LoadedSchedule[], at: EpochMs): LoadedSchedule[] {
  return schedules.filter((s) => (isAll(action) ? isActive(s, at) : s.id === action.targetId));
}

function onCallTargets(
  type: Exclude<ActionType, 'NOTIFY_TEAM' | 'NOTIFY_WORKSPACE_MEMBER'>,
  schedules: readonly LoadedSchedule[],
  at: EpochMs,
): { memberId: string; why: string }[] {
  return schedules.flatMap((schedule) => {
    const { current, next, all } = membersAt(schedule, at);
    switch (type) {
      case 'NOTIFY_CURRENT_ON_CALL_USER':
        return current.map((memberId) => ({ memberId, why: `You are on call for ${schedule.name}.` }));
      case 'NOTIFY_NEXT_ON_CALL_USER':
        return next.map((memberId) => ({ memberId, why: `You are next on call for ${schedule.name}.` }));
      case 'NOTIFY_ALL_ON_CALL_MEMBERS':
        // A paused schedule has nobody on call, but its members are still its members.
        return all.map((memberId) => ({ memberId, why: `You are a member of ${schedule.name}.` }));
    }
  });
}

async function withMembers(
  store: Store,
  wanted: readonly { memberId: string; why: string }[],
  known: readonly Member[],
): Promise<Target[]> {
  const missing = wanted.map((w) => w.memberId).filter((id) => !known.some((m) => m.id === id));
  const loaded = missing.length === 0 ? [] : await store.members.findMany([...new Set(missing)]);
  const byId = new Map([...known, ...loaded].map((member) => [member.id, member]));
  const targets = new Map<string, Target>();
  for (const { memberId, why } of wanted) {
    const member = byId.get(memberId);
    if (member !== undefined && !targets.has(memberId)) targets.set(memberId, { member, why });
  }
  return [...targets.values()];
}

async function namedMembers(
  store: Store,
  pageId: string,
  actions: readonly NotifyAction[],
): Promise<Member[]> {
  const named = idsOf(actions, (a) => a.type === 'NOTIFY_WORKSPACE_MEMBER');
  return named.length === 0 ? [] : store.members.findManyByIdOrEmail(pageId, named);
}

async function namedTeams(store: Store, pageId: string, actions: readonly NotifyAction[]) {
  const named = idsOf(actions, (a) => a.type === 'NOTIFY_TEAM');
  if (named.length === 0) return new Map<string, { name: string; memberIds: string[] }>();
  const teams = await store.teams.findMany(named);
  const members = await store.teams.membersOf(named);
  return new Map(
    teams
      .filter((team) => team.pageId === pageId)
      .map((team) => [team.id, { name: team.name, memberIds: members.get(team.id) ?? [] }]),
  );
}

async function meantSchedules(
  store: Store,
  pageId: string,
  actions: readonly NotifyAction[],
  at: EpochMs,
): Promise<LoadedSchedule[]> {
  const onCall = actions.filter((a) => a.type !== 'NOTIFY_WORKSPACE_MEMBER' && a.type !== 'NOTIFY_TEAM');
  if (onCall.length === 0) return [];
  if (onCall.some(isAll)) {
    const schedules = await store.schedules.loadSchedules({ pageId }, at);
    const named = new Set(idsOf(onCall, () => true));
    return schedules.filter((s) => isActive(s, at) || named.has(s.id));
  }
  const schedules = await store.schedules.loadSchedules({ ids: idsOf(onCall, () => true) }, at);
  return schedules.filter((schedule) => schedule.pageId === pageId);
}

/** As planned edits have it, put in force already or not. */
function isActive(schedule: LoadedSchedule, at: EpochMs): boolean {
  return versionAt(schedule, at).status === 'ACTIVE';
}

function isAll(action: NotifyAction): boolean {
  return action.targetId === null || action.targetId === '';
}

function idsOf(actions: readonly NotifyAction[], want: (action: NotifyAction) => boolean): string[] {
  const ids = actions.filter((a) => want(a) && !isAll(a)).map((a) => a.targetId ?? '');
  return [...new Set(ids)];
}

function lower(text: string | null): string {
  return (text ?? '').trim().toLowerCase();
}
