import type { ActionType } from '../core/routing/action.ts';
import type { Comparison } from '../core/routing/comparison.ts';
import type { RoutingAssertionType } from '../core/routing/match.ts';
import type { RoutingRule, RoutingRuleRepository } from '../services/ports/routing-rules.ts';
import type { Db } from './client.ts';
import type { Prisma } from './generated/client.ts';
import { fromDate, toDate } from './time.ts';

const WHOLE = {
  assertions: { orderBy: { position: 'asc' } },
  actions: { orderBy: { position: 'asc' } },
} as const satisfies Prisma.RoutingRuleInclude;

type Row = Prisma.RoutingRuleGetPayload<{ include: typeof WHOLE }>;

export function routingRuleRepository(
  db: Db,
): RoutingRuleRepository & { listForPages(pageIds: readonly string[]): Promise<RoutingRule[]> } {
  const find = async (id: string): Promise<RoutingRule | null> => {
    const row = await db.routingRule.findUnique({ where: { id }, include: WHOLE });
    return row === null ? null : toRule(row);
  };
  const listForPages = async (pageIds: readonly string[]): Promise<RoutingRule[]> => {
    const rows = await db.routingRule.findMany({
      where: { pageId: { in: [...pageIds] } },
      include: WHOLE,
      orderBy: [{ order: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(toRule);
  };
  return {
    find,
    async lock(id) {
      await db.$queryRaw`SELECT 1 FROM routing_rule WHERE id = ${id} FOR UPDATE`;
      return find(id);
    },
    listForPage: (pageId) => listForPages([pageId]),
    listForPages,
    async lastOrder(pageId) {
      const found = await db.routingRule.aggregate({ where: { pageId }, _max: { order: true } });
      return found._max.order ?? 0;
    },
    async insert(rule) {
      await db.routingRule.create({
        data: {
          id: rule.id,
          pageId: rule.pageId,
          createdAt: toDate(rule.createdAt),
          ...changeable(rule),
        },
      });
      await insertParts(db, rule);
    },
    async update(rule) {
      // First the parent: its row lock makes writers of the same parts wait for each other.
      await db.routingRule.update({ where: { id: rule.id }, data: changeable(rule) });
      await db.routingAssertion.deleteMany({ where: { ruleId: rule.id } });
      await db.routingAction.deleteMany({ where: { ruleId: rule.id } });
      await insertParts(db, rule);
    },
    async remove(id) {
      await db.routingRule.deleteMany({ where: { id } });
    },
  };
}

async function insertParts(db: Db, rule: RoutingRule): Promise<void> {
  await db.routingAssertion.createMany({
    data: rule.assertions.map(({ id, type, comparison, value }, position) => ({
      id,
      ruleId: rule.id,
      position,
      type,
      comparison,
      value,
    })),
  });
  await db.routingAction.createMany({
    data: rule.actions.map(({ id, type, targetId }, position) => ({
      id,
      ruleId: rule.id,
      position,
      type,
      targetId,
    })),
  });
}

function changeable(rule: RoutingRule): {
  order: number;
  escalationPolicyId: string | null;
  updatedAt: Date;
} {
  return {
    order: rule.order,
    escalationPolicyId: rule.escalationPolicyId,
    updatedAt: toDate(rule.updatedAt),
  };
}

// Types and comparisons are text in the database; only validated ones are ever written.
function toRule(row: Row): RoutingRule {
  return {
    id: row.id,
    pageId: row.pageId,
    order: row.order,
    escalationPolicyId: row.escalationPolicyId,
    assertions: row.assertions.map(({ id, type, comparison, value }) => ({
      id,
      type: type as RoutingAssertionType,
      comparison: comparison as Comparison,
      value,
    })),
    actions: row.actions.map(({ id, type, targetId }) => ({ id, type: type as ActionType, targetId })),
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
