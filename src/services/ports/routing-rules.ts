import type { ActionType } from '../../core/routing/action.ts';
import type { RoutingAssertion, RoutingRule as CoreRoutingRule } from '../../core/routing/match.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** A rule as the core matches it, with what only its owner sees of it. */
export type RoutingRule = Omit<CoreRoutingRule, 'assertions' | 'actions'> & {
  readonly pageId: string;
  readonly assertions: readonly (RoutingAssertion & { readonly id: string })[];
  readonly actions: readonly {
    readonly id: string;
    readonly type: ActionType;
    readonly targetId: string | null;
  }[];
  readonly updatedAt: EpochMs;
};

export interface RoutingRuleRepository {
  find(id: string): Promise<RoutingRule | null>;
  /** As `find`, keeping every other writer of it waiting until the transaction ends. */
  lock(id: string): Promise<RoutingRule | null>;
  /** In the order of evaluation: by `order`, older first among equal ones. */
  listForPage(pageId: string): Promise<RoutingRule[]>;
  /** The highest `order` of a page's rules; 0 without any. */
  lastOrder(pageId: string): Promise<number>;
  insert(rule: RoutingRule): Promise<void>;
  /** Stores all of it; assertions and actions replace the stored ones, by the ids they carry. */
  update(rule: RoutingRule): Promise<void>;
  remove(id: string): Promise<void>;
}
