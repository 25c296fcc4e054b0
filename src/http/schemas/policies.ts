import { z } from 'zod';
import type { NewPolicy } from '../../services/policy/create.ts';
import { RULE_CONDITIONS, type EscalationPolicy } from '../../services/ports/policies.ts';
import type { Changes } from '../../services/with-changes.ts';
import { Id, InstantOut, isoOf, Name, Text } from './common.ts';
import { ActionIn, ActionOut, ElementId, MAX_ELEMENTS } from './elements.ts';

const DelayMins = z.number().min(0).max(10_080).meta({ description: 'Minutes, fractions allowed' });

const RuleIn = z.object({
  id: ElementId,
  delayInMins: DelayMins.default(0),
  condition: z.enum(RULE_CONDITIONS).default('NOT_ACKNOWLEDGED'),
  actions: z.array(ActionIn).max(MAX_ELEMENTS).default([]),
});

const settings = {
  name: Name,
  description: Text,
  rules: z.array(RuleIn).min(1).max(MAX_ELEMENTS),
  repeat: z.boolean(),
  repeatCount: z.number().int().min(0).max(20),
  repeatDelay: DelayMins,
  autoResolveIncidentsAfterRepeat: z.boolean(),
  revertAcknowledgement: z.boolean(),
};

export const PolicyCreate = z.object({
  pageId: Id,
  ...settings,
  description: settings.description.default(''),
  repeat: settings.repeat.default(false),
  repeatCount: settings.repeatCount.default(0),
  repeatDelay: settings.repeatDelay.default(0),
  autoResolveIncidentsAfterRepeat: settings.autoResolveIncidentsAfterRepeat.default(false),
  revertAcknowledgement: settings.revertAcknowledgement.default(false),
});

export const PolicyChange = z.object({ pageId: Id, siteId: Id, ...settings }).partial();

export const PolicyOut = z
  .object({
    id: Id,
    siteId: Id,
    pageId: Id,
    name: z.string(),
    description: z.string(),
    rules: z.array(
      z.object({
        id: Id,
        escalationPolicyId: Id,
        order: z.number().int(),
        condition: z.enum(RULE_CONDITIONS),
        delayInMins: z.number(),
        actions: z.array(ActionOut.extend({ ruleId: Id, createdAt: InstantOut, updatedAt: InstantOut })),
      }),
    ),
    repeat: z.boolean(),
    repeatCount: z.number().int(),
    repeatDelay: z.number(),
    revertAcknowledgement: z.boolean(),
    autoResolveIncidentsAfterRepeat: z.boolean(),
    createdAt: InstantOut,
    updatedAt: InstantOut,
  })
  .meta({ id: 'EscalationPolicy' });

export function newPolicyOf(body: z.output<typeof PolicyCreate>): NewPolicy {
  const { autoResolveIncidentsAfterRepeat: autoResolve, ...rest } = body;
  return { ...rest, autoResolve };
}

export function policyChangesOf(body: z.output<typeof PolicyChange>): Changes<Omit<NewPolicy, 'pageId'>> {
  const { autoResolveIncidentsAfterRepeat: autoResolve, pageId: _page, siteId: _site, ...rest } = body;
  return { ...rest, autoResolve };
}

export function policyOut(policy: EscalationPolicy): z.input<typeof PolicyOut> {
  const { autoResolve, pageId, rules, createdAt, updatedAt, ...rest } = policy;
  return {
    ...rest,
    siteId: pageId,
    pageId,
    rules: rules.map((rule) => ({
      ...rule,
      escalationPolicyId: policy.id,
      actions: rule.actions.map((action) => ({
        ...action,
        ruleId: rule.id,
        createdAt: isoOf(action.createdAt),
        updatedAt: isoOf(action.updatedAt),
      })),
    })),
    autoResolveIncidentsAfterRepeat: autoResolve,
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}
