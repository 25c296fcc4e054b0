import { z } from 'zod';
import { COMPARISONS, readsTarget } from '../../core/routing/comparison.ts';
import { ROUTING_ASSERTION_TYPES } from '../../core/routing/match.ts';
import type { RoutingRule } from '../../services/ports/routing-rules.ts';
import { Id, InstantOut, isoOf, Text } from './common.ts';
import { ActionIn, ActionOut, ElementId, MAX_ELEMENTS } from './elements.ts';

/** What a 32-bit column holds. */
const MAX_ORDER = 2_147_483_647;

const AssertionIn = z
  .object({
    id: ElementId,
    type: z.enum(ROUTING_ASSERTION_TYPES),
    comparison: z.enum(COMPARISONS),
    value: Text.nullish(),
  })
  .transform(({ value, ...rest }, context) => {
    if (value == null && readsTarget(rest.comparison)) {
      context.addIssue({ code: 'custom', path: ['value'], message: `is needed by ${rest.comparison}` });
      return z.NEVER;
    }
    return { ...rest, value: value ?? '' };
  });

const settings = {
  assertions: z.array(AssertionIn).max(MAX_ELEMENTS),
  actions: z.array(ActionIn).max(MAX_ELEMENTS),
  order: z.number().int().min(-MAX_ORDER).max(MAX_ORDER),
  escalationPolicyId: Id.nullable().meta({
    description: 'The policy that runs for the incidents it matches; null: every policy of the page',
  }),
  siteId: Id,
};

const RuleCreate = z.object({
  ...settings,
  siteId: Id.optional().meta({ description: 'Needed by keys that are not bound to a page' }),
  assertions: settings.assertions.default([]),
  order: settings.order.nullable().default(null).meta({ description: 'Default: after the last one' }),
  escalationPolicyId: settings.escalationPolicyId.default(null),
});

export const RoutingRuleCreate = z.object({ routingRule: RuleCreate });
export const RoutingRuleChange = z.object({ routingRule: z.object(settings).partial() });

export const RoutingRuleOut = z
  .object({
    id: Id,
    siteId: Id,
    pageId: Id,
    assertions: z.array(
      z.object({
        id: Id,
        routingRuleId: Id,
        type: z.enum(ROUTING_ASSERTION_TYPES),
        comparison: z.enum(COMPARISONS),
        value: z.string(),
      }),
    ),
    actions: z.array(ActionOut.extend({ routingRuleId: Id })),
    order: z.number().int(),
    escalationPolicyId: Id.nullable(),
    createdAt: InstantOut,
    updatedAt: InstantOut,
  })
  .meta({ id: 'RoutingRule' });

export function routingRuleOut(rule: RoutingRule): z.input<typeof RoutingRuleOut> {
  const { pageId, createdAt, updatedAt, ...rest } = rule;
  return {
    ...rest,
    siteId: pageId,
    pageId,
    assertions: rule.assertions.map((assertion) => ({ ...assertion, routingRuleId: rule.id })),
    actions: rule.actions.map((action) => ({ ...action, routingRuleId: rule.id })),
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}
