import type { ActionType } from '../core/routing/action.ts';
import { AppError } from '../services/errors.ts';
import type { EscalationPolicy, PolicyRepository, RuleCondition } from '../services/ports/policies.ts';
import type { Db } from './client.ts';
import type { Prisma } from './generated/client.ts';
import { isForeignKeyViolation } from './errors.ts';
import { fromDate, toDate } from './time.ts';

const WHOLE = {
  rules: { orderBy: { order: 'asc' }, include: { actions: { orderBy: { position: 'asc' } } } },
} as const satisfies Prisma.EscalationPolicyInclude;
const OLDEST_FIRST = [
  { createdAt: 'asc' },
  { id: 'asc' },
] satisfies Prisma.EscalationPolicyOrderByWithRelationInput[];

type Row = Prisma.EscalationPolicyGetPayload<{ include: typeof WHOLE }>;

export function policyRepository(
  db: Db,
): PolicyRepository & { listForPages(pageIds: readonly string[]): Promise<EscalationPolicy[]> } {
  const find = async (id: string): Promise<EscalationPolicy | null> => {
    const row = await db.escalationPolicy.findUnique({ where: { id }, include: WHOLE });
    return row === null ? null : toPolicy(row);
  };
  const listForPages = async (pageIds: readonly string[]): Promise<EscalationPolicy[]> => {
    const rows = await db.escalationPolicy.findMany({
      where: { pageId: { in: [...pageIds] } },
      include: WHOLE,
      orderBy: OLDEST_FIRST,
    });
    return rows.map(toPolicy);
  };
  return {
    find,
    async lock(id) {
      await db.$queryRaw`SELECT 1 FROM escalation_policy WHERE id = ${id} FOR UPDATE`;
      return find(id);
    },
    async findMany(ids) {
      const rows = await db.escalationPolicy.findMany({
        where: { id: { in: [...ids] } },
        include: WHOLE,
        orderBy: OLDEST_FIRST,
      });
      return rows.map(toPolicy);
    },
    listForPage: (pageId) => listForPages([pageId]),
    listForPages,
    async insert(policy) {
      await db.escalationPolicy.create({
        data: {
          id: policy.id,
          pageId: policy.pageId,
          createdAt: toDate(policy.createdAt),
          ...changeable(policy),
        },
      });
      await insertRules(db, policy);
    },
    async update(policy) {
      // First the parent: its row lock makes writers of the same rules wait for each other.
      await db.escalationPolicy.update({ where: { id: policy.id }, data: changeable(policy) });
      await db.escalationRule.deleteMany({ where: { policyId: policy.id } });
      await insertRules(db, policy);
    },
    async remove(id) {
      try {
        await db.escalationPolicy.deleteMany({ where: { id } });
      } catch (error) {
        if (!isForeignKeyViolation(error)) throw error;
        throw new AppError('conflict', 'A routing rule names this escalation policy', { cause: error });
      }
    },
  };
}

async function insertRules(db: Db, policy: EscalationPolicy): Promise<void> {
  await db.escalationRule.createMany({
    data: policy.rules.map(({ id, order, condition, delayInMins }) => ({
      id,
      policyId: policy.id,
      order,
      condition,
      delayInMins,
    })),
  });
  await db.escalationAction.createMany({
    data: policy.rules.flatMap((rule) =>
      rule.actions.map((action, position) => ({
        id: action.id,
        ruleId: rule.id,
        position,
        type: action.type,
        targetId: action.targetId,
        createdAt: toDate(action.createdAt),
        updatedAt: toDate(action.updatedAt),
      })),
    ),
  });
}

function changeable(policy: EscalationPolicy): {
  name: string;
  description: string;
  repeat: boolean;
  repeatCount: number;
  repeatDelay: number;
  revertAcknowledgement: boolean;
  autoResolve: boolean;
  updatedAt: Date;
} {
  return {
    name: policy.name,
    description: policy.description,
    repeat: policy.repeat,
    repeatCount: policy.repeatCount,
    repeatDelay: policy.repeatDelay,
    revertAcknowledgement: policy.revertAcknowledgement,
    autoResolve: policy.autoResolve,
    updatedAt: toDate(policy.updatedAt),
  };
}

// Types and conditions are text in the database; only validated ones are ever written.
function toPolicy(row: Row): EscalationPolicy {
  return {
    id: row.id,
    pageId: row.pageId,
    name: row.name,
    description: row.description,
    rules: row.rules.map((rule) => ({
      id: rule.id,
      order: rule.order,
      delayInMins: rule.delayInMins,
      condition: rule.condition as RuleCondition,
      actions: rule.actions.map((action) => ({
        id: action.id,
        type: action.type as ActionType,
        targetId: action.targetId,
        createdAt: fromDate(action.createdAt),
        updatedAt: fromDate(action.updatedAt),
      })),
    })),
    repeat: row.repeat,
    repeatCount: row.repeatCount,
    repeatDelay: row.repeatDelay,
    revertAcknowledgement: row.revertAcknowledgement,
    autoResolve: row.autoResolve,
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
