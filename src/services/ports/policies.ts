import type { ActionType } from '../../core/routing/action.ts';
import type { EpochMs } from '../../core/time/instant.ts';

export const RULE_CONDITIONS = ['NOT_ACKNOWLEDGED'] as const;
export type RuleCondition = (typeof RULE_CONDITIONS)[number];

/** Whom a rule tells; `targetId` as it was sent, null for everybody on call that the type means. */
export type EscalationAction = {
  readonly id: string;
  readonly type: ActionType;
  readonly targetId: string | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

/** `order` counts from 1: it is the level that the rule's firing gives an incident. */
export type EscalationRule = {
  readonly id: string;
  readonly order: number;
  /** Minutes after the start of a pass, fractions allowed. */
  readonly delayInMins: number;
  readonly condition: RuleCondition;
  readonly actions: readonly EscalationAction[];
};

/** A policy as it is configured now; runs work on a copy of what it was when their incident opened. */
export type EscalationPolicy = {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly description: string;
  /** In order. */
  readonly rules: readonly EscalationRule[];
  readonly repeat: boolean;
  readonly repeatCount: number;
  /** Minutes, fractions allowed. */
  readonly repeatDelay: number;
  readonly revertAcknowledgement: boolean;
  /** Means nothing without `repeat`. */
  readonly autoResolve: boolean;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

export interface PolicyRepository {
  find(id: string): Promise<EscalationPolicy | null>;
  /** As `find`, keeping every other writer of it waiting until the transaction ends. */
  lock(id: string): Promise<EscalationPolicy | null>;
  /** Those that exist, oldest first. */
  findMany(ids: readonly string[]): Promise<EscalationPolicy[]>;
  /** Oldest first. */
  listForPage(pageId: string): Promise<EscalationPolicy[]>;
  insert(policy: EscalationPolicy): Promise<void>;
  /** Stores all of it; rules and actions replace the stored ones, by the ids they carry. */
  update(policy: EscalationPolicy): Promise<void>;
  /** `conflict` while a routing rule names it. */
  remove(id: string): Promise<void>;
}
