import type { Mapping, MonitoringTool, Template } from '../core/integration/types.ts';
import type { Integration, IntegrationRepository } from '../services/ports/integrations.ts';
import type { Db } from './client.ts';
import { Prisma } from './generated/client.ts';
import type { IntegrationModel } from './generated/models.ts';
import { storableText } from './storable.ts';
import { fromDate, toDate } from './time.ts';

export function integrationRepository(db: Db): IntegrationRepository {
  const findOne = async (where: { id: string } | { token: string }): Promise<Integration | null> => {
    const row = await db.integration.findUnique({ where });
    return row === null ? null : toIntegration(row);
  };
  return {
    find: (id) => findOne({ id }),
    findByToken: (token) => findOne({ token }),

    async lock(id) {
      await db.$queryRaw`select 1 from integration where id = ${id} for no key update`;
      return findOne({ id });
    },

    async list(pageId, { offset, limit }) {
      const where = { pageId };
      const [rows, total] = await Promise.all([
        db.integration.findMany({
          where,
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          skip: offset,
          take: limit,
        }),
        db.integration.count({ where }),
      ]);
      return { integrations: rows.map(toIntegration), total };
    },

    async insert(integration) {
      const { id, pageId, createdAt } = integration;
      await db.integration.create({
        data: { id, pageId, createdAt: toDate(createdAt), ...changeable(integration) },
      });
    },

    async update(integration) {
      await db.integration.update({ where: { id: integration.id }, data: changeable(integration) });
    },

    async remove(id) {
      const { count } = await db.integration.deleteMany({ where: { id } });
      return count > 0;
    },

    async keepUnread({ id, integrationId, receivedAt, contentType, body, reason }, keep) {
      // The statement does not see what it inserts: one less of the old ones stays.
      await db.$executeRaw`
        with inserted as (
          insert into inbound_body (id, integration_id, received_at, content_type, body, reason)
          values (${id}, ${integrationId}, ${toDate(receivedAt)}, ${storableText(contentType)}, ${storableText(body)},
            ${storableText(reason)}))
        delete from inbound_body where id in (
          select id from inbound_body where integration_id = ${integrationId}
          order by received_at desc, id desc offset ${keep - 1})`;
    },

    async listUnread(integrationId, { offset, limit }) {
      const where = { integrationId };
      const [rows, total] = await Promise.all([
        db.inboundBody.findMany({
          where,
          orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
          skip: offset,
          take: limit,
        }),
        db.inboundBody.count({ where }),
      ]);
      return { unread: rows.map((row) => ({ ...row, receivedAt: fromDate(row.receivedAt) })), total };
    },
  };
}

function changeable(integration: Integration) {
  const { monitoringTool, label, token, components, updatedAt } = integration;
  return {
    monitoringTool,
    label,
    token,
    components: [...components],
    createTemplate: jsonOf(integration.createTemplate),
    resolveTemplate: jsonOf(integration.resolveTemplate),
    mapping: jsonOf(integration.mapping),
    updatedAt: toDate(updatedAt),
  };
}

function jsonOf(value: Template | Mapping | null) {
  return value === null ? Prisma.DbNull : { ...value };
}

// The casts hold because nothing else is ever written.
function toIntegration(row: IntegrationModel): Integration {
  return {
    ...row,
    monitoringTool: row.monitoringTool as MonitoringTool,
    createTemplate: row.createTemplate as Template | null,
    resolveTemplate: row.resolveTemplate as Template | null,
    mapping: row.mapping as Mapping | null,
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
