import type { ActionType } from '../../core/routing/action.ts';
import type { Watch } from '../../core/schedule/health.ts';
import type { PolicyLevels } from '../../core/schedule/same-person.ts';
import type { EscalationPolicy } from '../ports/policies.ts';
import type { RoutingRule } from '../ports/routing-rules.ts';

type Action = { readonly type: ActionType; readonly targetId: string | null };

const ON_CALL: readonly ActionType[] = [
  'NOTIFY_CURRENT_ON_CALL_USER',
  'NOTIFY_NEXT_ON_CALL_USER',
  'NOTIFY_ALL_ON_CALL_MEMBERS',
];

/** What a page's routing rules and escalation policies use schedules for. */
export function schedulesInUse(
  rules: readonly RoutingRule[],
  policies: readonly EscalationPolicy[],
): Pick<Watch, 'uses' | 'policies'> {
  const all = [...rules, ...policies.flatMap((policy) => policy.rules)].flatMap(({ actions }) => actions);
  return { uses: targetsOf(all, ON_CALL), policies: policies.map(levelsOf) };
}

/** Which schedules actions of some types name, and whether one means all of them. */
function targetsOf(actions: readonly Action[], types: readonly ActionType[]): Watch['uses'] {
  const targets = actions.filter(({ type }) => types.includes(type)).map(({ targetId }) => targetId ?? '');
  return { named: new Set(targets.filter((id) => id !== '')), all: targets.includes('') };
}

/** The next one on call, and all members of a schedule, are nobody's double: only who is on call counts. */
function levelsOf({ rules }: EscalationPolicy): PolicyLevels {
  const levels = rules
    .toSorted((a, b) => a.delayInMins - b.delayInMins || a.order - b.order)
    .map(({ actions }) => targetsOf(actions, ['NOTIFY_CURRENT_ON_CALL_USER']));
  return (scheduleId) => {
    const first = levels.findIndex(({ all, named }) => all || named.has(scheduleId));
    return first < 0 ? null : first + 1;
  };
}
