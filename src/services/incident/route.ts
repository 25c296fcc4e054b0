import type { ConfiguredPolicy } from '../../core/escalation/snapshot.ts';
import {
  choosePolicies,
  matchRules,
  type RoutableIncident,
  type RoutingRule,
} from '../../core/routing/match.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { channelCheck } from '../member/reach.ts';
import { DEFAULT_RULES } from '../../core/notification/plan.ts';
import type { Context } from '../context.ts';
import { allAdmins, everyoneOnCall, findTargets, type Target } from '../notification/find-targets.ts';

/** Whom an incident's opening tells, which policies run on it, and why it is these. */
export type Route = {
  readonly targets: readonly Target[];
  readonly policies: readonly ConfiguredPolicy[];
  /** One sentence for the timeline. */
  readonly text: string;
};

/**
 * Evaluates the page's routing rules for an incident that opens at `at`.
 *
 * All matching rules act. A match whose actions reach nobody counts as no match; one without actions matches for its
 * policy alone. Without a match everyone on call is told, and without anybody on call all admins.
 */
export async function routeIncident(
  ctx: Context,
  incident: RoutableIncident & { readonly pageId: string },
  at: EpochMs,
): Promise<Route> {
  const [rules, policies] = await Promise.all([
    ctx.read.routingRules.listForPage(incident.pageId),
    ctx.read.policies.listForPage(incident.pageId),
  ]);
  const matching: { rule: RoutingRule; targets: Target[] }[] = [];
  for (const rule of matchRules(rules, incident)) {
    const targets = await findTargets(ctx.read, incident.pageId, rule.actions, at);
    const reachable = targets.filter((target) => isReachable(ctx, target));
    const isForPolicyOnly = rule.actions.length === 0 && rule.escalationPolicyId !== null;
    if (reachable.length > 0 || isForPolicyOnly) matching.push({ rule, targets: reachable });
  }
  const chosen = choosePolicies(
    matching.map(({ rule }) => rule),
    policies.map((policy) => policy.id),
  );
  const running = chosen.flatMap((id) => policies.find((policy) => policy.id === id) ?? []);
  if (matching.length > 0) {
    const orders = matching.map(({ rule }) => rule.order).join(', ');
    const targets = withoutDoubles(matching.flatMap((match) => match.targets));
    const told = targets.length === 0 ? 'the escalation policy tells whom it names' : whoWasTold(targets);
    return { targets, policies: running, text: `Routed by rule ${orders}: ${told}.` };
  }
  return { ...(await fallback(ctx, incident.pageId, at)), policies: running };
}

async function fallback(ctx: Context, pageId: string, at: EpochMs): Promise<Omit<Route, 'policies'>> {
  const onCall = (await everyoneOnCall(ctx.read, pageId, at)).filter((target) => isReachable(ctx, target));
  if (onCall.length > 0) {
    return { targets: onCall, text: `No routing rule applies: ${whoWasTold(onCall)}, on call now.` };
  }
  const admins = (await allAdmins(ctx.read, pageId)).filter((target) => isReachable(ctx, target));
  return admins.length > 0
    ? {
        targets: admins,
        text: `No routing rule applies and nobody is on call: ${whoWasTold(admins)}, admins.`,
      }
    : {
        targets: [],
        text: 'Nobody can be told: no routing rule applies, nobody is on call, no admin has a channel.',
      };
}

function isReachable(ctx: Context, { member }: Target): boolean {
  const works = channelCheck(ctx, member);
  return (member.notificationRules ?? DEFAULT_RULES).some((rule) => works(rule.channel) === null);
}

function withoutDoubles(targets: readonly Target[]): Target[] {
  return [...new Map(targets.toReversed().map((target) => [target.member.id, target])).values()].toReversed();
}

function whoWasTold(targets: readonly Target[]): string {
  return `told ${targets.map(({ member }) => member.name ?? member.email).join(', ')}`;
}
