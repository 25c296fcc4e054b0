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

export type ReadiedTargets = ReadonlyMap<string, readonly Target[]>;

/** Whom an incident's opening tells, which policies run on it, and why it is these. */
export type Route = {
  readonly targets: readonly Target[];
  readonly policies: readonly ConfiguredPolicy[];
  /** Whom those of the policies' rules tell that fire at once, by the rule's id. */
  readonly readied: ReadiedTargets;
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
  const { pageId } = incident;
  const matched = matchRules(rules, incident);
  // All at once, so that they are read together.
  const [found, readied, onCall] = await Promise.all([
    Promise.all(matched.map((rule) => findTargets(ctx.read, pageId, rule.actions, at))),
    readyTargets(ctx, pageId, policies, at),
    matched.length === 0 ? everyoneOnCall(ctx.read, pageId, at) : null,
  ]);
  const matching = matched.flatMap((rule, i): { rule: RoutingRule; targets: Target[] }[] => {
    const targets = (found[i] ?? []).filter((target) => isReachable(ctx, target));
    const isForPolicyOnly = rule.actions.length === 0 && rule.escalationPolicyId !== null;
    return targets.length > 0 || isForPolicyOnly ? [{ rule, targets }] : [];
  });
  const chosen = choosePolicies(
    matching.map(({ rule }) => rule),
    policies.map((policy) => policy.id),
  );
  const running = chosen.flatMap((id) => policies.find((policy) => policy.id === id) ?? []);
  if (matching.length > 0) {
    const orders = matching.map(({ rule }) => rule.order).join(', ');
    const targets = withoutDoubles(matching.flatMap((match) => match.targets));
    const told = targets.length === 0 ? 'the escalation policy tells whom it names' : whoWasTold(targets);
    return { targets, policies: running, readied, text: `Routed by rule ${orders}: ${told}.` };
  }
  const told = await fallback(ctx, pageId, onCall ?? (await everyoneOnCall(ctx.read, pageId, at)));
  return { ...told, policies: running, readied };
}

async function readyTargets(
  ctx: Context,
  pageId: string,
  policies: readonly ConfiguredPolicy[],
  at: EpochMs,
): Promise<ReadiedTargets> {
  const atOnce = policies.flatMap(({ rules }) => rules.filter(({ delayInMins }) => delayInMins === 0));
  const entries = atOnce.map(
    async ({ id, actions }) => [id, await findTargets(ctx.read, pageId, actions, at)] as const,
  );
  return new Map(await Promise.all(entries));
}

async function fallback(
  ctx: Context,
  pageId: string,
  everyone: readonly Target[],
): Promise<Pick<Route, 'targets' | 'text'>> {
  const onCall = everyone.filter((target) => isReachable(ctx, target));
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
