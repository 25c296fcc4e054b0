import type { ActionType } from '../../core/routing/action.ts';
import { invalidAll, type ErrorDetail } from '../errors.ts';
import type { Store } from '../ports/store.ts';

/** One action as it was sent, and where its target stands in the body. */
export type SentTarget = {
  readonly type: ActionType;
  readonly targetId: string | null;
  readonly path: string;
};

/**
 * Refuses actions whose target is not on the page: a team by id, a member by id or e-mail, a schedule by id or none
 * for all of them. `validation_error` names every wrong one. The others cannot be deleted until the transaction ends. A
 * constant number of statements.
 */
export async function requireTargets(
  store: Store,
  pageId: string,
  actions: readonly SentTarget[],
): Promise<void> {
  const named = (kind: TargetKind): string[] =>
    actions.flatMap(({ type, targetId }) => (KIND_OF[type] === kind && targetId !== null ? [targetId] : []));
  const known = {
    team: await knownTeams(store, pageId, named('team')),
    member: await knownMembers(store, pageId, named('member')),
    schedule: await knownSchedules(store, pageId, named('schedule')),
  };
  const wrong = actions.flatMap(({ type, targetId, path }): ErrorDetail[] => {
    const kind = KIND_OF[type];
    if (targetId === null) {
      return kind === 'schedule' ? [] : [{ path, message: `${type} needs ${NEEDED[kind]}` }];
    }
    return known[kind](targetId) ? [] : [{ path, message: `no such ${kind} on this page: ${targetId}` }];
  });
  if (wrong.length > 0) throw invalidAll(wrong);
}

type TargetKind = 'team' | 'member' | 'schedule';
type IsKnown = (targetId: string) => boolean;

const KIND_OF: Record<ActionType, TargetKind> = {
  NOTIFY_TEAM: 'team',
  NOTIFY_WORKSPACE_MEMBER: 'member',
  NOTIFY_CURRENT_ON_CALL_USER: 'schedule',
  NOTIFY_NEXT_ON_CALL_USER: 'schedule',
  NOTIFY_ALL_ON_CALL_MEMBERS: 'schedule',
};
const NEEDED: Record<TargetKind, string> = {
  team: 'the id of a team',
  member: 'the id or e-mail of a member',
  schedule: 'the id of a schedule',
};

async function knownTeams(store: Store, pageId: string, ids: readonly string[]): Promise<IsKnown> {
  if (ids.length === 0) return () => false;
  const known = new Set(await store.targets.holdTeams(pageId, ids));
  return (id) => known.has(id);
}

async function knownMembers(store: Store, pageId: string, idsOrEmails: readonly string[]): Promise<IsKnown> {
  if (idsOrEmails.length === 0) return () => false;
  const members = await store.targets.holdMembers(pageId, idsOrEmails);
  const known = new Set(members.flatMap((member) => [member.id, member.email]));
  return (idOrEmail) => known.has(idOrEmail) || known.has(idOrEmail.toLowerCase());
}

async function knownSchedules(store: Store, pageId: string, ids: readonly string[]): Promise<IsKnown> {
  if (ids.length === 0) return () => false;
  const known = new Set(await store.targets.holdSchedules(pageId, ids));
  return (id) => known.has(id);
}
